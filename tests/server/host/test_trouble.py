"""The host while its store fails, and what it does about its own faults."""

import pytest

from protocol.errors import ErrorCode
from protocol.messages import Accepted, Act, Goodbye, Hello, JoinTable, ListTables, OpenTable, Refused, Seated, Tables
from protocol.setup import Setup
from server.host.limits import RETRY_SECONDS
from server.host.table_actor import TableActor
from server.storage.store import AppendResult, Conflict, Failed, StoreFault, Unknown
from tests.server.host.pastime import listen, two_playing
from tests.server.host.world import Guest, World, a_world, in_world, refusal
from tests.server.lots import bid, have_bid
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


async def ann_to_bid(world: World, pace: float = 10) -> tuple[Guest, str]:
    """Give Ann at a table of bots, asked to bid, and its code."""
    ann = await world.guest("Ann")
    code = await ann.open(pace=pace)
    await ann.begin()
    await ann.until_my_turn()
    return ann, code


@in_world
async def test_a_full_disk_freezes_the_table(world: World) -> None:
    """What cannot be stored is refused, nothing is told, and the lobby stays open."""
    ann, _ = await ann_to_bid(world)
    seq = ann.view.seq
    world.store.break_down()
    for _ in range(2):
        assert refusal(await ann.bid(2)) is ErrorCode.SERVER_FAULT
    assert ann.view.seq == seq
    listed = await ann.ask(ListTables)
    assert isinstance(listed, Tables)
    assert [line.yours for line in listed.tables] == [True]
    world.store.mend()
    assert isinstance(await ann.bid(2), Accepted)
    assert ann.told == list(range(2, ann.view.seq + 1))


@in_world
async def test_a_table_goes_on_by_itself(world: World) -> None:
    """When the store works again the bots play on, though nobody asks for anything; before, everyone is warned."""
    ann, _ = await ann_to_bid(world, pace=1)
    world.store.break_down()
    await world.wait(3 * RETRY_SECONDS)
    world.store.mend()
    await ann.until(lambda view: have_bid(view, *range(1, len(view.seats))))
    warned = [message for message in ann.heard if isinstance(message, Refused)]
    assert [(message.id, message.code) for message in warned] == [(None, ErrorCode.SERVER_FAULT)]


@in_world
async def test_the_table_as_it_is_after_an_unknown_outcome(world: World) -> None:
    """Whoever is there sees that all are there once the table has been read again, whoever's word had it read."""
    ann, ben = await two_playing(world)
    world.store.answer, world.store.stores_anyway = Unknown("power"), True
    await ann.repeat(Act(10**12, ann.view.seq, bid(2)))
    world.store.mend()
    assert isinstance(await ben.repeat(Act(10**12, 0, bid(1))), Refused)
    await listen(ann, 1)
    for guest in (ann, ben):
        assert all(occupant is not None and occupant.here for occupant in guest.view.seats)


@in_world
async def test_a_log_that_somebody_else_wrote_to(world: World) -> None:
    """A conflict is refused, and the table is what the log says."""
    ann, _ = await ann_to_bid(world)
    world.store.answer = Conflict(99)
    assert isinstance(await ann.bid(2), Refused)
    world.store.mend()
    assert isinstance(await ann.bid(2), Accepted)


@in_world
async def test_no_table_is_opened_on_a_full_disk(world: World) -> None:
    """A table that cannot be stored is not opened, and can be later."""
    ann = await world.guest("Ann")
    for fault in (Failed("full"), Unknown("power")):
        world.store.answer = fault
        assert isinstance(await ann.ask(lambda number: OpenTable(number, Setup("lots", 3))), Refused)
    world.store.break_down()
    assert refusal(await ann.ask(lambda number: OpenTable(number, Setup("lots", 3)))) is ErrorCode.SERVER_FAULT
    world.store.mend()
    assert await ann.open()


@in_world
async def test_an_opening_in_doubt_while_nothing_can_be_read(world: World) -> None:
    """Where it cannot even be found out, the command is refused and can be repeated later."""
    ann = await world.guest("Ann")
    command = OpenTable(10**12, Setup("lots", 3))
    world.store.answer, world.store.stores_anyway = Unknown("power"), True
    await ann.repeat(command)
    world.store.unreadable = True
    assert isinstance(await ann.repeat(command), Refused)
    world.store.mend()
    assert isinstance(await ann.repeat(command), Seated)
    assert len(world.store.logs) == 1


@in_virtual_time
async def test_a_damaged_list_of_tables() -> None:
    """A server whose list of tables cannot be read does not open."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        code = await ann.open()
        store.execute("UPDATE logs SET heading = x'c1' WHERE log = ?", code)
        with pytest.raises(StoreFault, match="cannot be read"):
            await World(store).host.open()


@in_world
async def test_a_fault_of_ours_is_not_fatal(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the program itself has a fault, who asked is told, and the table goes on from its log."""
    ann, code = await ann_to_bid(world)
    ben = await world.guest("Ben")

    async def stumble(*_whatever: object) -> None:
        raise RuntimeError("a fault")

    with monkeypatch.context() as patch:
        patch.setattr(TableActor, "_join", stumble)
        refused = await ben.join(code)
    assert refusal(refused) is ErrorCode.SERVER_FAULT
    assert isinstance(await ann.bid(2), Accepted)
    assert isinstance(await ben.join(code), Seated)


@in_world
async def test_a_connection_that_fails_by_our_fault(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the program has a fault in what it says, that connection ends and the seat can be had again."""
    ann = await world.guest("Ann")
    code = await ann.open()

    def unspeakable(*_whatever: object) -> object:
        return object()

    with monkeypatch.context() as patch:
        patch.setattr("server.host.lobby.Tables", unspeakable)
        await ann.channel.send(ListTables(5))
        await ann.until_gone()
    again = await world.back(ann)
    assert isinstance(await again.join(code), Seated)


@in_virtual_time
async def test_closing_waits_for_the_disk() -> None:
    """A server that is told to end while a write takes long ends after it, and the write is there."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, code = await ann_to_bid(world)
        store.delay = 60
        await ann.channel.send(Act(10**12, ann.view.seq, bid(2)))
        await world.wait(1)
        length = len(await store.read(code))
        await world.host.close()
        assert len(await store.read(code)) == length + 1


@in_world
async def test_nobody_is_let_in_at_the_end(world: World) -> None:
    """Who greets while the server closes is not let in."""
    world.host._closing = True
    goodbye = await (await world.stranger()).greet("Ann")
    assert goodbye == Goodbye("", "")


@in_world
async def test_a_greeting_that_nobody_waits_for(world: World) -> None:
    """Who greets and is gone before the answer is simply gone."""
    stranger = await world.stranger(held=1)
    await stranger.channel.send(Hello((1, 1), name="Ann"))
    stranger.channel.close()
    await stranger.serving


@in_world
async def test_who_is_cut_off_while_sitting_down_is_not_there(world: World) -> None:
    """A connection that ends before it hears that it has a seat is not taken for one that is there."""
    ann = await world.guest("Ann")
    code = await ann.open()
    ben = await world.guest("Ben")
    (session,) = (one for one in world.host._sessions if one.account.name == "Ben")
    world.store.delay = 60
    await ben.channel.send(JoinTable(1, code))
    await world.wait(1)
    session.part("closing", "cut off")
    await ann.until(lambda view: view.seats[1] is not None and not view.seats[1].here)
    await ben.serving


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Conflict(13), "its log has 13 records by now, which others have written"),
        (Failed("the disk is full"), "nothing can be stored: the disk is full"),
        (Unknown("it does not answer"), "it is unknown whether a record is stored: it does not answer"),
    ],
)
@in_world
async def test_trouble_is_told_in_words(
    world: World, caplog: pytest.LogCaptureFixture, answer: AppendResult, said: str
) -> None:
    """The operator reads what happened, and no value of the program."""
    ann = await world.guest("Ann")
    world.store.answer = answer
    assert isinstance(await ann.ask(lambda number: OpenTable(number, Setup("lots", 3))), Refused)
    assert said in caplog.text
    world.store.mend()
