"""The link: it greets, repeats, comes back to its seat and the lobby, and gives up only when the server says so."""

import asyncio

import pytest
from msgspec.structs import replace

from chwech_tui import link
from chwech_tui.link import Down, Identity, Late, News
from protocol.errors import ErrorCode
from protocol.lobby import EnterLobby, LeaveLobby, LobbyShown, SayInLobby
from protocol.messages import (
    Accepted,
    Act,
    Goodbye,
    Happened,
    Hello,
    JoinTable,
    LeaveTable,
    ListTables,
    OpenTable,
    Refused,
    Seated,
    TableChanged,
    Tables,
    WatchTable,
    Welcome,
)
from protocol.setup import Setup
from protocol.table import Began, Line, Overheard, Rematch, Resign, SayAtTable
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.link_owner import PATIENCE, Owner, heard, running
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import PASSES


async def test_it_greets_and_keeps_the_token_of_a_new_account() -> None:
    """The name goes out with the greeting, the token that comes back is kept and used the next time."""
    server = FakeServer()
    async with running(server) as owner:
        await owner.told(Welcome)
        assert owner.link.identity == Identity("Megan", "id.secret")
        server.drop()
        await owner.told(Welcome, 2)
    greetings = [message for message in server.heard if isinstance(message, Hello)]
    assert [(hello.name, hello.token) for hello in greetings] == [("Megan", ""), ("Megan", "id.secret")]


async def test_ids_grow_from_command_to_command_and_from_run_to_run() -> None:
    """Ids begin with the clock, so that a later run never repeats one."""
    link = Owner(FakeServer()).link
    assert [link.next_id(), link.next_id()] == [1_001_000, 1_002_000]


async def test_what_is_sent_before_there_is_a_connection_is_sent_later() -> None:
    """Nothing that a player does is lost while the connection comes up."""
    server = FakeServer()
    async with running(server) as owner:
        owner.link.send(5, ListTables(5))
        await owner.told(Tables)
    assert heard(server, ListTables) == [ListTables(5)]


async def test_what_is_said_and_not_answered_is_told_to_be_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each remark; what the server has answered is not, nor anything after it has ended the conversation."""
    monkeypatch.setattr(link, "LATE_SECONDS", 0.01)
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        await owner.told(Welcome)
        owner.link.send(5, SayInLobby(5, "Hello"))
        await owner.told(Accepted)
        server.silent = True
        owner.link.send(6, SayAtTable(6, "Hello?"))
        owner.link.send(7, ListTables(7))
        await owner.told(Late)
        assert [news.id for news in owner.news if isinstance(news, Late)] == [6]
        await server.push(Goodbye("kicked", "go away"))
        await owner.told(Goodbye)
        owner.link.send(8, SayAtTable(8, "Hello?"))
        owner.link._tell_late(8)
        assert [news.id for news in owner.news if isinstance(news, Late)] == [6]


async def test_an_unanswered_command_is_repeated_with_its_id() -> None:
    """After a loss the link takes its seat again and repeats what was not answered, under the same id."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        owner.link.send(6, JoinTable(6, "calm-river"))
        await owner.told(Seated)
        server.silent = True
        owner.link.send(7, Act(7, 3, PASSES))
        await owner.until(lambda: len(heard(server, Act)) == 1)
        server.silent = False
        server.drop()
        await owner.told(Seated, 2)
        await owner.until(lambda: len(heard(server, Act)) == 2)
    assert heard(server, Act) == [Act(7, 3, PASSES)] * 2
    again = heard(server, JoinTable)[1]
    assert isinstance(again, JoinTable)
    assert (again.table, again.seq) == ("calm-river", 0)


async def test_a_server_that_cannot_be_reached_is_tried_again() -> None:
    """Every failure is told, and the next attempt follows."""
    server = FakeServer()
    server.refuses_connections = True
    async with running(server) as owner:
        await owner.told(Down, 2)
        server.refuses_connections = False
        await owner.told(Welcome)
    assert owner.news[0] == Down("No connection: nobody answers")


async def test_a_goodbye_for_good_ends_the_link() -> None:
    """Whoever was superseded does not fight for the seat."""
    server = FakeServer()
    server.farewell = Goodbye(ErrorCode.UNKNOWN_TOKEN.value, "This token belongs to nobody.")
    owner = Owner(server)
    await asyncio.wait_for(owner.link.run(), PATIENCE)
    assert owner.news == [Goodbye("unknown_token", "This token belongs to nobody.")]


async def test_what_cannot_be_sent_breaks_the_connection_and_not_the_client() -> None:
    """A command that no frame can hold loses the connection, which comes back."""
    server = FakeServer()
    async with running(server) as owner:
        await owner.told(Welcome)
        owner.link.send(5, Hello((1, 1)))
        await owner.told(Down)


@pytest.mark.parametrize("frame", [b"\x00\x00\x00\x01\xc1", b"HTTP/1.1 400", b"\x00\x00\x00\x06\x81\xa4type\x01"])
@pytest.mark.parametrize("welcome", [True, False])
async def test_what_cannot_be_understood_ends_the_link(frame: bytes, welcome: bool) -> None:
    """A server that says what nobody can read is not asked to say it again: the end is told with the reason."""
    server = FakeServer()
    server.silent = not welcome
    owner = Owner(server)
    running_link = asyncio.create_task(owner.link.run())
    if welcome:
        await owner.told(Welcome)
    else:
        await owner.until(lambda: server._channel is not None)
    server._channel._writer.write(frame)
    async with asyncio.timeout(PATIENCE):
        await running_link
    ended = owner.news[-1]
    assert isinstance(ended, Goodbye)
    assert ended.text.startswith("the server sent what this client cannot understand: ")
    assert len(heard(server, Hello)) == 1


async def test_a_frame_that_is_cut_short_is_a_lost_connection() -> None:
    """A server that dies in the middle of a message is come back to."""
    server = FakeServer()
    async with running(server) as owner:
        await owner.told(Welcome)
        server._channel._writer.write(b"\x00\x00\x00\x20half")
        server.drop()
        await owner.told(Welcome, 2)
    assert Down("The connection was lost.") in owner.news


async def test_who_asks_for_something_comes_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All others take their time; nobody is told of a connection that is back soon."""
    lingers = asyncio.Event()

    def long(_least: float, _most: float) -> float:
        lingers.set()
        return 1e6

    monkeypatch.setattr("random.uniform", long)
    monkeypatch.setattr(link, "SIGN_SECONDS", 1e6)
    server = FakeServer()
    async with running(server) as owner:
        await owner.told(Welcome)
        server.drop()
        async with asyncio.timeout(PATIENCE):
            await lingers.wait()
        assert server.dialled == 1
        owner.link.ask(ListTables)
        await owner.told(Tables)
    assert not any(isinstance(one, Down) for one in owner.news)


async def test_the_reason_of_a_loss_is_asked_for() -> None:
    """Where someone knows why the server went, that is what is told."""
    server = FakeServer()

    async def explain() -> str:
        return "The disk is full."

    async with running(server, explain) as owner:
        await owner.told(Welcome)
        server.drop()
        await owner.told(Down)
    assert owner.news[1] == Down("The disk is full.")


async def test_a_leave_that_was_not_answered_says_which_table() -> None:
    """The next connection is at no table: the command is repeated as it was, with the code of the one that was left."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        owner.link.send(6, JoinTable(6, "calm-river"))
        await owner.told(Seated)
        code = next(one.view.table for one in owner.news if isinstance(one, Seated))
        server.silent = True
        owner.link.send(7, Resign(7))
        owner.link.send(8, LeaveTable(8))
        await owner.until(lambda: len(heard(server, LeaveTable)) == 1)
        server.silent = False
        server.drop()
        await owner.until(lambda: len(heard(server, LeaveTable)) == 2)
    assert heard(server, LeaveTable) == [LeaveTable(8, code)] * 2
    assert heard(server, Resign) == [Resign(7, code)] * 2
    assert len(heard(server, JoinTable)) == 1


async def test_ids_go_beyond_those_of_another_device() -> None:
    """A table that has greater ids from this account says so: the next command has a greater one still."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        await owner.told(Welcome)
        await server._channel.send(Seated(1, server.stage.table(), spent=2**50))
        await owner.told(Seated)
        assert owner.link.next_id() == 2**50 + 1000
        await server._channel.send(Seated(1, server.stage.table(), spent=5))
        await owner.told(Seated, 2)
        assert owner.link.next_id() == 2**50 + 2000


async def test_it_greets_again_where_the_server_behind_the_connection_was_lost() -> None:
    """On the same connection all begins anew: seat, lobby and what was not answered; the owner is told meanwhile."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        owner.link.ask(EnterLobby)
        owner.link.ask(lambda number: JoinTable(number, "bakimo"))
        await owner.told(Seated)
        server.silent = True
        number = owner.link.ask(ListTables)
        await owner.until(lambda: bool(heard(server, ListTables)))
        server.silent = False
        await server.interrupt()
        await owner.told(Tables)
        assert server.dialled == 1
        assert Down("lost") in owner.news
    asked = [type(message) for message in server.heard]
    again = asked.index(Hello, 1)
    assert asked[again:] == [Hello, EnterLobby, JoinTable, ListTables]
    assert [message.id for message in heard(server, ListTables) if isinstance(message, ListTables)] == [number] * 2


async def test_it_asks_again_for_a_seat_that_a_server_in_trouble_refuses() -> None:
    """Where the store cannot be used when a client comes back, it says so and comes again, until it has its seat."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        owner.link.ask(lambda number: JoinTable(number, "bakimo"))
        await owner.told(Seated)
        server.trouble = ErrorCode.SERVER_FAULT
        server.drop()
        await owner.until(lambda: owner.news.count(Down("try again later")) > 1)
        server.trouble = None
        await owner.told(Seated, 2)
    ids = [message.id for message in heard(server, JoinTable) if isinstance(message, JoinTable)]
    assert ids == sorted(set(ids))


async def test_what_is_sent_just_then_is_sent_to_the_next_server() -> None:
    """A command that crosses the news of the loss neither ends the connection nor is it lost."""
    server = FakeServer()
    async with running(server) as owner:
        await owner.told(Welcome)
        tell = owner.tell

        def answer(news: News) -> None:
            if isinstance(news, Tables) and news.id == 1:
                owner.link.send(2, ListTables(2))
            tell(news)

        owner.link._tell = answer
        # Both come with one read, so the second is there when the first is told.
        await server.interrupt(Tables(1, ()))
        await owner.until(lambda: any(isinstance(news, Tables) and news.id == 2 for news in owner.news))
        assert server.dialled == 1


async def test_the_way_back_comes_before_what_was_not_answered() -> None:
    """Whoever comes back asks for the table with an id below those that are repeated, and another one each time."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        owner.link.ask(lambda number: JoinTable(number, "calm-river"))
        await owner.told(Seated)
        server.silent = True
        waiting = owner.link.ask(lambda number: Act(number, 3, PASSES))
        for times in (1, 2, 3):
            await owner.until(lambda times=times: len(heard(server, Act)) == times)  # type: ignore[misc]
            server.drop()
        await owner.until(lambda: len(heard(server, Act)) == 4)
    seated, *back = (message.id for message in server.heard if isinstance(message, JoinTable))
    assert all(seated < number < waiting for number in back)
    assert len({*back}) == 3
    assert {message.id for message in server.heard if isinstance(message, Act)} == {waiting}


async def test_it_comes_back_with_the_last_number_that_it_saw() -> None:
    """What was missed can be told, because the server learns what was seen."""
    server = FakeServer()
    async with running(server) as owner:
        owner.link.send(6, OpenTable(6, Setup()))
        await owner.told(Happened, 3)
        seen = max(one.seq for one in owner.news if isinstance(one, Happened))
        server.drop()
        await owner.told(Seated, 2)
    again = heard(server, JoinTable)[0]
    assert isinstance(again, JoinTable)
    assert again.seq is not None
    assert again.seq >= seen


async def test_who_has_left_does_not_come_back_to_the_table() -> None:
    """After leaving, a new connection takes no seat."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        owner.link.send(6, JoinTable(6, "calm-river"))
        await owner.told(Seated)
        owner.link.send(7, LeaveTable(7))
        await owner.told(Accepted)
        server.drop()
        await owner.told(Welcome, 2)
        owner.link.send(8, ListTables(8))
        await owner.told(Tables)
    assert len(heard(server, JoinTable)) == 1


async def test_who_looks_on_comes_back_to_what_was_said() -> None:
    """After a loss someone who watched asks only for what was said since the last line overheard there."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        owner.link.send(6, WatchTable(6, "calm-river"))
        await owner.told(Seated)
        await server._channel.send(Overheard((Line(4, "Nia", "hm", 1.0), Line(5, "Ifan", "well", 2.0))))
        await owner.told(Overheard)
        server.drop()
        await owner.told(Seated, 2)
        server.drop()
        await owner.told(Seated, 3)
    assert [message.heard for message in server.heard if isinstance(message, WatchTable)] == [0, 5, 5]


async def test_a_table_that_was_left_is_not_heard() -> None:
    """Messages from an earlier table are neither shown nor counted: the link returns to the one that seated last."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        owner.link.send(6, JoinTable(6, "calm-river"))
        await owner.told(Seated)
        seated = next(one for one in owner.news if isinstance(one, Seated))
        old = replace(seated.view, table="the-one-before", seq=99)
        await server._channel.send(Happened(99, Began(), old))
        await server._channel.send(TableChanged(old))
        await server._channel.send(Refused(7, ErrorCode.STALE, "moved on", old))
        await owner.told(Refused)
        server.drop()
        await owner.told(Seated, 2)
    assert [one.view for one in owner.news if isinstance(one, Refused)] == [None]
    assert not [one for one in owner.news if isinstance(one, Happened | TableChanged) and one.view.table == old.table]
    back = [one for one in server.heard if isinstance(one, JoinTable)][-1]
    assert (back.table, back.seq) == (seated.view.table, seated.view.seq)


async def test_whoever_is_in_the_lobby_comes_back_to_it() -> None:
    """After a loss it is asked for anew, once, and not any more by whoever has left it."""
    server = FakeServer()
    async with running(server) as owner:
        owner.link.send(6, EnterLobby(6))
        await owner.told(LobbyShown)
        server.drop()
        await owner.told(LobbyShown, 2)
        assert len(heard(server, EnterLobby)) == 2
        owner.link.send(owner.link.next_id(), LeaveLobby(owner.link.next_id()))
        await owner.told(Accepted)
        server.drop()
        await owner.told(Welcome, 3)
        owner.link.send(owner.link.next_id(), ListTables(owner.link.next_id()))
        await owner.told(Tables)
    assert (len(heard(server, EnterLobby)), len(heard(server, LeaveLobby))) == (2, 1)


async def test_the_way_to_the_next_table_is_not_forgotten() -> None:
    """What was asked for at a table and leads to another is repeated after the way back to the first."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        owner.link.send(6, JoinTable(6, "calm-river"))
        await owner.told(Seated)
        server.silent = True
        owner.link.send(7, Rematch(7))
        owner.link.send(8, JoinTable(8, "calm-river"))
        await owner.until(lambda: len(heard(server, JoinTable)) == 2)
        server.silent = False
        server.drop()
        await owner.until(lambda: len(heard(server, Rematch)) == 2)
    assert heard(server, Rematch) == [Rematch(7)] * 2
    assert len(heard(server, JoinTable)) == 3
    assert server.heard.index(heard(server, JoinTable)[2]) < len(server.heard) - 1


async def test_it_says_that_it_comes_back_by_itself() -> None:
    """Each run of a client has a word of its own, and its way back to a table is marked as such."""
    words = set()
    for first in (JoinTable, WatchTable):
        server = FakeServer(Stage(Setup()))
        async with running(server) as owner:
            owner.link.send(6, first(6, "calm-river"))
            await owner.told(Seated)
            server.drop()
            await owner.told(Seated, 2)
        assert [getattr(message, "back", None) for message in heard(server, first)] == [False, True]
        runs = {message.run for message in server.heard if isinstance(message, Hello)}
        assert len(runs) == 1
        words |= runs
    assert len(words - {""}) == 2


async def test_who_leaves_before_the_table_is_there_is_not_brought_to_it() -> None:
    """The seat that was asked for before is passed over in silence, also when coming back; the next one counts."""
    server = FakeServer(Stage(Setup()))
    async with running(server) as owner:
        owner.link.send(6, JoinTable(6, "calm-river"))
        owner.link.send(7, LeaveTable(7))
        await owner.told(Accepted)
        server.drop()
        await owner.told(Welcome, 2)
        assert len(heard(server, JoinTable)) == 1
        assert not [news for news in owner.news if isinstance(news, Seated)]
        owner.link.send(8, JoinTable(8, "calm-river"))
        await owner.told(Seated)
