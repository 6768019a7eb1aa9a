"""What somebody with a client of their own tries: each is refused in words, changes nothing and costs nobody else."""

from collections.abc import Callable

import pytest

from protocol.absence import Resign, SetAway, SetPause
from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.messages import Accepted, Act, Begin, Continue, FromClient, LeaveTable, OpenTable, Refused, Seated
from protocol.seating import FillSeats, GiveHost, Rematch, RemoveSeat, SetReady
from protocol.setup import Setup
from protocol.talk import Say
from tests.server.host.pastime import two_playing
from tests.server.host.world import Guest, World, a_world
from tests.server.lots import bid
from tests.server.virtual_time import in_virtual_time

AT_A_TABLE: list[Callable[[int], FromClient]] = [
    Begin,
    lambda number: Continue(number, 1),
    lambda number: Act(number, 1, bid(1)),
    lambda number: SetAway(number, away=True),
    lambda number: SetPause(number, paused=True),
    lambda number: SetReady(number, ready=True),
    FillSeats,
    lambda number: RemoveSeat(number, Seat(0)),
    lambda number: GiveHost(number, Seat(0)),
    Rematch,
    Resign,
    LeaveTable,
    lambda number: Say(number, "hello"),
]
"""What is asked of the table that one is at."""


async def refused(guest: Guest, make: Callable[[int], FromClient]) -> ErrorCode:
    """Send a command that must be refused with a sentence, and give the code."""
    answer = await guest.ask(make)
    assert isinstance(answer, Refused), answer
    assert len(answer.text) > 10
    return answer.code


async def lengths(world: World) -> dict[str, int]:
    """Give how long every log is."""
    return {log: len(await world.store.read(log)) for log in world.store.logs}


@in_virtual_time
async def test_commands_to_a_table_that_one_is_not_at() -> None:
    """Who has left a table, and who was never at one, can ask nothing of it; nor is anything written down."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        await ben.leave()
        eve = await world.guest("Eve")
        await world.wait(5)
        before = await lengths(world)
        for make in AT_A_TABLE:
            assert await refused(ben, make) is ErrorCode.NOT_SEATED
            assert await refused(eve, make) is ErrorCode.NOT_SEATED
            await world.wait(1)
        assert await lengths(world) == before
        assert ann.view.phase.value == "playing"


@in_virtual_time
async def test_whoever_looks_on_acts_for_nobody() -> None:
    """A spectator can do nothing that a seat is needed for, whichever seat they name."""
    async with a_world() as world:
        ann, _ = await two_playing(world)
        eve = await world.guest("Eve")
        assert isinstance(await eve.watch(ann.view.table), Seated)
        before = await lengths(world)
        for make in AT_A_TABLE[:-2]:
            assert await refused(eve, make) in {ErrorCode.NOT_SEATED, ErrorCode.STALE}
            await world.wait(1)
        assert await lengths(world) == before


@in_virtual_time
async def test_out_of_turn_and_in_the_name_of_others() -> None:
    """Nobody acts twice, acts for another seat, or uses an id of somebody else to get their answer."""
    async with a_world() as world:
        ann, ben = await two_playing(world)
        taken = Act(next(world._ids), ann.view.seq, bid(1))
        first = await ann.repeat(taken)
        assert isinstance(first, Accepted)
        assert await refused(ann, lambda number: Act(number, ann.view.seq, bid(2))) is ErrorCode.ILLEGAL_ACTION
        # Both are awaited at once: it is Ben's own bid, and not the answer that Ann got.
        answer = await ben.repeat(taken)
        assert isinstance(answer, Accepted)
        assert answer.seq > first.seq


@pytest.mark.parametrize("options", [{"deals": 2**62}, {"x" * 1000: 1}, {f"o{number}": 1 for number in range(60)}])
@in_virtual_time
async def test_a_setup_beyond_all_bounds(options: dict[str, bool | int | str]) -> None:
    """Options that there are not, or not so large, are refused in words that are short however long theirs are."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        answer = await ann.ask(lambda number: OpenTable(number, Setup("lots", 3, options)))
        assert isinstance(answer, Refused)
        assert answer.code in {ErrorCode.INVALID_SETUP, ErrorCode.INVALID_MESSAGE}
        assert len(answer.text) < 1000
        assert await lengths(world) == {}
