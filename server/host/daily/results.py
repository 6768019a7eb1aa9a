"""Stores the result of a game of the day that counts, when its game is filed."""

import logging
from typing import Any

from msgspec.structs import replace

from protocol.daily import DailyResult
from protocol.message import TableEvent
from server.host.daily.days import is_over
from server.host.daily.replay import OtherGame, code_of, result_of
from server.host.services import HostServices
from server.storage.daily_store import DayScore
from server.tables.daily import LEVEL
from server.tables.table import Progress, Table

_log = logging.getLogger(__name__)


async def keep_result(services: HostServices, progress: Progress[Any], end: Table[Any]) -> None:
    """Store the result of a table of the deal of the day; nothing for practice, nor if it ended too late."""
    mark = end.opened.daily
    if mark is None or mark.practice or is_over(mark.day, end.changed_at):
        return
    code = _code(services, progress, end, mark.day)
    result = replace(result_of(end.game, end.state, mark.day), code=code, hinted=bool(end.hinted))
    score = DayScore(result.score, result.exact, result.hinted)
    await services.store.end_day(end.opened.code, score, services.codec.pack(result))


def read_result(services: HostServices, entry: bytes) -> DailyResult | None:
    """Return a stored result; None if there is none."""
    return services.codec.unpack(DailyResult, entry) if entry else None


def _code(services: HostServices, progress: Progress[Any], end: Table[Any], day: str) -> str:
    """Return the code of a game; empty if it was not played by this version's bots alone."""
    events = [step.event for step in progress.steps if not isinstance(step.event, TableEvent)]
    bot = services.bots[end.opened.setup.game].get(LEVEL)
    if bot is None:
        return ""
    try:
        return code_of(end.game, bot, bytes.fromhex(end.opened.seed), day, events)
    except OtherGame:
        _log.warning(
            "table %s: other bots have played this deal of the day, so its result has no code", end.opened.code
        )
    except Exception:  # noqa: BLE001  # whatever a bot does, the result is kept
        _log.exception("table %s: its deal of the day cannot be played again", end.opened.code)
    return ""
