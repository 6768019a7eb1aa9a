"""The quick way to a table, and another game of the same people."""

import asyncio

import pytest

from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.messages import Happened, OpenTable, Refused, Seated
from protocol.seating import FillSeats, QuickTable, Rematch, RematchOffered, RemoveSeat
from protocol.setup import Arrangement, Clock, Setup
from protocol.tableview import TablePhase
from server.host.configuration import HostConfiguration
from server.host.limits import Rate
from tests.server.host.world import Answer, Guest, World, a_world
from tests.server.virtual_time import in_virtual_time

LOTS = Setup("lots", 3)
SHORT = Setup("lots", 2, {"deals": 1})


async def quickly(guest: Guest, setup: Setup = LOTS) -> str:
    """Let somebody sit down anywhere, and give the table."""
    answer = await guest.ask(lambda number: QuickTable(number, setup))
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


@in_virtual_time
async def test_the_quick_way_makes_a_table_where_nobody_waits() -> None:
    """The first to come in a hurry waits at a new table, the next ones sit down there."""
    async with a_world() as world:
        ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
        code = await quickly(ann)
        assert await quickly(ben) == code
        assert await quickly(cat) == code
        assert cat.view.viewer == 2
        dan = await world.guest("Dan")
        assert await quickly(dan) != code


@in_virtual_time
async def test_the_quick_way_leads_to_where_most_are_waiting() -> None:
    """Of several tables the one with the most people is chosen."""
    async with a_world() as world:
        people = [await world.guest(name) for name in ("Ann", "Ben", "Cat", "Dan")]
        await people[0].open(LOTS)
        fuller = await people[1].open(LOTS)
        await people[2].join(fuller)
        assert await quickly(people[3]) == fuller


@in_virtual_time
async def test_the_quick_way_leads_back_to_ones_own_table() -> None:
    """Who waits already does not take a second seat elsewhere."""
    async with a_world() as world:
        ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
        code = await ann.open(LOTS)
        fuller = await ben.open(LOTS)
        await cat.join(fuller)
        assert await quickly(ann) == code
        await ann.hang_up()
        assert await quickly(await world.back(ann)) == code


@pytest.mark.parametrize(
    ("setup", "arrangement"),
    [
        (Setup("lots", 4), Arrangement()),
        (Setup("lots", 3, {"deals": 1}), Arrangement()),
        (LOTS, Arrangement(listed=False)),
        (LOTS, Arrangement(Clock(86_400.0))),
    ],
)
def test_the_quick_way_leads_to_fitting_tables_only(setup: Setup, arrangement: Arrangement) -> None:
    """Another game, a table that is in no list, and one with days for a move are passed over."""

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            ann, ben = await world.guest("Ann"), await world.guest("Ben")
            answer = await ann.ask(lambda number: OpenTable(number, setup, arrangement=arrangement))
            assert isinstance(answer, Seated)
            assert await quickly(ben) != answer.view.table

    scene()


@in_virtual_time
async def test_the_quick_way_passes_by_where_one_was_removed() -> None:
    """A person is not led to a table where they cannot sit down."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open(LOTS)
        await ben.join(code)
        await ann.ask(lambda number: RemoveSeat(number, Seat(1)))
        assert await quickly(ben) != code


@in_virtual_time
async def test_the_quick_way_passes_by_where_nobody_is() -> None:
    """A table that all have left for a while is asleep: nobody waits there."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open(LOTS)
        await ann.hang_up()
        assert await quickly(ben) != code


@in_virtual_time
async def test_the_quick_way_takes_a_bots_seat_before_the_game() -> None:
    """A seat that a bot only keeps warm is as good as a free one."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open(LOTS)
        await ann.ask(FillSeats)
        assert await quickly(ben) == code


@in_virtual_time
async def test_people_in_a_hurry_at_once() -> None:
    """Many who come at the same moment fill one table after the other, and nobody is turned away."""
    async with a_world() as world:
        host = await world.guest("Hywel")
        await host.open(Setup("lots", 4))
        people = [await world.guest(f"Guest {number}") for number in range(11)]
        tables = await asyncio.gather(*(quickly(guest, Setup("lots", 4)) for guest in people))
        assert max(tables.count(table) for table in set(tables)) <= 4
        assert all(guest.view.viewer is not None for guest in people)


@in_virtual_time
async def test_an_unknown_game_is_refused() -> None:
    """Who is in a hurry for a game that is not played here is told which games are."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        refused = await ann.ask(lambda number: QuickTable(number, Setup("whist", 4)))
        assert isinstance(refused, Refused)
        assert refused.text == "there is no game 'whist' here: choose among lots"


# Once more


@in_virtual_time
async def test_a_rematch_brings_the_same_people_together() -> None:
    """The first who wants another game makes the table, the other is told of it and follows, and it begins."""
    async with a_world() as world:
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


@in_virtual_time
async def test_a_rematch_asked_for_at_once() -> None:
    """Both may press the key in the same moment: there is one table."""
    async with a_world() as world:
        ann, ben, code = await two_at_the_end(world)
        first, second = await asyncio.gather(rematch(ann), rematch(ben))
        assert isinstance(first, Seated)
        assert isinstance(second, Seated)
        assert first.view.table == second.view.table != code
        for guest in (ann, ben):
            await guest.until_my_turn()


def test_following_to_the_next_game_makes_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who is first to ask for another game makes its table; whoever follows may have made as many as may be."""
    monkeypatch.setattr("server.host.lobby.directory.OPENINGS", Rate(1 / 30, 1))

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            ann, ben, code = await two_at_the_end(world)
            refused = await rematch(ann)
            assert isinstance(refused, Refused)
            assert refused.code is ErrorCode.TOO_MANY
            first = await rematch(ben)
            assert isinstance(first, Seated)
            followed = await rematch(ann)
            assert isinstance(followed, Seated)
            assert followed.view.table == first.view.table != code

    scene()


@in_virtual_time
async def test_a_rematch_survives_a_crash_between_its_two_tables() -> None:
    """Where the new table could not be stored, whoever asks again makes it, by the words that all were told."""
    async with a_world() as world:
        ann, ben, code = await two_at_the_end(world)
        answer = await rematch(ann)
        assert isinstance(answer, Seated)
        await world.wait(1)
        store = world.store
    # What a crash just before the second append leaves behind.
    store.execute("DELETE FROM records WHERE log = ?", answer.view.table)
    store.execute("DELETE FROM logs WHERE log = ?", answer.view.table)
    async with a_world(store) as world:
        bnew = await world.back(ben)
        shown = await bnew.join(code)
        assert isinstance(shown, Seated)
        assert shown.view.rematch == answer.view.table
        made = await rematch(bnew)
        assert isinstance(made, Seated)
        assert made.view.table == answer.view.table
        assert made.view.viewer == 1


@in_virtual_time
async def test_a_rematch_waits_for_the_store() -> None:
    """While nothing can be stored the wish is refused, at either table, and done once it is repeated."""
    async with a_world() as world:
        ann, ben, _ = await two_at_the_end(world)
        world.store.break_down()
        refused = await rematch(ann)
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.SERVER_FAULT
        world.store.mend()
        await world.wait(10)
        assert isinstance(await rematch(ben), Seated)
        world.store.break_down()
        refused = await rematch(ann)
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.SERVER_FAULT
        world.store.mend()
        await world.wait(10)
        assert isinstance(await rematch(ann), Seated)


@in_virtual_time
async def test_tables_for_rematches_are_counted() -> None:
    """Who has too many unfinished tables gets none by a rematch either."""
    async with a_world() as world:
        ann, _, _ = await two_at_the_end(world)
        world.host.configure(HostConfiguration(tables_per_account=0))
        refused = await rematch(ann)
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.TOO_MANY
