"""Several connections of one person, and what a connection may not do."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from chwech_tui.link import Identity, Link, News, Route
from protocol.aio import ClientChannel
from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.messages import (
    Accepted,
    Act,
    Begin,
    Continue,
    FromClient,
    Goodbye,
    Happened,
    Hello,
    JoinTable,
    LeaveTable,
    OpenTable,
    Ping,
    Refused,
    Seated,
    TableChanged,
    WatchTable,
)
from protocol.setup import Arrangement, Setup
from protocol.table import (
    PHRASES,
    FillSeats,
    GiveHost,
    QuickTable,
    Rematch,
    RemoveSeat,
    Resign,
    Said,
    SayAtTable,
    SetAway,
    SetPause,
    SetReady,
)
from server.host.limits import REMARKS
from server.host.terms import LOCAL, PUBLIC
from tests.pipes import pair
from tests.server.host.pastime import events, listen, two_playing
from tests.server.host.world import CODEC, Guest, World, a_world, in_world, refusal
from tests.server.lots import bid
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


async def device(world: World, person: Guest, run: str) -> Guest:
    """Let someone come by another device, whose client has drawn this word."""
    guest = await world.stranger()
    await guest.channel.send(Hello((1, 1), "test", token=person.token, run=run))
    await guest.hear()
    return guest


@in_world
async def test_who_comes_back_unasked_takes_no_seat_from_another_device(world: World) -> None:
    """A laptop that finds its network again leaves the seat to the phone on which its owner plays by now."""
    ann, ben = await two_playing(world)
    table, seq = ann.view.table, ann.view.seq
    laptop = await device(world, ann, "laptop")
    assert isinstance(await laptop.join(table), Seated)
    phone = await device(world, ann, "phone")
    assert isinstance(await phone.join(table), Seated)
    assert (await laptop.until_gone()).code == "superseded"
    for make in (JoinTable, WatchTable):
        again = await device(world, ann, "laptop")
        await again.channel.send(make(2**50, table, seq, back=True))
        assert (await again.until_gone()).code == "superseded"
    assert isinstance(await phone.bid(1), Accepted)
    by_hand = await device(world, ann, "laptop")
    assert isinstance(await by_hand.join(table), Seated)
    assert (await phone.until_gone()).code == "superseded"
    assert not events(ben, Said)


@in_world
async def test_who_comes_back_unasked_takes_the_place_of_their_own_lost_connection(world: World) -> None:
    """The same run of a client comes again before anybody has noticed that its connection is cut: it has the seat."""
    ann, _ = await two_playing(world)
    table = ann.view.table
    cut = await device(world, ann, "laptop")
    await cut.join(table)
    again = await device(world, ann, "laptop")
    answer = await again.ask(lambda number: JoinTable(number, table, cut.view.seq, back=True))
    assert isinstance(answer, Seated)
    assert isinstance(await again.bid(1), Accepted)


@in_world
async def test_a_device_whose_clock_is_behind(world: World) -> None:
    """Whoever sits down is told which ids are spent: a device whose ids are smaller plays on with greater ones."""
    ann, ben = await two_playing(world)
    assert isinstance(await ann.repeat(SayAtTable(2**50, "from the device that is ahead")), Accepted)
    behind = await world.back(ann)
    seated = await behind.join(ann.view.table)
    assert isinstance(seated, Seated)
    assert seated.spent == 2**50
    assert refusal(await behind.repeat(Act(7, behind.view.seq, bid(1)))) is ErrorCode.STALE
    assert isinstance(await behind.repeat(Act(seated.spent + 1, behind.view.seq, bid(1))), Accepted)
    other = await ben.join(ben.view.table)
    assert isinstance(other, Seated)
    assert other.spent < 2**50


@in_world
async def test_what_one_device_left_is_not_taken_from_another(world: World) -> None:
    """A device repeats that it leaves, by a new connection, when its person sits there by another: that one stays."""
    ann, _ = await two_playing(world)
    again = await world.back(ann)
    code = ann.view.table
    for refused in (
        await again.ask(lambda number: LeaveTable(number, code)),
        await again.ask(lambda number: Resign(number, code)),
    ):
        assert refusal(refused) is ErrorCode.NOT_SEATED
    assert isinstance(await ann.bid(1), Accepted)
    assert refusal(await again.ask(lambda number: LeaveTable(number, "no-such-table"))) is ErrorCode.UNKNOWN_TABLE
    for _ in range(10):
        await world.wait(1)
        guess = await again.ask(lambda number: LeaveTable(number, "no-such-table"))
    assert refusal(guess) is ErrorCode.TOO_MANY


async def say_slowly(guest: Guest) -> None:
    """Say two things, one after the other."""
    for text in ("the disk is slow", "so the table is busy"):
        assert isinstance(await guest.ask(partial(SayAtTable, text=text)), Accepted)


@pytest.mark.parametrize(
    "way",
    [
        lambda number, _: OpenTable(number, Setup("lots", 2)),
        lambda number, _: QuickTable(number, Setup("lots", 2)),
        JoinTable,
        WatchTable,
    ],
    ids=["open", "quick", "join", "watch"],
)
@in_world
async def test_whoever_is_at_another_table_hears_nothing_of_the_one_before(
    world: World,
    way: Callable[[int, str], FromClient],
) -> None:
    """Whatever a table does after another one has seated someone, it tells them nothing, nor sends them away."""
    ann, ben = await two_playing(world)
    cat = await world.guest("Cat")
    other = await cat.open(Setup("lots", 4))
    before = ann.view.table
    world.store.delay = 2.0
    busy = asyncio.create_task(say_slowly(ben))
    await world.wait(0.1)
    going = asyncio.create_task(ann.ask(lambda number: way(number, other)))
    assert isinstance(await going, Seated)
    came, again = len(ann.heard), await world.back(ann)
    await again.join(before)
    await busy
    await listen(ann, 5)
    assert all(isinstance(one, TableChanged) and one.view.table != before for one in ann.heard[came:])


class Device:
    """A client with a line that can be cut."""

    def __init__(self, world: World, token: str) -> None:
        """Begin without a connection."""
        self.link = Link(Route(self._dial, Identity(token=token)), self._hear, world.now)
        self.heard: list[News] = []
        self.greetings = 0
        self.plugged = True
        self.serving: list[asyncio.Task[None]] = []
        self._world = world
        self._channel: ClientChannel | None = None
        self._stirred = asyncio.Event()

    async def _dial(self) -> ClientChannel:
        """Give a connection, where there is a line."""
        if not self.plugged:
            raise ConnectionRefusedError("no network")
        self.greetings += 1
        self._channel, theirs = pair(CODEC)
        self.serving.append(asyncio.create_task(self._world.host.serve(theirs, PUBLIC)))
        return self._channel

    def _hear(self, news: News) -> None:
        """Keep what is told."""
        self.heard.append(news)
        self._stirred.set()

    def sit(self, table: str) -> None:
        """Sit down."""
        self.link.ask(lambda number: JoinTable(number, table))

    def cut(self, *, plugged: bool) -> None:
        """Lose the connection, and the line with it or not."""
        self.plugged = plugged
        assert self._channel is not None
        self._channel.close()

    async def until(self, kind: type, times: int = 1) -> None:
        """Wait until so much of a kind was told."""
        async with asyncio.timeout(300):
            while sum(isinstance(news, kind) for news in self.heard) < times:
                self._stirred.clear()
                await self._stirred.wait()


@asynccontextmanager
async def running(world: World, token: str) -> AsyncIterator[Device]:
    """Let a device run."""
    device = Device(world, token)
    task = asyncio.create_task(device.link.run())
    try:
        yield device
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.gather(*device.serving)


@in_virtual_time
async def test_the_older_device_gives_way_once() -> None:
    """Whoever is superseded is told so and stays away; a whole day later there was no further connection."""
    async with a_world() as world, AsyncExitStack() as devices:
        ann, _ = await two_playing(world)
        laptop = await devices.enter_async_context(running(world, ann.token))
        laptop.sit(ann.view.table)
        await laptop.until(Seated)
        phone = await devices.enter_async_context(running(world, ann.token))
        phone.sit(ann.view.table)
        await phone.until(Seated)
        await laptop.until(Goodbye)
        await world.wait(86_400)
        assert (laptop.greetings, phone.greetings) == (1, 1)
        assert not any(isinstance(news, Goodbye) for news in phone.heard)


@pytest.mark.parametrize("outage", [5, 100, 1000])
@in_virtual_time
async def test_what_is_said_during_an_outage_is_said_after_it(outage: float) -> None:
    """What someone asks for while the line is down is done when it is up, also where a bot has stood in for them."""
    async with a_world() as world, AsyncExitStack() as devices:
        ann, ben = await two_playing(world)
        laptop = await devices.enter_async_context(running(world, ann.token))
        laptop.sit(ann.view.table)
        await laptop.until(Seated)
        for times in (2, 3, 4):
            laptop.cut(plugged=False)
            await world.wait(outage)
            number = laptop.link.ask(lambda number: SayAtTable(number, "I am on a train"))
            laptop.link.ask(lambda number: SetAway(number, away=True))
            await world.wait(1)
            laptop.plugged = True
            await laptop.until(Seated, times)
            await laptop.until(Accepted, 2 * (times - 1))
            assert not any(isinstance(news, Refused) for news in laptop.heard), number
        await listen(ben, 1)
        assert len(events(ben, Said)) == 3


async def left_a_private_table(world: World) -> tuple[Refused, Refused]:
    """Give what someone hears who has left a table before its game, then repeats that they come, and resigns."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    arrangement = Arrangement(watching=False)
    made = await ann.ask(lambda number: OpenTable(number, Setup("lots", 3), arrangement=arrangement))
    assert isinstance(made, Seated)
    code, sent = made.view.table, list[FromClient]()

    def come(number: int) -> JoinTable:
        sent.append(JoinTable(number, code))
        return JoinTable(number, code)

    assert isinstance(await eve.ask(come), Seated)
    await eve.leave()
    await ann.begin()
    (command,) = sent
    assert isinstance(command, JoinTable)
    again = await eve.repeat(command)
    gone = await eve.repeat(Resign(command.id, table=code))
    assert isinstance(again, Refused)
    assert isinstance(gone, Refused)
    return again, gone


@in_world
async def test_a_refusal_shows_nothing_of_a_private_table(world: World) -> None:
    """Whoever has left it before the game is told that a command is stale, and not how the game is by now."""
    again, gone = await left_a_private_table(world)
    assert (again.code, again.view) == (ErrorCode.STALE, None)
    assert (gone.code, gone.view) == (ErrorCode.STALE, None)


@in_virtual_time
async def test_a_connection_that_was_sent_away_does_nothing_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly it takes its last messages, what it still sends takes the seat from no other."""
    monkeypatch.setattr("server.host.session.UNSETTLED", 10)
    async with a_world() as world:
        slow = await world.stranger(held=10)
        await slow.greet("Ann")
        code = await slow.open()
        slow.channel.put(Ping(2**59))
        await world.wait(1)
        other = await world.back(slow)
        assert isinstance(await other.join(code), Seated)
        slow.channel.put(JoinTable(2**60, code))
        await world.wait(1)
        assert isinstance(await other.join(code), Seated)


@in_world
async def test_leaving_tables_that_sleep_counts_as_going_there(world: World) -> None:
    """Their logs have to be read for it, so nobody can ask for that as often as for what is at hand."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    codes = [await ann.open() for _ in range(3)]
    await world.wait(60)
    asleep, awake = codes[:2], codes[2]
    near = [await eve.ask(lambda number: LeaveTable(number, awake)) for _ in range(15)]
    assert {type(answer) for answer in near} == {Accepted}
    far = [await eve.ask(partial(LeaveTable, table=code)) for code in (*asleep, *asleep)]
    assert [type(answer) for answer in far] == [Accepted, Accepted, Refused, Refused]


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
    lambda number: SayAtTable(number, "hello"),
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


@in_world
async def test_commands_to_a_table_that_one_is_not_at(world: World) -> None:
    """Who has left a table, and who was never at one, can ask nothing of it; nor is anything written down."""
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


@in_world
async def test_whoever_looks_on_acts_for_nobody(world: World) -> None:
    """A spectator can do nothing that a seat is needed for, whichever seat they name."""
    ann, _ = await two_playing(world)
    eve = await world.guest("Eve")
    assert isinstance(await eve.watch(ann.view.table), Seated)
    before = await lengths(world)
    for make in AT_A_TABLE[:-2]:
        assert await refused(eve, make) in {ErrorCode.NOT_SEATED, ErrorCode.STALE}
        await world.wait(1)
    assert await lengths(world) == before


@in_world
async def test_out_of_turn_and_in_the_name_of_others(world: World) -> None:
    """Nobody acts twice, acts for another seat, or uses an id of someone else to get their answer."""
    ann, ben = await two_playing(world)
    taken = Act(next(world._ids), ann.view.seq, bid(1))
    first = await ann.repeat(taken)
    assert isinstance(first, Accepted)
    assert await refused(ann, lambda number: Act(number, ann.view.seq, bid(2))) is ErrorCode.ILLEGAL_ACTION
    # Both are awaited at once: it is Ben's own bid, and not the answer that Ann got.
    answer = await ben.repeat(taken)
    assert isinstance(answer, Accepted)
    assert answer.seq > first.seq


async def say(guest: Guest, text: str) -> object:
    """Let someone say something."""
    return await guest.ask(lambda number: SayAtTable(number, text))


def said(guest: Guest) -> list[Said]:
    """Give what someone has heard at the table."""
    events = [message.event for message in guest.heard if isinstance(message, Happened)]
    return [event for event in events if isinstance(event, Said)]


async def four_at_a_table(world: World) -> tuple[Guest, Guest, Guest, Guest, str]:
    """Give two who play with a bot, two who watch, and the code."""
    ann, ben, eve, fay = [await world.guest(name) for name in ("Ann", "Ben", "Eve", "Fay")]
    code = await ann.open(Setup("lots", 3, {"deals": 1}), pace=10)
    await ben.join(code)
    await eve.watch(code)
    await fay.watch(code)
    await ann.begin()
    await ann.until_my_turn()
    return ann, ben, eve, fay, code


@in_world
async def test_what_cannot_be_said(world: World) -> None:
    """Nothing, and anything at no table, are refused in words that say what is right."""
    ann, *_ = await four_at_a_table(world)
    assert refusal(await say(ann, "\u200b \x07")) is ErrorCode.INVALID_TEXT
    guy = await world.guest("Guy")
    assert refusal(await say(guy, "hello")) is ErrorCode.NOT_SEATED


@in_virtual_time
async def test_nobody_talks_without_end() -> None:
    """An account that says too much is refused for a while, also by a new connection; on one's own machine none is."""
    async with a_world() as world:
        ann, _, _, _, code = await four_at_a_table(world)
        answers = [await say(ann, "ha") for _ in range(int(REMARKS.at_once) + 1)]
        assert [type(answer) for answer in answers] == [Accepted] * int(REMARKS.at_once) + [Refused]
        again = await world.back(ann)
        await again.join(code)
        assert isinstance(await say(again, "ha"), Refused)
        await world.wait(1.1 / REMARKS.per_second)
        assert isinstance(await say(again, "ha"), Accepted)
    async with a_world() as world:
        own = await world.guest("Ann", terms=LOCAL)
        await own.open()
        assert {type(await say(own, "ha")) for _ in range(3 * int(REMARKS.at_once))} == {Accepted}


def test_the_phrases_are_those_of_the_document() -> None:
    """Whoever writes a client finds every phrase in the document of the protocol."""
    text = " ".join((Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8").split())
    assert [words for words in PHRASES if f"*{words}*" not in text] == []


@in_virtual_time
async def test_whoever_comes_by_another_device_reads_on() -> None:
    """A client that has heard nothing yet is told the last lines, by a new server too; nobody is told twice."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben, eve, _, code = await four_at_a_table(world)
        await say(ann, "one")
        await say(eve, "among ourselves")
        await say(ben, "two")
        line = [Said("Ann", "one", Seat(0)), Said("Ben", "two", Seat(1))]
        seen = ann.view.seq
        watcher = await (await world.guest("Guy")).watch(code)
        assert isinstance(watcher, Seated)
        assert [one for one in watcher.lately if isinstance(one, Said)] == line
    async with a_world(store) as world:
        again = await world.back(ann)
        answer = await again.join(code)
        assert isinstance(answer, Seated)
        assert [one for one in answer.lately if isinstance(one, Said)] == line
        twice = await again.join(code)
        assert isinstance(twice, Seated)
        assert twice.lately == ()
        other = await (await world.back(ben)).join(code, seq=seen)
        assert isinstance(other, Seated)
        assert other.lately == ()
