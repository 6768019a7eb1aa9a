"""How people meet: the quick way, rematches, and getting ready."""

import asyncio

import pytest

from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.messages import Accepted, FromClient, Happened, OpenTable, Ping, Pong, Refused, Seated
from protocol.setup import Arrangement, Clock, Setup
from protocol.table import (
    Event,
    FillSeats,
    QuickTable,
    Readied,
    Rematch,
    RematchOffered,
    Removed,
    RemoveSeat,
    SetReady,
    TablePhase,
)
from server.host.limits import RETRY_SECONDS, Rate
from server.storage.store import AppendResult, Brief, Failed, StoreFault, Unknown
from tests.server.host.world import Answer, Guest, World, a_world, in_world, refusal
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

LOTS = Setup("lots", 3)


SHORT = Setup("lots", 2, {"deals": 1})


async def quickly(guest: Guest, setup: Setup = LOTS, *games: str) -> str:
    """Let someone sit down anywhere, and give the table."""
    answer = await guest.ask(lambda number: QuickTable(number, setup, games))
    assert isinstance(answer, Seated), answer
    assert answer.view.viewer is not None
    return answer.view.table


async def rematch(guest: Guest) -> Answer:
    """Ask for another game."""
    return await guest.ask(Rematch)


async def two_at_the_end(world: World, setup: Setup = SHORT) -> tuple[Guest, Guest, str]:
    """Give two people who have just played a game to its end, and their table."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    code = await ann.open(setup)
    await ben.join(code)
    await ann.begin()
    await ann.until_my_turn()
    await ann.bid()
    await ben.until(lambda view: view.seq == ann.view.seq)
    await ben.bid()
    for guest in (ann, ben):
        await guest.until(lambda view: view.phase is TablePhase.OVER)
    return ann, ben, code


# Quickly


@in_world
async def test_the_quick_way_makes_a_table_where_nobody_waits(world: World) -> None:
    """The first to come in a hurry waits at a new table, the next ones sit down there."""
    ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
    code = await quickly(ann)
    assert await quickly(ben) == code
    assert await quickly(cat) == code
    assert cat.view.viewer == 2
    dan = await world.guest("Dan")
    assert await quickly(dan) != code


@in_world
async def test_the_quick_way_leads_back_to_ones_own_table(world: World) -> None:
    """Who waits already does not take a second seat elsewhere."""
    ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
    code = await ann.open(LOTS)
    fuller = await ben.open(LOTS)
    await cat.join(fuller)
    assert await quickly(ann) == code
    await ann.hang_up()
    assert await quickly(await world.back(ann)) == code


@in_world
async def test_the_quick_way_leads_to_any_game_that_will_do(world: World) -> None:
    """Whoever waits is joined, whatever the options; without someone who waits the table is of one's own choice."""
    ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
    code = await quickly(ann, SHORT, "chwech")
    assert ann.view.setup.game == SHORT.game
    assert await quickly(ben, Setup("lots", 4), "chwech") != code
    assert await quickly(cat, Setup("lots", 4), "lots") in {code, ben.view.table}


@pytest.mark.parametrize(
    ("setup", "arrangement"),
    [
        (Setup("lots", 4), Arrangement()),
        (Setup("lots", 3, {"deals": 1}), Arrangement()),
        (LOTS, Arrangement(listed=False)),
        (LOTS, Arrangement(Clock(86_400.0))),
    ],
)
@in_world
async def test_the_quick_way_leads_to_fitting_tables_only(world: World, setup: Setup, arrangement: Arrangement) -> None:
    """Another game, a table that is in no list, and one with days for a move are passed over."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    answer = await ann.ask(lambda number: OpenTable(number, setup, arrangement=arrangement))
    assert isinstance(answer, Seated)
    assert await quickly(ben) != answer.view.table


@in_world
async def test_the_quick_way_passes_by_where_one_was_removed(world: World) -> None:
    """A person is not led to a table where they cannot sit down."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    code = await ann.open(LOTS)
    await ben.join(code)
    await ann.ask(lambda number: RemoveSeat(number, Seat(1)))
    assert await quickly(ben) != code


@in_world
async def test_the_quick_way_passes_by_where_nobody_is(world: World) -> None:
    """A table that all have left for a while is asleep: nobody waits there."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    code = await ann.open(LOTS)
    await ann.hang_up()
    assert await quickly(ben) != code


@in_world
async def test_the_quick_way_takes_a_bots_seat_before_the_game(world: World) -> None:
    """A seat that a bot only keeps warm is as good as a free one."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    code = await ann.open(LOTS)
    await ann.ask(FillSeats)
    assert await quickly(ben) == code


@in_world
async def test_people_in_a_hurry_at_once(world: World) -> None:
    """Many who come at the same moment fill one table after the other, and nobody is turned away."""
    host = await world.guest("Hywel")
    await host.open(Setup("lots", 4))
    people = [await world.guest(f"Guest {number}") for number in range(11)]
    tables = await asyncio.gather(*(quickly(guest, Setup("lots", 4)) for guest in people))
    assert max(tables.count(table) for table in set(tables)) <= 4
    assert all(guest.view.viewer is not None for guest in people)


# Once more


@in_world
async def test_a_rematch_brings_the_same_people_together(world: World) -> None:
    """The first who wants another game makes the table, the other is told of it and follows, and it begins."""
    ann, ben, code = await two_at_the_end(world)
    dealer = ben.view.setup.first_dealer
    answer = await rematch(ben)
    assert isinstance(answer, Seated)
    assert answer.view.table != code
    assert answer.view.viewer == 1
    assert answer.view.kept == ("Ann", "")
    assert answer.view.setup.first_dealer == (dealer + 1) % 2
    view = await ann.until(lambda view: bool(view.rematch))
    assert view.rematch == answer.view.table
    offers = [message.event for message in ann.heard if isinstance(message, Happened)][-1:]
    assert offers == [RematchOffered(answer.view.table, Seat(1))]
    seated = await rematch(ann)
    assert isinstance(seated, Seated)
    assert (seated.view.table, seated.view.viewer) == (answer.view.table, 0)
    for guest in (ann, ben):
        await guest.until_my_turn()


@in_world
async def test_a_rematch_asked_for_at_once(world: World) -> None:
    """Both may press the key in the same moment: there is one table."""
    ann, ben, code = await two_at_the_end(world)
    first, second = await asyncio.gather(rematch(ann), rematch(ben))
    assert isinstance(first, Seated)
    assert isinstance(second, Seated)
    assert first.view.table == second.view.table != code
    for guest in (ann, ben):
        await guest.until_my_turn()


@in_virtual_time
async def test_following_to_the_next_game_makes_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who is first to ask for another game makes its table; whoever follows may have made as many as may be."""
    monkeypatch.setattr("server.host.directory.OPENINGS", Rate(1 / 30, 1))
    async with a_world() as world:
        ann, ben, code = await two_at_the_end(world)
        assert refusal(await rematch(ann)) is ErrorCode.TOO_MANY
        first = await rematch(ben)
        assert isinstance(first, Seated)
        followed = await rematch(ann)
        assert isinstance(followed, Seated)
        assert followed.view.table == first.view.table != code


POINTS = range(6)  # Which of the next appends goes wrong: at least as many as a rematch takes.


class FailingOnce(FaultyStore):
    """A store of which one append goes wrong."""

    def __init__(self) -> None:
        """Begin healthy."""
        super().__init__()
        self.left = -1  # How many appends go well before one does not; less than none where all do.
        self.fault: AppendResult = Failed("a fault")  # What goes wrong.
        self.stored = False  # Whether the record is kept nevertheless.

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record, or go wrong."""
        self.left -= 1
        if self.left != -1:
            return await super().append(log, expect, record, brief)
        if self.stored:
            await super().append(log, expect, record, brief)
        return self.fault


async def insist(guest: Guest, command: FromClient) -> Answer:
    """Repeat a command until its outcome is known."""
    for _ in range(20):
        answer = await guest.repeat(command)
        if not isinstance(answer, Refused) or answer.code not in (ErrorCode.SERVER_FAULT, ErrorCode.UNKNOWN_OUTCOME):
            return answer
        await asyncio.sleep(2 * RETRY_SECONDS)
    raise AssertionError("the store never mends")


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(("fault", "stored"), [(Failed("x"), False), (Unknown("x"), False), (Unknown("x"), True)])
@in_virtual_time
async def test_a_rematch_is_one_table_whatever_fails(point: int, fault: AppendResult, *, stored: bool) -> None:
    """Whichever append fails or is in doubt: both are on their seats at the same new table in the end, and play."""
    store = FailingOnce()
    async with a_world(store) as world:
        ann, ben, _ = await two_at_the_end(world)
        before = {*store.logs}
        store.left, store.fault, store.stored = point, fault, stored
        first, second = [await insist(guest, Rematch(10**15)) for guest in (ann, ben)]
        assert isinstance(first, Seated)
        assert isinstance(second, Seated)
        (code,) = {*store.logs} - before
        assert first.view.table == second.view.table == code
        assert (first.view.viewer, second.view.viewer) == (0, 1)
        for guest in (ann, ben):
            await guest.until(lambda view: view.table == code and view.phase is TablePhase.PLAYING)
            told = [message for message in guest.heard if isinstance(message, Happened)]
            assert len({(message.view.table, message.seq) for message in told}) == len(told)


def answers(guest: Guest, number: int) -> list[str]:
    """Give what a command was answered with, all of it."""
    return [type(message).__name__ for message in guest.heard if getattr(message, "id", None) == number]


@in_virtual_time
async def test_who_is_in_a_hurry_is_answered_once() -> None:
    """A table whose log cannot be read is passed over: one is refused, or seated at another, and never both."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open(Setup("lots", 3))
        store.break_down()
        await ann.leave()
        assert isinstance(await ben.repeat(QuickTable(10**15, Setup("lots", 3))), Refused)
        store.mend()
        read, unreadable = store.read, code

        async def read_others(log: str) -> tuple[bytes, ...]:
            if log == unreadable:
                raise StoreFault("a page is damaged")
            return await read(log)

        store.read = read_others  # type: ignore[method-assign]  # one log alone is damaged
        assert isinstance(await ben.repeat(QuickTable(10**15 + 1, Setup("lots", 3))), Seated)
        assert ben.view.table != code
        assert isinstance(await ben.repeat(Ping(10**15 + 2)), Pong)
        assert [answers(ben, 10**15 + more) for more in range(2)] == [["Refused"], ["Seated"]]


def events(guest: Guest) -> list[Event]:
    """Give what happened, as someone has heard it."""
    return [message.event for message in guest.heard if isinstance(message, Happened)]


@in_world
async def test_who_is_removed_is_told_and_is_at_no_table(world: World) -> None:
    """A removed person hears it with the others, and nothing of that table after it; they cannot come back."""
    ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
    code = await ann.open()
    await ben.join(code)
    await cat.join(code)
    assert isinstance(await ann.ask(lambda number: RemoveSeat(number, Seat(1))), Accepted)
    view = await ben.until(lambda view: view.viewer is None)
    assert view.seats[1] is None
    assert events(ben)[-1] == Removed(Seat(1), "Ben")
    assert isinstance(await cat.ask(lambda number: SetReady(number, ready=True)), Accepted)
    refused = await ben.ask(lambda number: SetReady(number, ready=True))
    assert isinstance(refused, Refused)
    assert refused.text == "you are at no table: open or join one first"
    assert Readied(Seat(2), ready=True) not in events(ben)
    back = await ben.join(code)
    assert isinstance(back, Refused)
    assert back.text.startswith("the host has removed you")
    assert cat.view.seats[1] is None
