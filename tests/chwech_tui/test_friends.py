"""Friends, blocks, whom one ignores and invitations, as a person does them in the lobby and at a table."""

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui import link
from chwech_tui.app import ChwechApp
from chwech_tui.errand import Join
from chwech_tui.model.board import Asking
from chwech_tui.model.ink import Pick, Press, plain
from chwech_tui.screens.lists import PeopleScreen
from chwech_tui.screens.lobby import LobbyScreen
from protocol.errors import ErrorCode
from protocol.lobby import LobbyChanged, Person, SayInLobby, Where
from protocol.message import Seat
from protocol.messages import Accepted, Happened, JoinTable, LeaveTable, Refused, Seated, WatchTable
from protocol.people import (
    Friend,
    Invite,
    Invited,
    ListContacts,
    Notice,
    ReportPerson,
    SaidTo,
    SayTo,
    SetBlocked,
    SetFriend,
)
from protocol.setup import Setup
from protocol.table import Occupant, Rematch, RematchOffered, Said, SayAtTable, TablePhase
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import at_table, click, shown_table, table_of, until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_lobby import HERE, crowd


def last(server: FakeServer, kind: type) -> object:
    """Give the last command of a kind that the server was sent."""
    return next(message for message in reversed(server.heard) if isinstance(message, kind))


def friendly() -> FakeServer:
    """Give a crowd in which Megan has friends, and blocks someone."""
    server = crowd()
    server.friends = (Friend("Idris", Where.LOBBY), Friend("Rhys"), Friend("Owain", Where.TABLE, "amber-river-stone"))
    server.blocked = ("Cerys",)
    return server


async def sit(app: ChwechApp, pilot: Pilot[int]) -> None:
    """Go from the lobby to the first table."""
    await until(pilot, lambda: "4 tables" in screen_text(app))
    await tap(pilot, "enter", holds=lambda: at_table(app))


async def test_friends_come_first_and_the_blocked_last() -> None:
    """Friends who are online, others who are, friends who are not, and whoever is blocked."""
    async with running(HERE, friendly(), SMALL, shows="3 tables") as (app, pilot):
        await tap(pilot, "i", shows="Cerys (blocked)")
        lines = screen_text(app).splitlines()
        names = [
            next(i for i, line in enumerate(lines) if name in line)
            for name in ("Owain (friend)", "Idris (friend)", "Nia", "Rhys (friend)", "Cerys (blocked)")
        ]
        assert names == sorted(names)
        await look(app, pilot, "friends-80x24")


async def test_f_follows_a_person_and_follows_them_no_longer() -> None:
    """The server is asked at once, and the mark is what it answers; a refusal is said."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await tap(pilot, "i", holds=lambda: played(server, ListContacts) == 1)
        await tap(pilot, "f", shows="▌ Owain (friend)")
        await tap(pilot, "f", holds=lambda: "(friend)" not in screen_text(app))
        assert played(server, SetFriend) == 2
        server.refusals = [Refused(1, ErrorCode.TOO_MANY, "you have 200 friends, which is the limit")]
        await tap(pilot, "f", shows="You have 200 friends")


async def test_b_asks_before_it_blocks() -> None:
    """Only y does it; what the person has said is hidden then, and b again takes it back without a question."""
    server = crowd()
    async with running(HERE, server, (80, 24), shows="Nia: Good evening!") as (app, pilot):
        await tap(pilot, "i", "down", "b", shows="Block Nia?")
        await pilot.press("enter", "b", "n")
        assert played(server, SetBlocked) == 0
        assert "(ignored)" not in screen_text(app)
        await tap(pilot, "b", "y", shows="Nia (blocked)")
        await server.push(LobbyChanged(5, left=("Nia",)))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Nia: " not in screen_text(app))
        await tap(pilot, "i", "end", shows="▌ Nia (blocked)")
        await pilot.press("b", "escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Nia: Good evening!" in screen_text(app))


async def test_w_watches_where_somebody_plays() -> None:
    """Whoever is at no listed table cannot be watched, and the screen says so."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, shows="4 tables") as (_app, pilot):
        await tap(pilot, "i", "end", "w", shows="is not at a listed table.")
        await tap(pilot, "home", "w", holds=lambda: played(server, WatchTable) == 1)
        message = last(server, WatchTable)
        assert isinstance(message, WatchTable)
        assert message.table == "amber-river-stone"


async def test_f_at_a_table_invites_whoever_is_online() -> None:
    """Everyone online is listed, with where they are; the answer does not promise that they were told."""
    server = friendly()
    server.stage = Stage(Setup())
    server.people = (*server.people, Person("Idris", Where.LOBBY))
    async with running(HERE, server, (80, 24)) as (app, pilot):
        await sit(app, pilot)
        await tap(pilot, "i", holds=lambda: "Owain (friend)" in screen_text(app) and "Nia" in screen_text(app))
        assert "in the lobby" in screen_text(app)
        assert "amber-river-stone" in screen_text(app)
        assert "Nia  " in screen_text(app)
        assert "People   7 online" in screen_text(app)
        await tap(pilot, "enter", shows="is invited to your table.")
        message = last(server, Invite)
        assert isinstance(message, Invite)
        assert message.table == server.stage.table().table
        await pilot.press("end", "up", "up", "w", "home", "w")
        assert isinstance(app.screen, PeopleScreen)
        await tap(pilot, "end", "up", "v", shows="Rhys sees your invitation if they are online.")


async def test_f_at_a_table_lists_friends_where_the_lobby_is_refused() -> None:
    """What the server says is told, friends are listed all the same, and no news of the lobby are asked for."""
    server = friendly()
    server.stage = Stage(Setup())
    async with running(HERE, server, (80, 24)) as (app, pilot):
        await sit(app, pilot)
        server.hurried = True
        await tap(pilot, "i", holds=lambda: "Not so fast." in screen_text(app) and "Owain (friend)" in screen_text(app))
        assert "Nia" not in screen_text(app)
        assert not app._link.in_lobby


async def test_nobody_is_invited_to_where_they_are() -> None:
    """Who has a seat at the table already is not told of it, and the server is not asked."""
    async with running(HERE, friendly(), (80, 24), shows="3 tables") as (_app, pilot):
        await tap(pilot, "i", shows="▌ Owain (friend)")
        await tap(pilot, "v", shows="Owain is at your table already.")


async def test_a_person_is_reported_with_a_few_words() -> None:
    """An empty report is not sent, Esc thinks better of it, and the list says when the report has arrived."""
    server = crowd()
    async with running(HERE, server, (80, 24), shows="3 tables") as (app, pilot):
        await tap(pilot, "i", shows="Nia")
        await tap(pilot, "r", "enter", shows="Write what is wrong first")
        await tap(pilot, "escape", opens=PeopleScreen)
        assert played(server, ReportPerson) == 0
        await pilot.press("r", *"shouts")
        await tap(pilot, "enter", shows="is reported to those who run the server.")
        message = last(server, ReportPerson)
        assert isinstance(message, ReportPerson)
        assert message.text == "shouts"
        assert f"{message.name} is reported" in screen_text(app)


async def test_an_invitation_in_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said with the key that joins until it is answered; who looks elsewhere is called; j without one is idle."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, (80, 24), shows="4 tables") as (app, pilot):
        await pilot.press("j")
        called: list[str] = []
        monkeypatch.setattr(app.alerts, "call", called.append)
        await server.push(Invited("Owain\x1b[2J", "calm-river-lamp"))
        await until(pilot, lambda: "Owain[2J invites you to calm-river-lamp: j joins." in screen_text(app))
        await until(pilot, lambda: called == ["Owain[2J invites you to calm-river-lamp"])
        await look(app, pilot, "invited-80x24")
        await server.push(SaidTo("Nia", "Megan", "Come!", 9.0))
        await until(pilot, lambda: "Come!" in screen_text(app))
        assert "calm-river-lamp: j joins." in screen_text(app)
        await tap(pilot, "j", holds=lambda: played(server, JoinTable) == 1)
        message = last(server, JoinTable)
        assert isinstance(message, JoinTable)
        assert message.table == "calm-river-lamp"


async def test_an_invitation_at_a_table() -> None:
    """The log has it; j asks before it leaves, and then joins the other table."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, (80, 24)) as (app, pilot):
        await sit(app, pilot)
        await tap(pilot, "j", shows="Nobody has invited you to another table.")
        await server.push(Invited("Owain", "calm-river-lamp"))
        await until(pilot, lambda: "Owain invites you to" in screen_text(app))
        await tap(pilot, "j", shows="Leave this table for calm-river-lamp?")
        await look(app, pilot, "joining-80x24")
        await pilot.press("escape")
        assert table_of(app).board.asking is Asking.NOTHING
        assert played(server, LeaveTable) == 0
        await tap(pilot, "j", "y", holds=lambda: played(server, JoinTable) == 2)
        message = last(server, JoinTable)
        assert isinstance(message, JoinTable)
        assert message.table == "calm-river-lamp"
        # The table that let the player in is the one where they sit already: nothing is left.
        await pilot.pause()
        assert played(server, LeaveTable) == 0


async def test_a_table_is_left_for_another_that_lets_one_in() -> None:
    """A table that refuses, such as one that is closed, costs nobody their seat; its reason is said."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, (80, 24)) as (app, pilot):
        await sit(app, pilot)
        await server.push(Invited("Owain", "calm-river-lamp"))
        await until(pilot, lambda: "Owain invites you to" in screen_text(app))
        here, server.stage = server.stage, None
        await tap(pilot, "j", "y", shows="calm-river-lamp: There is no such table.")
        board = table_of(app).board
        # The line below the question cuts what is long; the log has it whole.
        assert plain(board.chronicle[-1].line) == "calm-river-lamp: There is no such table."
        assert (at_table(app), board.table is not None, played(server, LeaveTable)) == (True, True, 0)
        server.stage = here
        here.code = "calm-river-lamp"
        await tap(pilot, "j", "y", shows="table calm-river-lamp")
        await until(pilot, lambda: played(server, LeaveTable) == 1)
        message = last(server, LeaveTable)
        assert isinstance(message, LeaveTable)
        assert message.table == "calm-river"
        assert at_table(app)


async def test_who_is_ignored_invites_nobody() -> None:
    """An invitation of theirs is not shown."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await tap(pilot, "i", "x", "y", "escape", opens=LobbyScreen)
        await server.push(Invited("Owain", "calm-river-lamp"))
        await server.push(Invited("Nia", "red-tree-sky"))
        await until(pilot, lambda: "Nia invites you to red-tree-sky" in screen_text(app))
        assert "Owain invites" not in screen_text(app)


async def test_what_those_who_run_the_server_say() -> None:
    """A notice is shown cleaned, with who says it."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await server.push(Notice("back at\x1b[2J ten"))
        await until(pilot, lambda: "From those who run the server: back at[2J ten" in screen_text(app))


async def test_one_says_something_to_one_person_and_hears_them() -> None:
    """By the list or a line that names them; in the lobby it stands among the talk, at a table in the log."""
    server = friendly()
    server.stage = Stage(Setup())
    async with running(HERE, server, (120, 40), shows="4 tables") as (app, pilot):
        await tap(pilot, "i", shows="Cerys (blocked)")
        await tap(pilot, "t", "h", "i", "enter", "escape", holds=lambda: played(server, SayTo) == 1)
        assert last(server, SayTo) == SayTo(last_id(server), "Owain", "hi")
        await pilot.press("t", *"/to nia", "space")
        await pilot.press(*"ho")
        assert "Only Nia hears you. Say: /to nia ho_" in screen_text(app)
        await pilot.press("enter", "slash", "n", "enter")
        assert "Write /to, a name and your words." in screen_text(app)
        await tap(pilot, "escape", holds=lambda: played(server, SayTo) == 2)
        assert (last(server, SayTo), played(server, SayInLobby)) == (SayTo(last_id(server), "Nia", "ho"), 0)
        await server.push(SaidTo("Megan", "Nia", "ho", 3.0))
        await server.push(SaidTo("Nia", "Megan", "psst\x1b[2J", 4.0))
        await until(pilot, lambda: "Nia to you alone: psst" in screen_text(app))
        assert "You to Nia alone: ho" in screen_text(app)
        await sit(app, pilot)
        await server.push(SaidTo("Owain", "Megan", "a game?", 5.0))
        await until(pilot, lambda: table_of(app).board.unread == 1)
        assert plain(table_of(app).board.chronicle[-1].line) == "Owain to you alone: a game?"
        app.ignore(frozenset({"Owain"}))
        await server.push(SaidTo("Owain", "Megan", "hello?", 6.0))
        await server.push(SaidTo("Nia", "Megan", "bye", 7.0))
        await until(pilot, lambda: table_of(app).board.unread == 2)
        assert "hello?" not in " ".join(plain(entry.line) for entry in table_of(app).board.chronicle)


def last_id(server: FakeServer) -> int:
    """Give the id of the last line to one person."""
    return next(message.id for message in reversed(server.heard) if isinstance(message, SayTo))


def words(app: ChwechApp) -> str:
    """Give what the screen says, wherever its lines break."""
    return " ".join(screen_text(app).split())


async def test_people_are_listed_and_ignored() -> None:
    """The list and the lobby mark who is ignored, and what they say is not shown; x asks first, and takes it back."""
    async with running(HERE, crowd(), SMALL, shows="Nia: Good evening!") as (app, pilot):
        await tap(pilot, "i", opens=PeopleScreen)
        await pilot.press("down", "x", "enter", "enter", "x", "x")
        assert "(ignored)" not in screen_text(app), "Enter neither ignores nor confirms"
        await tap(pilot, "x", "y", shows="▌ Nia (ignored)")
        await look(app, pilot, "people-80x24")
        await tap(pilot, "escape", opens=LobbyScreen)
        assert "Nia: " not in screen_text(app)
        await pilot.press("i", "down", "x", "q")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Nia: Good evening!" in screen_text(app))
        assert "ignored" not in screen_text(app)


async def test_the_list_follows_who_comes_and_goes() -> None:
    """Whoever is chosen stays chosen; who has gone but has spoken is there still, and a click is as good as a key."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await tap(pilot, "i", "down", "down", shows="▌ Bronwen")
        await server.push(LobbyChanged(6, people=(Person("Huw", Where.LOBBY),), left=("Owain", "Nia")))
        await until(pilot, lambda: "Huw" in screen_text(app))
        assert "▌ Bronwen" in screen_text(app)
        assert "Owain" not in screen_text(app)
        assert "not online" in screen_text(app)
        await click(pilot, "list", Pick(0))
        await until(pilot, lambda: played(server, Invite) == 1)
        await click(pilot, "foot", Press("escape"))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_who_is_ignored_in_the_lobby_is_not_heard_at_a_table() -> None:
    """Nor the other way round, nor at the next table."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, (120, 36), shows="4 tables") as (app, pilot):
        await tap(pilot, "i", "down", "x", "y", "escape", "enter", holds=lambda: at_table(app))
        table = shown_table(app)
        seats = (*table.seats[:1], Occupant("Nia"), Occupant("Idris"), *table.seats[3:])
        table = replace(table, seats=seats, seq=9)
        for name in ("Nia", "Idris"):
            app.post_message(ChwechApp.Heard(Happened(9, Said(name, f"it is {name}", Seat(1)), table)))
        await until(pilot, lambda: "it is Idris" in screen_text(app))
        assert "it is Nia" not in screen_text(app)
        assert "Nia×" in screen_text(app)
        await tap(pilot, "i", opens=PeopleScreen)
        await until(pilot, lambda: "▌ Nia (ignored)" in screen_text(app))
        await tap(pilot, "x", "down", "x", "y", shows="▌ Idris (ignored)")
        await pilot.press("escape", "q", "y")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Idris (ignored)" in words(app))
        assert "Nia: Good evening!" in screen_text(app)


async def test_who_looks_on_follows_to_the_next_game() -> None:
    """N leads a spectator to the table of the rematch, once there is one; a seat is asked for by nobody."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(Join("cards.example"), server, shows="4 tables") as (app, pilot):
        await tap(pilot, "w", holds=lambda: at_table(app))
        table = shown_table(app)
        over = replace(table, phase=TablePhase.OVER, seq=99)
        app.post_message(ChwechApp.Heard(Seated(98, over)))
        await until(pilot, lambda: "The game is over." in screen_text(app))
        await tap(pilot, "n", shows="Nobody has asked for a rematch yet.")
        once_more = replace(over, rematch="red-tree-sky", seq=100)
        app.post_message(ChwechApp.Heard(Happened(100, RematchOffered("red-tree-sky", Seat(1)), once_more)))
        await until(pilot, lambda: "Rematch at red-tree-sky: n watches." in screen_text(app))
        await tap(pilot, "n", holds=lambda: played(server, WatchTable) == 2)
    assert [message.table for message in server.heard if isinstance(message, WatchTable)][-1] == "red-tree-sky"
    assert played(server, Rematch) == 0


@pytest.mark.parametrize("sits", [True, False], ids=["at a table", "in the lobby"])
async def test_what_is_said_is_on_its_way_until_the_server_has_it(sits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the answer is late this is told; with the answer it goes."""
    monkeypatch.setattr(link, "LATE_SECONDS", 0.01)
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, shows="4 tables") as (app, pilot):
        if sits:
            await tap(pilot, "enter", holds=lambda: at_table(app))
        server.silent = True
        await tap(pilot, "t", "h", "i", "enter", shows="Your message is on its way.")
        said = next(message for message in server.heard if isinstance(message, SayAtTable | SayInLobby))
        await server.push(Accepted(said.id, 1))
        await until(pilot, lambda: "What you have said" not in screen_text(app))
