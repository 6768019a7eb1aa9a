"""A person of these tests who plays the deal of the day over the real protocol."""

import asyncio
from functools import partial
from typing import Final

from games.registry import GAMES
from protocol.daily import Daily, PlayDaily, ReadDaily
from protocol.messages import Act, Continue, Refused, Seated
from protocol.table import TablePhase, TableView
from server.bots.registry import BOTS
from tests.server.host.world import Answer, Guest, World

NOON: Final = 1_795_262_400.0  # Noon of 2026-11-21 by UTC, in seconds since 1970.

DAY: Final = "2026-11-21"
TOMORROW: Final = "2026-11-22"
HOUR: Final = 3600.0
CHWECH: Final = {"chwech": GAMES["chwech"]}
STEADY: Final = BOTS["chwech"]["steady"]


def at_noon(world: World, hours: float = 0.0) -> None:
    """Set the clock to so many hours after noon."""
    world.skew = NOON + hours * HOUR - world.now()


async def page(guest: Guest, day: str = "") -> Daily:
    """Ask for a day, no faster than one may."""
    await asyncio.sleep(1)
    answer = await guest.ask(partial(ReadDaily, day=day))
    assert isinstance(answer, Daily), answer
    return answer


async def refused_page(guest: Guest, day: str) -> Refused:
    """Ask for a day that is refused."""
    answer = await guest.ask(partial(ReadDaily, day=day))
    assert isinstance(answer, Refused)
    return answer


async def go(guest: Guest, day: str = "", *, practice: bool = False) -> Answer:
    """Go to the table of the day, no faster than one may."""
    await asyncio.sleep(1)
    return await guest.ask(partial(PlayDaily, practice=practice, day=day))


async def sit_down(guest: Guest, day: str = "", *, practice: bool = False) -> Seated:
    """Go to the table of the day, which lets one in."""
    answer = await go(guest, day, practice=practice)
    assert isinstance(answer, Seated), answer
    return answer


async def act(guest: Guest, place: int = 0) -> None:
    """Take the first legal action, or one of the others, or agree to the next deal."""
    view = await guest.until(_waits_for_person)
    game = view.game
    if view.phase is TablePhase.OVER or game is None:
        return
    if view.waits_for:
        await guest.ask(lambda number: Continue(number, view.seq))
    else:
        action = game.legal[place % len(game.legal)]
        await guest.ask(lambda number: Act(number, view.seq, action))


async def play_on(guest: Guest, place: int = 0) -> TableView:
    """Play to the end."""
    while guest.view.phase is not TablePhase.OVER:
        await act(guest, place)
    return guest.view


def _waits_for_person(view: TableView) -> bool:
    over = view.phase is TablePhase.OVER
    return over or bool(view.waits_for) or (view.game is not None and bool(view.game.legal))
