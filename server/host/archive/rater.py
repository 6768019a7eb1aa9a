"""Rates the finished games of the archive, in the order of their numbers.

The store knows which games have been looked at, so the ratings are a fold of the archive wherever it was interrupted.
"""

import asyncio
import logging
from collections.abc import Callable

from server.host.archive.replays import heading_of
from server.host.limits import FILING_PAUSE
from server.host.services import HostServices
from server.storage.store import FinishedGame, StoreFault
from server.tables.placings import RatedGame, ladder_of, rated_game

_log = logging.getLogger(__name__)


async def rate_all(services: HostServices, rated: Callable[[str], None]) -> None:
    """Rate every game that has not been looked at; ``rated`` is called with the code of the table of each."""
    while (game := await services.store.next_unrated()) is not None:
        if not await services.store.rate(game.number, _result(services, game)):
            raise StoreFault(f"game {game.number} is not the next one to be rated any more")
        rated(game.log)
        # A long backlog must not slow down running games.
        await asyncio.sleep(FILING_PAUSE)


def _result(services: HostServices, game: FinishedGame) -> RatedGame | None:
    """Return what a game says about its players; None if it rates nobody, or cannot be read."""
    try:
        brief = heading_of(services, game)
    except StoreFault as problem:
        _log.error("game %d is not rated: %s", game.number, problem)
        return None
    rules = services.games.get(brief.setup.game)
    if rules is None:
        return None
    return rated_game(brief, ladder_of(brief.setup, rules.options))
