"""The deals of the day: which they are, what people made of them, and the desk that gives them."""

import contextlib
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final

from msgspec.structs import replace

from games.kit.deck import SEED_BYTES, commitment
from protocol.daily import Daily, DailyMark, DailyResult, DailyStanding, PlayDaily, ReadDaily
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.message import TableEvent
from server.host.daily_code import OtherGame, code_of, public_seed, result_of
from server.host.directory import TableDirectory
from server.host.limits import HEAVY_COST
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session
from server.storage.store import DayTry
from server.tables.log import cause_of
from server.tables.seating import LEVEL, DailyOrder
from server.tables.table import Progress, Table

GRACE_SECONDS: Final = 2 * 3600.0
"""Seconds after the end of a day in which a game begun on it can still be finished for it."""

ONE_DAY: Final = timedelta(days=1)


def day_of(now: float) -> str:
    """Return the day of a time in seconds since 1970."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def moved(day: str, days: int) -> str:
    """Return the day so many days later."""
    return (date.fromisoformat(day) + days * ONE_DAY).isoformat()


def ends_at(day: str) -> float:
    """Return when a day ends, in seconds since 1970."""
    start = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return (start + ONE_DAY).timestamp()


def is_over(day: str, now: float) -> bool:
    """True once nobody can play for a day any more."""
    return now >= ends_at(day) + GRACE_SECONDS


_log = logging.getLogger(__name__)


async def keep_result(services: HostServices, progress: Progress, end: Table) -> None:
    """Store the result of a table of the deal of the day; nothing for practice, nor if it ended too late."""
    mark = end.opened.daily
    if mark is None or mark.practice or is_over(mark.day, end.changed_at):
        return
    code = _code(services, progress, end, mark.day)
    result = replace(result_of(end.state, mark.day), code=code, hinted=bool(end.hinted))
    await services.store.end_day(end.opened.code, result, services.codec.pack(result))


def _code(services: HostServices, progress: Progress, end: Table, day: str) -> str:
    """Return the code of a game; empty if it was not played by this version's bots alone."""
    events = [step.event for step in progress.steps if not isinstance(step.event, TableEvent)]
    bot = services.bots[end.opened.setup.game].get(LEVEL)
    if bot is None:
        return ""
    try:
        return code_of(end.state.game, bot, bytes.fromhex(end.opened.seed), day, events)
    except OtherGame:
        _log.warning(
            "table %s: other bots have played this deal of the day, so its result has no code", end.opened.code
        )
    except Exception:  # noqa: BLE001  # whatever a bot does, the result is kept
        _log.exception("table %s: its deal of the day cannot be played again", end.opened.code)
    return ""


LISTED: Final = 20  # The most lines of a list, without those of people with hints, of which there are as many at most.

_WEEK: Final = 7
_FIRST: Final = "0000-00-00"


class DailyDesk:
    """The deal of the day; the owner of a machine plays alone on it."""

    def __init__(self, services: HostServices, directory: TableDirectory) -> None:
        self._services = services
        self._directory = directory
        self.handlers: Handlers = {ReadDaily: Handler(self._page, HEAVY_COST, nameless=True)}

    async def _page(self, session: Session, message: ReadDaily) -> Daily:
        """Return a day, the present one or an earlier one, as an account sees it."""
        store, now = self._services.store, self._services.outside.now()
        account, alone = session.account.id, session.terms.alone
        today = day_of(now)
        day, tomorrow = message.day or today, ""
        with contextlib.suppress(ValueError, OverflowError):
            tomorrow, week = moved(day, 1), moved(day, 1 - _WEEK)
        if day > today or not tomorrow:
            text = sentence("there is no such day here: ask for today, or for one before it")
            raise RemoteProtocolError(ErrorCode.NOT_NOW, text)
        # The seed of tomorrow is drawn today, so that today's readers see what it was sealed with.
        seeds = self._seed if day == today else self._known_seed
        seed, following = await seeds(day, alone=alone), await seeds(tomorrow, alone=alone)
        own = await store.day_try(day, account)
        shown = seed is not None and (alone or is_over(day, now))
        return Daily(
            id=message.id,
            day=day,
            ends_at=ends_at(day),
            commitment=commitment(seed) if seed is not None else "",
            seed=seed.hex() if seed is not None and shown else "",
            next_commitment=commitment(following) if following is not None else "",
            alone=alone,
            table=own.log if own is not None and own.log in self._directory else "",
            spent=own is not None and await self._begun(own),
            result=self._services.codec.unpack(DailyResult, own.entry) if own is not None and own.entry else None,
            of_day=await self._list(day, day),
            of_week=await self._list(week, day),
            of_all=await self._list(_FIRST, day),
        )

    async def _known_seed(self, day: str, *, alone: bool) -> bytes | None:
        """Return the seed of a day; None if none was drawn."""
        return public_seed(day) if alone else await self._services.store.day_seed(day)

    async def _seed(self, day: str, *, alone: bool) -> bytes:
        """Return the seed of a day, drawn if need be."""
        known = await self._known_seed(day, alone=alone)
        return known or await self._services.store.draw_day(day, self._services.outside.entropy(SEED_BYTES))

    async def _list(self, first: str, last: str) -> tuple[DailyStanding, ...]:
        sums = self._services.store.day_sums
        return (*await sums(first, last, LISTED, hinted=False), *await sums(first, last, LISTED, hinted=True))

    async def _begun(self, own: DayTry) -> bool:
        """Return True if the table of the game that counts was opened: the server may have ended just before."""
        return own.log in self._directory or bool(own.entry) or bool(await self._services.store.read(own.log))

    async def order(self, session: Session, message: PlayDaily, check: Callable[[], None]) -> DailyOrder:
        """Return what the table to go to is made from: the one that counts, or for practice another one after that.

        From now on, the account has begun the day; ``check`` raises if it may open no table, where none is opened yet.
        """
        account, store = session.account, self._services.store
        day, cause = day_of(self._services.outside.now()), cause_of(account.id, message)
        made, doubtful = self._directory.led_by_command(cause), self._directory.in_doubt(cause)
        code, practice = made or "", False
        if made is None:
            own = await store.day_try(day, account.id)
            begun = own is not None and await self._begun(own)
            practice = message.practice and own is not None and begun and own.log not in self._directory
            code = (doubtful if practice else own.log if own is not None else "") or ""
            if practice or not begun:
                check()
        if not code:
            code = await self._directory.fresh_code()
            code = code if practice else await store.begin_day(day, account.id, code)
        seed = await self._seed(day, alone=session.terms.alone)
        return DailyOrder(code, seed.hex(), DailyMark(day, practice), account.name, account.guest)
