"""What anybody may ask of the host, and what becomes of who asks for more."""

import pytest

from protocol.errors import ErrorCode
from protocol.framing import CLIENT_LIMIT, write_frame
from protocol.language import sentence
from protocol.messages import Act, Goodbye, ListTables, OpenTable, Ping, Pong, ReadRules, Refused, Rules, Seated, Tables
from protocol.sentences import goodbye
from protocol.setup import Setup
from server.host.configuration import HostConfiguration
from server.host.limits import COMMANDS, FLUSH_SECONDS, OPENINGS, SEND_SECONDS, Rate
from server.host.terms import LOCAL
from tests.server.host.world import CODEC, Guest, a_world
from tests.server.lots import bid
from tests.server.virtual_time import in_virtual_time


async def codes(guest: Guest, times: int) -> list[ErrorCode | None]:
    """Send so many commands at once, and give what each was refused for."""
    answers = [await guest.ask(lambda number: Act(number, 0, bid(1))) for _ in range(times)]
    return [answer.code if isinstance(answer, Refused) else None for answer in answers]


@in_virtual_time
async def test_haste_is_refused() -> None:
    """Who sends too many commands is told so, and heard again a moment later."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        refused = await codes(ann, 30)
        assert refused == [ErrorCode.NOT_SEATED] * int(COMMANDS.at_once) + [ErrorCode.TOO_MANY] * 10
        await world.wait(1)
        assert await codes(ann, 1) == [ErrorCode.NOT_SEATED]


@in_virtual_time
async def test_looking_costs_little() -> None:
    """A sign of life or a look at the list counts a fifth of a move."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        answers = [await ann.ask(Ping) for _ in range(99)]
        assert all(isinstance(answer, Pong) for answer in answers)


@in_virtual_time
async def test_a_flood_ends_the_connection() -> None:
    """Who goes on in spite of hundreds of refusals is sent away, also one who is heard now and then."""
    async with a_world() as world:
        ann = await world.guest("Ann")

        async def flood() -> None:
            for number in range(1, 3000):
                await ann.repeat(Act(number, 0, bid(1)))
                await world.wait(0.01)

        with pytest.raises(ConnectionResetError):
            await flood()
        text = sentence("far too many commands: connect again, and send fewer")
        assert ann.heard[-1] == goodbye(ErrorCode.TOO_MANY.value, text)


@in_virtual_time
async def test_the_owner_may_hurry() -> None:
    """On one's own machine there is no limit of rate."""
    async with a_world() as world:
        ann = await world.guest("Ann", terms=LOCAL)
        assert set(await codes(ann, 100)) == {ErrorCode.NOT_SEATED}


@in_virtual_time
async def test_tables_are_limited() -> None:
    """Nobody opens tables without end, nor do all together, as configured; joining stays possible."""
    async with a_world() as world:
        world.host.configure(HostConfiguration(tables=3, tables_per_account=2))
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open()
        await ann.open()
        refused = await ann.ask(lambda number: OpenTable(number, Setup("lots", 3)))
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.TOO_MANY
        await ben.open()
        refused = await ben.ask(lambda number: OpenTable(number, Setup("lots", 3)))
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.TOO_MANY
        assert isinstance(await ben.join(code), Seated)


def test_tables_are_not_made_and_left_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table is on the disk for ever, so one that is left at once counts as well, also by another connection."""
    monkeypatch.setattr("server.host.lobby.directory.OPENINGS", Rate(OPENINGS.per_second, 3))

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            ann = await world.guest("Ann")
            for _ in range(3):
                await ann.open()
                await ann.leave()
            again = await world.back(ann)
            refused = await again.ask(lambda number: OpenTable(number, Setup("lots", 3)))
            assert isinstance(refused, Refused)
            assert refused.code is ErrorCode.TOO_MANY
            assert await (await world.guest("Ben")).open()
            await world.wait(1.1 / OPENINGS.per_second)
            assert await again.open()

    scene()


def test_a_client_that_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes nothing in is disconnected; the table has not waited, and the others noticed nothing."""
    monkeypatch.setattr("server.host.session.OUTBOX", 5)
    monkeypatch.setattr("server.host.session.UNSETTLED", 0)

    @in_virtual_time
    async def scene() -> None:
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

    scene()


def test_a_client_that_stalls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds up a message for half a minute is gone."""
    monkeypatch.setattr("server.host.session.UNSETTLED", 0)

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            ann = await world.stranger(held=1)
            await ann.greet("Ann")
            await ann.channel.send(Ping(1))
            await world.wait(SEND_SECONDS - 1)
            assert not ann.serving.done()
            await world.wait(2)
            assert ann.serving.done()

    scene()


def test_a_full_outbox_has_room_for_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is far behind is told why the connection ends, if they read on at all."""
    monkeypatch.setattr("server.host.session.OUTBOX", 2)
    monkeypatch.setattr("server.host.session.UNSETTLED", 0)

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            ann = await world.stranger(held=1)
            await ann.greet("Ann")
            for number in range(1, 5):
                await ann.channel.send(Ping(number))
                await world.wait(0.1)
            assert (await ann.until_gone()).code == ErrorCode.TOO_MANY.value

    scene()


@in_virtual_time
async def test_a_message_that_is_none() -> None:
    """A wrong message is refused by its id, and the connection goes on; a wrong frame ends it."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        ann.channel._writer.write(write_frame(CODEC.pack({"type": "act", "id": 7, "seq": 1}), CLIENT_LIMIT))
        refused = await ann.hear()
        assert isinstance(refused, Refused)
        assert (refused.id, refused.code) == (7, ErrorCode.INVALID_MESSAGE)
        assert isinstance(await ann.ask(Ping), Pong)
        ann.channel._writer.write(b"\xff\xff\xff\xff")
        goodbye = await ann.until_gone()
        assert goodbye.code == ErrorCode.INVALID_FRAME.value


@in_virtual_time
async def test_wrong_messages_in_haste() -> None:
    """Wrong messages count like others."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        for _ in range(40):
            ann.channel._writer.write(write_frame(CODEC.pack({"type": "act", "id": 7, "seq": 1}), CLIENT_LIMIT))
        answers = [await ann.hear() for _ in range(40)]
        assert {answer.code for answer in answers if isinstance(answer, Refused)} == {
            ErrorCode.INVALID_MESSAGE,
            ErrorCode.TOO_MANY,
        }


@in_virtual_time
async def test_the_list_of_tables() -> None:
    """One's own tables come first, the newest first, and those without a place for one are left out."""
    async with a_world() as world:
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


@in_virtual_time
async def test_the_rules_in_words() -> None:
    """The rules are those of the setup; a wrong setup and an unknown game are refused."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        rules = await ann.ask(lambda number: ReadRules(number, Setup("lots", 3)))
        assert isinstance(rules, Rules)
        assert rules.text == "# Lots\n\nFor 3.\n"
        for setup in (Setup("lots", 9), Setup("whist", 4)):
            refused = await ann.repeat(ReadRules(3, setup))
            assert isinstance(refused, Refused)
            assert refused.code is ErrorCode.INVALID_SETUP


@in_virtual_time
async def test_the_server_says_goodbye() -> None:
    """When the server closes, everybody is told, whatever they are at, and nobody is let in any more."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        await ann.open()
        await ann.begin()
        late = await world.stranger()
        await world.host.close()
        for guest in (ann, ben):
            assert (await guest.until_gone()).code == "closing"
        assert isinstance(await late.hear(), Goodbye)


@pytest.mark.no_cover
@in_virtual_time
async def test_a_game_that_has_events_enough_to_fill_an_outbox() -> None:
    """Coming back after a long time never overflows the outbox that the past is told through."""
    async with a_world() as world:
        ann = await world.guest("Ann", terms=LOCAL)
        code = await ann.open(Setup("lots", 4, {"deals": 9}), pace=0)
        for name in range(150):
            ben = await world.guest(f"Ben {name}")
            await ben.join(code)
            await ben.leave()
            await ben.hang_up()
        again = await world.guest(terms=LOCAL)
        answer = await again.join(code, seq=1)
        assert isinstance(answer, Seated)
        assert again.told == []
        answer = await again.join(code, seq=answer.view.seq - 50)
        assert isinstance(answer, Seated)
        assert len(again.told) == 50
        assert not answer.view.game is not None
