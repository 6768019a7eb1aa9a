"""A game of lots at a host, with a clock or without, and people who let time pass."""

import asyncio
from typing import TypeVar

from protocol.game import Answered
from protocol.messages import Happened, OpenTable, Seated
from protocol.setup import Arrangement, Clock, Setup, TableTime
from protocol.table import Event, Occupant, TableView
from tests.server.host.world import Guest, World
from tests.server.lots import bid_of, have_bid
from tests.server.virtual_time import VirtualLoop

DAY = 86_400.0

E = TypeVar("E", bound=Event)


async def two_playing(world: World, clock: Clock | None = None, *, deals: int = 5, pace: float = 0) -> list[Guest]:
    """Give Ann and Ben who play with a bot, which has bid; both are asked to bid now."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    setup, arrangement = Setup("lots", 3, {"deals": deals}), Arrangement(clock=clock or Clock())
    made = await ann.ask(lambda number: OpenTable(number, setup, pace=pace, arrangement=arrangement))
    assert isinstance(made, Seated), made
    await ben.join(made.view.table)
    await ann.begin()
    for guest in (ann, ben):
        await guest.until_my_turn()
        await guest.until(_bot_has_bid)
    return [ann, ben]


def _bot_has_bid(view: TableView) -> bool:
    """Say whether the bot has."""
    return have_bid(view, 2)


def events(guest: Guest, kind: type[E]) -> list[E]:
    """Give the events of a kind that someone was told."""
    told = (message.event for message in guest.heard if isinstance(message, Happened))
    return [event for event in told if isinstance(event, kind)]


async def until(guest: Guest, kind: type[E], count: int = 1) -> E:
    """Listen until so many events of a kind were told, and give the last."""
    while len(found := events(guest, kind)) < count:
        await guest.hear()
    return found[count - 1]


async def until_bid(guest: Guest, count: int = 1) -> None:
    """Listen until so many bids were told."""
    while sum(bid_of(event) is not None for event in events(guest, Answered)) < count:
        await guest.hear()


async def listen(guest: Guest, seconds: float) -> None:
    """Listen for so long."""
    try:
        async with asyncio.timeout(seconds):
            while True:
                guest.heard.append(await guest.channel.receive())  # type: ignore[arg-type]  # nobody says goodbye
    except TimeoutError:
        return


def seat(guest: Guest, number: int) -> Occupant:
    """Give who sits on a seat, as someone sees it."""
    occupant = guest.view.seats[number]
    assert occupant is not None
    return occupant


def time_of(guest: Guest) -> TableTime:
    """Give the clock, as someone sees it."""
    time = guest.view.time
    assert time is not None
    return time


def bids(guest: Guest) -> tuple[int | None, ...]:
    """Give who has bid, as someone sees it."""
    assert guest.view.game is not None
    return tuple(guest.view.game.fields["bids"])


def stall(seconds: float) -> None:
    """Let the whole process stand still: time passes, and nobody can do anything."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.stall(seconds)
