"""Stalls, wakeups, clocks, absence and correspondence at a host."""

import asyncio
from collections.abc import Awaitable, Iterator

import pytest

from protocol.lobby import EnterLobby, LobbyChanged, SayInLobby
from protocol.message import Seat
from protocol.messages import Happened, ListTables, Refused, Seated, TableChanged, Tables, TableShown
from protocol.setup import USUAL, Clock, Setup, TableTime
from protocol.table import Absence, SetAway, SetPause, StoodIn, TablePhase, TableView, TimedOut
from server.host.clock import AGAIN_SECONDS, BEAT_SECONDS, LENIENCE_SECONDS, STEP_SECONDS, StallDetector, Wakeups
from server.tables.clock import GRACE_SECONDS
from server.tables.heading import Heading
from tests.server.host.pastime import DAY, bids, events, listen, seat, stall, time_of, two_playing, until
from tests.server.host.world import Guest, World, a_world, in_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_stall_is_felt_at_once() -> None:
    """Whoever needs to know need not wait for the next beat; and nothing is counted twice."""
    stalls = StallDetector()
    stalls.start()
    stall(5)
    stalls.feel()
    felt = stalls.lost
    assert 5 - BEAT_SECONDS <= felt <= 5
    await asyncio.sleep(1)
    assert stalls.lost == felt
    stalls.stop()


@in_virtual_time
async def test_nothing_is_noticed_while_no_clock_runs() -> None:
    """Without a clock there is no beat; with the last one it ends."""
    stalls = StallDetector()
    stalls.feel()
    for _ in range(2):
        stalls.start()
    stalls.stop()
    stalls.stop()
    stall(5)
    stalls.feel()
    await asyncio.sleep(1)
    assert stalls.lost == 0


def brief(code: str, wake: float | None) -> Heading:
    """Give the heading of a table that has to be woken after so long."""
    return Heading(code, 0.0, Setup("lots", 3), TablePhase.PLAYING, (), "", "ann", arrangement=USUAL, wake=wake)


class Woken:
    """Which tables were woken, and when."""

    def __init__(self) -> None:
        """Begin now."""
        self._loop = asyncio.get_running_loop()
        self._start = self._loop.time()
        self.when: list[tuple[str, float]] = []
        self.wakeups = Wakeups(lambda code: self.when.append((code, round(self._loop.time() - self._start, 3))))


@in_virtual_time
async def test_each_in_its_turn() -> None:
    """A table is woken when its moment has come, the earlier one first, and once."""
    woken = Woken()
    woken.wakeups.note(brief("late", 20))
    woken.wakeups.note(brief("early", 10))
    woken.wakeups.note(brief("early too", 10))
    await asyncio.sleep(100)
    assert woken.when == [("early", 10), ("early too", 10), ("late", 20)]


@in_virtual_time
async def test_the_last_word_counts() -> None:
    """A new moment takes the place of the old one, and what may sleep is not woken."""
    woken = Woken()
    woken.wakeups.note(brief("moved", 10))
    woken.wakeups.note(brief("asleep", 10))
    woken.wakeups.note(brief("moved", 30))
    woken.wakeups.note(brief("asleep", None))
    await asyncio.sleep(100)
    assert woken.when == [("moved", 30)]
    assert woken.wakeups.lapsed("asleep") == 0


@in_virtual_time
async def test_a_reminder_does_not_set_the_clock() -> None:
    """The clock runs from the last record on, whatever the table is reminded of; a table in trouble begins anew."""
    woken = Woken()
    woken.wakeups.note(brief("a", 10))
    await asyncio.sleep(50)
    woken.wakeups.remind("a", 10)
    assert woken.wakeups.lapsed("a") == 50
    woken.wakeups.set("a", AGAIN_SECONDS)
    assert woken.wakeups.lapsed("a") == 0
    await asyncio.sleep(100)
    assert woken.when == [("a", 10), ("a", 50 + AGAIN_SECONDS)]


@in_virtual_time
async def test_not_all_at_once() -> None:
    """A server that starts wakes its tables one after the other; those that may sleep are left alone."""
    woken = Woken()
    woken.wakeups.fill([brief(str(number), 0.0 if number % 2 else None) for number in range(6)])
    await asyncio.sleep(100)
    assert woken.when == [("1", 0), ("3", STEP_SECONDS), ("5", 2 * STEP_SECONDS)]


def pictures(guest: Guest, since: int = 0) -> Iterator[TableView]:
    """Give every picture that someone was shown, from the so many-th message on."""
    for message in guest.heard[since:]:
        view = message.view if isinstance(message, Happened | Seated | TableChanged | TableShown | Refused) else None
        if view is not None:
            yield view


def clocks(guest: Guest, since: int) -> list[TableTime]:
    """Give every clock that someone was shown."""
    return [view.time for view in pictures(guest, since) if view.time is not None]


async def hear_now(guest: Guest) -> None:
    """Hear whatever has arrived."""
    await listen(guest, 0.001)


@in_world
async def test_a_spectator_changes_no_clock(world: World) -> None:
    """Whoever begins to watch, or ends it, lets the time of the person on turn run on."""
    ann, ben = await two_playing(world, Clock(30, 10))
    await ann.bid(1)
    await hear_now(ben)
    due, heard = time_of(ben).deadline, len(ben.heard)
    eve = await world.guest("Eve")
    await listen(ben, 25)
    await eve.watch(ben.view.table)
    assert time_of(eve).now == pytest.approx(world.now(), abs=0.01)
    await hear_now(ben)
    assert time_of(ben).left == pytest.approx(15, abs=0.1)
    await listen(ben, 5)
    await eve.leave()
    await hear_now(ben)
    assert time_of(ben).left == pytest.approx(10, abs=0.1)
    assert [clock.deadline for clock in clocks(ben, heard)] == [pytest.approx(due, abs=0.01)] * 2


@in_virtual_time
async def test_a_clock_that_waits_for_people_has_no_deadline() -> None:
    """While time runs for nobody because they are on their way back to a new server, no deadline is shown."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, _ = await two_playing(world, Clock(30))
        await ann.bid(1)
    async with a_world(store, number=1) as world:
        again = await world.back(ann)
        await again.join(ann.view.table)
        assert time_of(again).deadline is None
        assert time_of(again).left == pytest.approx(30, abs=0.1)
        assert seat(again, 1).grace == pytest.approx(world.now() + GRACE_SECONDS, abs=0.1)


ANN, BEN = Seat(0), Seat(1)


@in_world
async def test_out_of_time(world: World) -> None:
    """Who does not act by the deadline that everyone was told is acted for, and not before."""
    ann, ben = await two_playing(world, Clock(30, 20))
    await ann.bid(1)
    assert time_of(ann).seats == (BEN,)
    deadline = time_of(ann).deadline
    assert deadline is not None
    assert deadline == pytest.approx(world.now() + 50, abs=1)
    late = await until(ben, TimedOut)
    assert late == TimedOut(BEN, "Ben")
    assert deadline <= world.now() <= deadline + 2 * LENIENCE_SECONDS
    await ann.until(lambda view: view.waits_for != ())


async def later(seconds: float, doing: Awaitable[None]) -> None:
    """Do something after so long."""
    await asyncio.sleep(seconds)
    await doing


@in_world
async def test_a_stall_moves_the_deadline(world: World) -> None:
    """Time in which the server did nothing does not count: the deadline is later by it, and that is told."""
    ann, ben = await two_playing(world, Clock(30))
    await ann.bid(1)
    await ben.until(lambda _: bids(ben)[0] is not None)
    told = time_of(ben).deadline
    assert told is not None
    await listen(ben, 10)
    stall(100)
    await until(ben, TimedOut)
    assert world.now() == pytest.approx(told + 100, abs=1.5)
    shown = [message.view.time for message in ben.heard if isinstance(message, Happened | TableChanged)]
    assert any(time.deadline == pytest.approx(told + 100, abs=1.5) for time in shown if time and time.deadline)


@in_virtual_time
async def test_nobody_loses_time_on_the_way_back_to_a_server_that_has_started_again() -> None:
    """Whoever is there first does not let the others' time run: it begins when they are back."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world, Clock(30))
        await ann.bid(1)
    async with a_world(store, number=1) as world:
        again = await world.back(ann)
        await again.join(ann.view.table)
        await listen(again, 20)
        other = await world.back(ben)
        await other.join(ann.view.table)
        assert time_of(other).left == pytest.approx(30, abs=1.5)
        assert time_of(other).deadline == pytest.approx(world.now() + 30, abs=1.5)
        await other.hang_up()
        await listen(again, 10)
        assert time_of(again).deadline == pytest.approx(world.now() + 20, abs=1.5)
        await until(again, TimedOut)


@in_world
async def test_a_store_that_fails_when_everybody_goes(world: World) -> None:
    """What cannot be written down then is given back, and the table can be come to again."""
    ann, ben = await two_playing(world, Clock(30))
    await listen(ben, 10)
    world.store.break_down()
    for guest in (ann, ben):
        await guest.hang_up()
    world.store.mend()
    again = await world.back(ben)
    await again.join(ben.view.table)
    assert time_of(again).left == pytest.approx(30, abs=1.5)


@in_world
async def test_a_lost_connection(world: World) -> None:
    """The others see it at once, and until when it is waited for; then a bot plays on, and the seat stays theirs."""
    ann, ben = await two_playing(world)
    await ben.hang_up()
    gone = world.now()
    await ann.until(lambda _: not seat(ann, BEN).here)
    assert seat(ann, BEN).grace == gone + GRACE_SECONDS
    assert not seat(ann, BEN).away
    assert await until(ann, StoodIn) == StoodIn(BEN, "Ben", "plain", Absence.LOST)
    assert world.now() == gone + GRACE_SECONDS
    assert (seat(ann, BEN).away, seat(ann, BEN).bot, seat(ann, BEN).grace) == (True, "plain", None)


@in_world
async def test_a_moment_before_the_grace_ends(world: World) -> None:
    """What happens a hair before, when the loop lets the timer go off, does not make the table look for ever."""
    ann, ben = await two_playing(world)
    await ben.hang_up()
    asyncio.get_running_loop().call_at(world.now() + GRACE_SECONDS - 1e-12, str)
    assert await until(ann, StoodIn) == StoodIn(BEN, "Ben", "plain", Absence.LOST)


@in_virtual_time
async def test_after_a_start_of_the_server() -> None:
    """Everyone is waited for anew."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world)
        await ben.hang_up()
        await listen(ann, GRACE_SECONDS - 1)
    async with a_world(store, number=1) as world:
        again = await world.back(ann)
        await again.join(ann.view.table)
        await listen(again, GRACE_SECONDS - 1)
        assert not events(again, StoodIn)
        await until(again, StoodIn)


async def away(guest: Guest, *, gone: bool = True) -> object:
    """Step away, or be back."""
    return await guest.ask(lambda number: SetAway(number, gone))


async def pause(guest: Guest, *, paused: bool = True) -> object:
    """Ask for a pause, or for its end."""
    return await guest.ask(lambda number: SetPause(number, paused))


BENS_SEAT = Seat(1)


@in_world
async def test_correspondence_goes_on_with_nobody_there(world: World) -> None:
    """Where a move has days the time runs out though nobody is connected, and visits do not renew it."""
    ann, ben = await two_playing(world, Clock(DAY))
    await ann.bid(1)
    start = world.now()
    for guest in (ann, ben):
        await guest.hang_up()
    await world.wait(DAY / 2)
    again = await world.back(ann)
    await again.join(ann.view.table)
    deadline = time_of(again).deadline
    assert deadline == pytest.approx(start + DAY, abs=2)
    await again.hang_up()
    await world.wait(DAY / 2 + 60)
    again = await world.back(ann)
    await again.join(ann.view.table, ann.view.seq)
    assert events(again, TimedOut) == [TimedOut(BENS_SEAT, "Ben")]


@in_virtual_time
async def test_correspondence_after_a_start() -> None:
    """A server that starts finds the tables that wait for a deadline; a few hours at most are given back."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world, Clock(2 * DAY))
        await ann.bid(1)
        for guest in (ann, ben):
            await guest.hang_up()
        await world.wait(DAY)
    await asyncio.sleep(5 * DAY)
    async with a_world(store, number=1) as world:
        start = world.now()
        await world.wait(0.7 * DAY)
        again = await world.back(ann)
        await again.join(ann.view.table)
        deadline = time_of(again).deadline
        assert deadline is not None
        assert DAY - 60 <= deadline - start <= DAY + 6 * 3600 + 60
        await again.hang_up()
        await world.wait(deadline - world.now() + 60)
        again = await world.back(ann)
        await again.join(ann.view.table, ann.view.seq)
        assert events(again, TimedOut) == [TimedOut(BENS_SEAT, "Ben")]


async def shown(guest: Guest) -> float:
    """Give the deadline that someone reads in the list."""
    answer = await guest.ask(ListTables)
    assert isinstance(answer, Tables), answer
    deadline = answer.tables[0].deadline
    assert deadline is not None
    return deadline


@in_world
async def test_a_lobby_that_is_open_is_told_of_a_clock_that_was_set(world: World) -> None:
    """With the next news of anything, whoever plays by correspondence reads when time really runs out."""
    ann, ben = await two_playing(world, Clock(2 * DAY))
    await ann.bid(1)
    await ben.ask(EnterLobby)
    await listen(ben, 5)
    world.skew = 5 * DAY
    told = len(ben.heard)
    await ann.ask(lambda number: SayInLobby(number, "hello"))
    await listen(ben, 5)
    entries = [entry for news in ben.heard[told:] if isinstance(news, LobbyChanged) for entry in news.tables]
    (deadline,) = [entry.deadline for entry in entries]
    assert deadline == pytest.approx(world.now() + 7 * DAY, abs=12)
    assert not await more_tables(ann, ben)


async def more_tables(ann: Guest, ben: Guest) -> bool:
    """Say whether the next news tell of tables once more."""
    told = len(ben.heard)
    await ann.ask(lambda number: SayInLobby(number, "hello again"))
    await listen(ben, 5)
    return any(isinstance(news, LobbyChanged) and news.tables for news in ben.heard[told:])


@pytest.mark.parametrize("set_by", [-3 * DAY, 400.0, 5 * DAY])
@in_virtual_time
async def test_the_list_says_when_time_really_runs_out(set_by: float) -> None:
    """Whoever sets the clock of the machine, or starts the server anew, changes what is left for nobody."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await two_playing(world, Clock(2 * DAY))
        await ann.bid(1)
        left = 2 * DAY
        assert await shown(ben) - world.now() == pytest.approx(left, abs=2)
        await world.wait(DAY / 8)
        left -= DAY / 8
        world.skew = set_by
        assert await shown(ben) - world.now() - world.skew == pytest.approx(left, abs=2)
        for guest in (ann, ben):
            await guest.hang_up()
    await asyncio.sleep(5 * DAY)
    async with a_world(store, number=1) as world:
        world.skew = set_by
        again = await world.back(ben)
        # What had run since the last record is given back.
        deadline = await shown(again)
        assert deadline - world.now() - world.skew == pytest.approx(2 * DAY, abs=2)
        await again.hang_up()
        await world.wait(2 * DAY - 60)
        world.skew = 0.0
        again = await world.back(ben)
        assert await shown(again) - world.now() == pytest.approx(60, abs=2)
        await again.join(ann.view.table)
        await listen(again, 120)
        assert events(again, TimedOut) == [TimedOut(BENS_SEAT, "Ben")]


@in_world
async def test_a_table_of_correspondence_that_cannot_be_read(world: World) -> None:
    """While the store fails nobody runs out of time, and the table is looked at again by and by."""
    ann, ben = await two_playing(world, Clock(DAY))
    await ann.bid(1)
    for guest in (ann, ben):
        await guest.hang_up()
    world.store.break_down()
    await world.wait(2 * DAY)
    world.store.mend()
    await world.wait(DAY + 3600)
    again = await world.back(ann)
    await again.join(ann.view.table, ann.view.seq)
    assert events(again, TimedOut) == [TimedOut(BENS_SEAT, "Ben")]
