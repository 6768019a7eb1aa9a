"""The limits of rate, number and size, and codes that nobody can guess."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.archive import ListGames, ReadRecord, ReadReplay
from protocol.connection import CLIENT_LIMIT, write_frame
from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.messages import (
    Act,
    FromClient,
    Goodbye,
    JoinTable,
    LeaveTable,
    ListTables,
    OpenTable,
    Ping,
    Pong,
    ReadRules,
    ReadTable,
    Refused,
    Rules,
    Seated,
    Tables,
    WatchTable,
    goodbye,
)
from protocol.setup import Arrangement, Setup
from protocol.table import Resign
from server.host import limits
from server.host.limits import (
    COMMANDS,
    FLUSH_SECONDS,
    GUESSES,
    OPENINGS,
    SEND_SECONDS,
    Headcount,
    Rate,
    ServerConfiguration,
    TokenBucket,
    TokenBuckets,
)
from server.host.terms import LOCAL
from tests.server.host.world import CODEC, Guest, World, a_world, in_world, refusal
from tests.server.lots import bid
from tests.server.virtual_time import in_virtual_time


async def codes(guest: Guest, times: int) -> list[ErrorCode | None]:
    """Send so many commands at once, and give what each was refused for."""
    answers = [await guest.ask(lambda number: Act(number, 0, bid(1))) for _ in range(times)]
    return [answer.code if isinstance(answer, Refused) else None for answer in answers]


@in_world
async def test_haste_is_refused(world: World) -> None:
    """Who sends too many commands is told so, and heard again a moment later."""
    ann = await world.guest("Ann")
    refused = await codes(ann, int(COMMANDS.at_once) + 10)
    assert refused == [ErrorCode.NOT_SEATED] * int(COMMANDS.at_once) + [ErrorCode.TOO_MANY] * 10
    await world.wait(1)
    assert await codes(ann, 1) == [ErrorCode.NOT_SEATED]


@in_world
async def test_looking_costs_little(world: World) -> None:
    """A sign of life or a look at the list counts a fifth of a move."""
    ann = await world.guest("Ann")
    answers = [await ann.ask(Ping) for _ in range(99)]
    assert all(isinstance(answer, Pong) for answer in answers)


@in_world
async def test_a_flood_ends_the_connection(world: World) -> None:
    """Who goes on in spite of hundreds of refusals is sent away, also one who is heard now and then."""
    ann = await world.guest("Ann")

    async def flood() -> None:
        for number in range(1, 3000):
            await ann.repeat(Act(number, 0, bid(1)))
            await world.wait(0.01)

    with pytest.raises(ConnectionResetError):
        await flood()
    text = sentence("far too many commands: connect again, and send fewer")
    assert ann.heard[-1] == goodbye(ErrorCode.TOO_MANY.value, text)


@in_world
async def test_the_owner_may_hurry(world: World) -> None:
    """On one's own machine there is no limit of rate."""
    ann = await world.guest("Ann", terms=LOCAL)
    assert set(await codes(ann, 100)) == {ErrorCode.NOT_SEATED}


@in_world
async def test_tables_are_limited(world: World) -> None:
    """Nobody opens tables without end, nor do all together, as configured; joining stays possible."""
    world.host.configure(ServerConfiguration(tables=3, tables_per_account=2))
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    code = await ann.open()
    await ann.open()
    assert refusal(await ann.ask(lambda number: OpenTable(number, Setup("lots", 3)))) is ErrorCode.TOO_MANY
    await ben.open()
    assert refusal(await ben.ask(lambda number: OpenTable(number, Setup("lots", 3)))) is ErrorCode.TOO_MANY
    assert isinstance(await ben.join(code), Seated)


@in_virtual_time
async def test_tables_are_not_made_and_left_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table is on the disk for ever, so one that is left at once counts as well, also by another connection."""
    monkeypatch.setattr("server.host.directory.OPENINGS", Rate(OPENINGS.per_second, 3))
    async with a_world() as world:
        ann = await world.guest("Ann")
        for _ in range(3):
            await ann.open()
            await ann.leave()
        again = await world.back(ann)
        assert refusal(await again.ask(lambda number: OpenTable(number, Setup("lots", 3)))) is ErrorCode.TOO_MANY
        assert await (await world.guest("Ben")).open()
        await world.wait(1.1 / OPENINGS.per_second)
        assert await again.open()


@in_virtual_time
async def test_a_client_that_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes nothing in is disconnected; the table has not waited, and the others noticed nothing."""
    monkeypatch.setattr("server.host.session.OUTBOX", 5)
    monkeypatch.setattr("server.host.session.UNSETTLED", 0)
    async with a_world() as world:
        ann, lazy = await world.guest("Ann"), await world.stranger(held=1)
        await lazy.greet("Ben")
        code = await ann.open(Setup("lots", 4), pace=0)
        await lazy.join(code)
        await ann.begin()
        await ann.until_my_turn()
        for number in range(10):
            cat = await world.guest(f"Cat {number}")
            await cat.join(code)
            await cat.hang_up()
        await ann.bid()
        await world.wait(FLUSH_SECONDS + 1)
        assert lazy.serving.done()
        await ann.until(lambda view: view.seats[1] is not None and not view.seats[1].here)


@in_virtual_time
async def test_a_client_that_stalls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds up a message for half a minute is gone."""
    monkeypatch.setattr("server.host.session.UNSETTLED", 0)
    async with a_world() as world:
        ann = await world.stranger(held=1)
        await ann.greet("Ann")
        await ann.channel.send(Ping(1))
        await world.wait(SEND_SECONDS - 1)
        assert not ann.serving.done()
        await world.wait(2)
        assert ann.serving.done()


@in_virtual_time
async def test_a_full_outbox_has_room_for_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is far behind is told why the connection ends, if they read on at all."""
    monkeypatch.setattr("server.host.session.OUTBOX", 2)
    monkeypatch.setattr("server.host.session.UNSETTLED", 0)
    async with a_world() as world:
        ann = await world.stranger(held=1)
        await ann.greet("Ann")
        for number in range(1, 5):
            await ann.channel.send(Ping(number))
            await world.wait(0.1)
        assert (await ann.until_gone()).code == ErrorCode.TOO_MANY.value


@in_world
async def test_a_message_that_is_none(world: World) -> None:
    """A wrong message is refused by its id, and the connection goes on; a wrong frame ends it."""
    ann = await world.guest("Ann")
    ann.channel._writer.write(write_frame(CODEC.pack({"type": "act", "id": 7, "seq": 1}), CLIENT_LIMIT))
    refused = await ann.hear()
    assert isinstance(refused, Refused)
    assert (refused.id, refused.code) == (7, ErrorCode.INVALID_MESSAGE)
    assert isinstance(await ann.ask(Ping), Pong)
    ann.channel._writer.write(b"\xff\xff\xff\xff")
    goodbye = await ann.until_gone()
    assert goodbye.code == ErrorCode.INVALID_FRAME.value


@in_world
async def test_wrong_messages_in_haste(world: World) -> None:
    """Wrong messages count like others."""
    ann = await world.guest("Ann")
    for _ in range(40):
        ann.channel._writer.write(write_frame(CODEC.pack({"type": "act", "id": 7, "seq": 1}), CLIENT_LIMIT))
    answers = [await ann.hear() for _ in range(40)]
    assert {answer.code for answer in answers if isinstance(answer, Refused)} == {
        ErrorCode.INVALID_MESSAGE,
        ErrorCode.TOO_MANY,
    }


@in_world
async def test_the_list_of_tables(world: World) -> None:
    """One's own tables come first, the newest first, and those without a place for one are left out."""
    ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
    made = []
    for guest in (ann, ben, ann, ben):
        made.append(await guest.open(Setup("lots", 2)))
        await world.wait(1)
    await cat.join(made[1])
    listed = await ann.ask(ListTables)
    assert isinstance(listed, Tables)
    assert [line.table for line in listed.tables] == [made[2], made[0], made[3]]
    assert [line.yours for line in listed.tables] == [True, True, False]


@in_world
async def test_the_rules_in_words(world: World) -> None:
    """The rules are those of the setup; a wrong setup and an unknown game are refused."""
    ann = await world.guest("Ann")
    rules = await ann.ask(lambda number: ReadRules(number, Setup("lots", 3)))
    assert isinstance(rules, Rules)
    assert rules.text == "# Lots\n\nFor 3.\n"
    for setup in (Setup("lots", 9), Setup("whist", 4)):
        assert refusal(await ann.repeat(ReadRules(3, setup))) is ErrorCode.INVALID_SETUP


@in_world
async def test_the_server_says_goodbye(world: World) -> None:
    """When the server closes, everyone is told, whatever they are at, and nobody is let in any more."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    await ann.open()
    await ann.begin()
    late = await world.stranger()
    await world.host.close()
    for guest in (ann, ben):
        assert (await guest.until_gone()).code == "closing"
    assert isinstance(await late.hear(), Goodbye)


def test_a_bucket_fills_by_time() -> None:
    """What was taken comes back at the rate, and no more than the bucket holds."""
    bucket = TokenBucket(Rate(2.0, 3.0), 100.0)
    assert [bucket.take(1.0, 100.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0, 100.6) for _ in range(2)] == [True, False]
    assert [bucket.take(1.0, 999.0) for _ in range(4)] == [True, True, True, False]


def test_what_was_taken_is_given_back() -> None:
    """Only its owner has it, and a bucket that was forgotten needs nothing."""
    many = TokenBuckets(Rate(1.0, 1.0))
    assert many.take("a", 1.0, 0.0)
    many.give("a", 1.0)
    many.give("b", 1.0)
    assert [many.take(whose, 1.0, 0.0) for whose in ("a", "a", "b", "b")] == [True, False, True, False]


def test_tokens_may_be_owed() -> None:
    """With a credit more is taken than is there, and time pays it back first."""
    bucket = TokenBucket(Rate(1.0, 2.0), 0.0)
    assert [bucket.take(1.0, 0.0, credit=2.0) for _ in range(5)] == [True] * 4 + [False]
    assert not bucket.take(1.0, 2.9)
    assert bucket.take(1.0, 3.0)


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one longest away is forgotten first, however often it came before."""
    monkeypatch.setattr(limits, "REMEMBERED", 2)
    many = TokenBuckets(Rate(1.0, 1.0))
    for whose in ("a", "a", "b", "a", "c"):
        many.take(whose, 1.0, 0.0)
    assert not many.take("a", 1.0, 0.0)
    assert many.take("b", 1.0, 0.0)


@given(st.lists(st.integers(0, 4096), max_size=200))
def test_the_rate_holds(counts: list[int]) -> None:
    """Whoever waits as told sends no more than the bucket and the rate allow."""
    budget, now, sent = TokenBucket(Rate(1000, 5000), 0.0), 0.0, 0
    for count in counts:
        now += budget.spend(count, now)
        sent += count
    assert sent <= 5000 + 1000 * now + 1e-6


def test_whoever_has_gone_is_forgotten() -> None:
    """One is counted for as long as something takes, each by itself."""
    here = Headcount()
    with here.counted("a"), here.counted("a"), here.counted("b"):
        assert (here["a"], here["b"], here["c"], here.total()) == (2, 1, 0, 3)
    assert not here


def test_there_is_no_room() -> None:
    """The bound of one address is told before that of all together."""
    here = Headcount()
    here["a"] += 1
    assert here.refusal("a", 1, 1) == "there is already a connection from your address: close it first"
    assert here.refusal("b", 1, 1) == "the server is full: come back later"
    assert here.refusal("b", 1, 2) == ""


@pytest.mark.parametrize(
    "make",
    [
        lambda number: OpenTable(number, Setup("lots", 3)),
        lambda number: JoinTable(number, "x"),
        lambda number: WatchTable(number, "x"),
        lambda number: ReadTable(number, "x"),
        ListGames,
        lambda number: ReadRecord(number, 1),
        lambda number: ReadReplay(number, 1),
        lambda number: LeaveTable(number, "x"),
        lambda number: Resign(number, "x"),
    ],
)
@in_world
async def test_what_messages_cost(world: World, make: Callable[[int], FromClient]) -> None:
    """What may read, write or tell much counts five times as much as what does not."""
    ann = await world.guest("Ann")
    answers = [await ann.ask(make) for _ in range(6)]
    assert [isinstance(one, Refused) and one.code is ErrorCode.TOO_MANY for one in answers] == [False] * 5 + [True]


UNLISTED = Arrangement(listed=False)


async def a_hidden_table(guest: Guest) -> str:
    """Open a table that is in no list and give its code."""
    answer = await guest.ask(lambda number: OpenTable(number, Setup("lots", 3), arrangement=UNLISTED))
    assert isinstance(answer, Seated)
    assert answer.view.arrangement == UNLISTED
    return answer.view.table


async def listed(guest: Guest) -> list[str]:
    """Give the codes that someone sees in the list."""
    answer = await guest.ask(ListTables)
    assert isinstance(answer, Tables)
    return [line.table for line in answer.tables]


@in_world
async def test_codes_cannot_be_guessed_for_long(world: World) -> None:
    """Who names code after code is soon told to wait, whether the next one is in use or not."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    code = await a_hidden_table(ann)
    for number in range(int(GUESSES.at_once)):
        assert refusal(await eve.show(f"amber-river-{number}")) is ErrorCode.UNKNOWN_TABLE
        await world.wait(0.5)
    known, unknown = await eve.show(code), await eve.show("amber-river-stone")
    assert isinstance(known, Refused)
    assert isinstance(unknown, Refused)
    assert (known.code, known.text) == (unknown.code, unknown.text) == (ErrorCode.TOO_MANY, known.text)
    await world.wait(10)
    assert isinstance(await eve.join(code), Seated)


@in_world
async def test_ones_own_table_is_always_found(world: World) -> None:
    """A seat is found again in spite of many wrong codes, and on one's own machine there is no limit."""
    ann, owner = await world.guest("Ann"), await world.guest("Owner", terms=LOCAL)
    code = await a_hidden_table(ann)
    for number in range(3 * int(GUESSES.at_once)):
        await ann.show(f"amber-river-{number}")
        assert refusal(await owner.show(f"amber-river-{number}")) is ErrorCode.UNKNOWN_TABLE
        await world.wait(0.6)
    assert isinstance(await ann.join(code), Seated)
