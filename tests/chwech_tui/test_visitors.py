"""What a server's visitors have: watching, who they are, their keys, their finished games."""

import pytest
from msgspec.structs import replace

from chwech_tui.errand import Join, PlayNow, Watch
from chwech_tui.model.board import changed
from chwech_tui.model.ink import Press
from chwech_tui.screens import lists
from chwech_tui.screens.lists import HistoryScreen, SshKeysScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.menu import FinderScreen
from chwech_tui.screens.question import QuestionScreen
from chwech_tui.screens.sheet import RecordScreen, SheetScreen
from chwech_tui.screens.table import TableScreen
from protocol.archive import GameEntry, ReadReplay
from protocol.message import Seat
from protocol.messages import Act, Begin, JoinTable, LeaveTable, Seated, WatchTable
from protocol.people import Invited, KeyEntry, RevokeKey
from protocol.setup import Setup
from protocol.table import TableEntry, TablePhase
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import look
from tests.chwech_tui.player import click, shown_table, table_of, until
from tests.chwech_tui.replays import record_of, steps_of
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage

SSH = Join("this server", invitation="ssh -t chwech@… {code}")  # Someone who came by SSH.

KEYS = [
    KeyEntry("SHA256:abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG", 1_790_000_000.0, "laptop", current=True),
    KeyEntry("SHA256:0123456789ABCDEFGabcdefghijklmnopqrstuvwxyz", 1_790_100_000.0),
]
GAMES = (
    GameEntry(17, "calm-river", 1_790_000_000.0, Setup("chwech", 4), ("Megan", "Owain", "Rhys", "Nia"), (9, 81, 9, 0)),
    GameEntry(
        16, "old-oak", 1_780_000_000.0, Setup("chwech", 4), ("Owain", "Megan", "Rhys", "Nia"), (9, 81, 9, 0), Seat(0)
    ),
)


async def test_looking_on_shows_the_table_and_lets_nobody_act() -> None:
    """The header says so; no key acts, the score sheet can be seen, and q leaves at once for the lobby."""
    server = FakeServer(Stage(Setup()))
    async with running(Watch("cards.example", "calm-river"), server, (80, 24), sits=True) as (app, pilot):
        screen = table_of(app)
        screen.take(Stage(Setup(), None).board(lambda now: now.game is not None and bool(now.game.sheets)))
        await until(pilot, lambda: "watching calm-river" in screen_text(app))
        await look(app, pilot, "watching-80x24")
        await pilot.press("right", "1", "enter", "p", "n")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("s")
        assert isinstance(app.screen, SheetScreen)
        await pilot.press("escape", "q")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "calm-river" in screen_text(app))
    assert (played(server, Act), played(server, Begin), played(server, JoinTable)) == (0, 0, 0)
    assert played(server, LeaveTable) == 1


@pytest.mark.parametrize("errand", [Join("cards.example", "gone"), Watch("cards.example", "gone")])
async def test_a_code_that_leads_nowhere_is_said_in_the_lobby(errand: Join | Watch) -> None:
    """An unknown code leads to the lobby, which says so and stays so until something else is done."""
    async with running(errand, FakeServer()) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await until(pilot, lambda: "There is no such table." in screen_text(app))
        await until(pilot, lambda: "No tables yet" in screen_text(app))
        assert "There is no such table." in screen_text(app)
        await pilot.press("w")
        assert "Nobody is playing" in screen_text(app)
        await pilot.press("q")
    assert app.return_code == 0


async def test_the_table_that_was_wanted_is_pointed_at() -> None:
    """Where it is not the first of the list, w still watches the right one."""
    server = FakeServer(Stage(Setup()))
    server.full = True
    entry = TableEntry(
        "quiet-hill", Setup("chwech", 4), TablePhase.GATHERING, ("Owain", "", "", ""), "gathering", vacant=3
    )
    server.others = (entry,)
    async with running(Join("cards.example", "quiet-hill"), server) as (app, pilot):
        await until(pilot, lambda: "Press w to watch." in screen_text(app) and "▌ Join    Chwech" in screen_text(app))
        await tap(pilot, "w", holds=lambda: played(server, WatchTable) == 1)
    assert [message.table for message in server.heard if isinstance(message, WatchTable)] == ["quiet-hill"]


async def test_the_lobby_says_who_one_is() -> None:
    """A guest is told how to keep the name; an account is called by its name."""
    server = FakeServer()
    server.guest = True
    async with running(SSH, server, shows="You are Megan, a guest: k adds a key"):
        server.guest = False
    server.others = tuple(
        TableEntry(
            f"quiet-hill-{number}",
            Setup("chwech", 4),
            TablePhase.GATHERING,
            ("Owain", "", "", ""),
            "gathering",
            vacant=3,
        )
        for number in range(30)
    )
    async with running(SSH, server, (80, 24), shows="30 tables") as (app, pilot):
        await pilot.press("up", "up")
        await look(app, pilot, "lobby-80x24")
        assert "You are Megan" in screen_text(app)
        await pilot.press("home", "pagedown", "pagedown", "pageup", "end", "down")
        assert isinstance(app.screen, LobbyScreen)
        assert app.screen.chosen == 0


async def test_others_are_invited_by_ssh() -> None:
    """The text of the errand is what is told at a table that gathers."""
    server = FakeServer(Stage(Setup()))
    async with running(replace(SSH, table="calm-river"), server, sits=True) as (app, pilot):
        table = shown_table(app)
        app.hear_table(Seated(1, replace(table, table="other", phase=TablePhase.GATHERING, game=None)))
        await until(pilot, lambda: "ssh -t chwech@… other" in screen_text(app))


async def test_the_invitation_is_copied_at_a_key() -> None:
    """In the waiting room and on the list of keys; what is said is no more than a client can know."""
    server = FakeServer(Stage(Setup()))
    async with running(replace(SSH, table="calm-river"), server, (80, 24), sits=True) as (app, pilot):
        table = shown_table(app)
        app.hear_table(Seated(1, replace(table, table="other", phase=TablePhase.GATHERING, game=None)))
        await pilot.press("c")
        assert app.clipboard == "ssh -t chwech@… other"
        await until(pilot, lambda: "Sent to your terminal's clipboard" in screen_text(app))
        app.copy_to_clipboard("")
        await tap(pilot, "question_mark", opens=FinderScreen)
        await tap(pilot, *"copy", "enter", holds=lambda: app.clipboard == "ssh -t chwech@… other")


async def test_a_table_of_one_s_own_has_no_invitation_to_copy() -> None:
    """Offline the key says why, and leaves the clipboard alone."""
    async with running(PlayNow(), FakeServer(Stage(Setup())), sits=True) as (app, pilot):
        table = shown_table(app)
        table_of(app).take(changed(table_of(app).board, replace(table, phase=TablePhase.OVER)))
        await tap(pilot, "c", shows="Nobody else can come to this table.")
        assert app.clipboard == ""


async def test_keys_are_listed_named_added_and_revoked() -> None:
    """Everything about keys is done from one screen; a key is revoked at the second word only."""
    server = FakeServer()
    server.keys = list(KEYS)
    async with running(SSH, server, (80, 24), shows="You are Megan") as (app, pilot):
        await tap(pilot, "k", shows="SHA256:abcdefghijkl")
        assert "★" in screen_text(app)
        await tap(pilot, "a", shows="ssh -t chwech@… keys join K7QX-M2PD")
        await look(app, pilot, "ssh-keys-80x24")
        await pilot.press("c")
        assert app.clipboard == "ssh -t chwech@… keys join K7QX-M2PD"
        assert "Sent to your terminal's clipboard" in screen_text(app)
        await tap(pilot, "down", "n", opens=QuestionScreen)
        await tap(pilot, *"phone", "enter", shows="phone")
        await pilot.press("n", "escape", "enter", "x")
        assert "Revoke SHA256:0123456789AB…? y revokes it, Esc keeps it." in screen_text(app)
        await pilot.press("escape")
        assert "Revoke SHA" not in screen_text(app)
        await pilot.press("up", "x")
        assert "You are here with it." in " ".join(screen_text(app).split())
        await tap(pilot, "down", "down", "x", "y", holds=lambda: "0123456789AB" not in screen_text(app))
        await pilot.press("x")
        assert "our last: nobody can come back to this account then." in " ".join(screen_text(app).split())
        await tap(pilot, "x", holds=lambda: played(server, RevokeKey) == 2 and not server.keys)
        await click(pilot, "foot", Press("escape"))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert [message.last for message in server.heard if isinstance(message, RevokeKey)] == [False, True]


async def test_what_takes_the_place_of_a_question_withdraws_it() -> None:
    """No key revokes an SSH key any more once something else, such as an invitation, stands where that was asked."""
    server = FakeServer()
    server.keys = list(KEYS)
    async with running(SSH, server, (80, 24), shows="You are Megan") as (app, pilot):
        await tap(pilot, "k", shows="SHA256:abcdefghijkl")
        await pilot.press("x")
        assert "Revoke SHA" in screen_text(app)
        await server.push(Invited("Nia", "red-tree-sky"))
        await until(pilot, lambda: "Nia invites you to red-tree-sky" in screen_text(app))
        await pilot.press("enter", "y")
        assert played(server, RevokeKey) == 0
        assert isinstance(app.screen, SshKeysScreen)


async def test_a_guest_is_told_what_a_key_is_for() -> None:
    """Without keys the screen says why one would be good to have."""
    server = FakeServer()
    server.guest = True
    async with running(Join("cards.example:2222"), server, shows="You are Megan") as (_app, pilot):
        await tap(pilot, "k", shows="Guests are forgotten")
        await tap(pilot, "x", "n", "enter", "a", shows="ssh -t ssh://chwech@cards.example:2222 keys join K7QX-M2PD")


async def test_a_key_that_is_added_elsewhere_is_seen_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits with a code sees the key come; a guest is called one no more, and may make a tournament."""
    monkeypatch.setattr(lists, "LOOK_SECONDS", 0.01)
    server = FakeServer()
    server.guest = True
    async with running(SSH, server, (80, 24), shows="You are Megan, a guest") as (app, pilot):
        await tap(pilot, "k", "a", shows="keys join K7QX-M2PD")
        server.keys = KEYS[1:]
        await until(pilot, lambda: "Key added." in screen_text(app))
        assert "keys join" not in screen_text(app)
        await tap(pilot, "escape", shows="You are Megan")
        assert "guest" not in screen_text(app)
        await tap(pilot, "u", "n", shows="New tournament")


async def test_finished_games_are_listed() -> None:
    """Each game in a line, the newest first, below how one has played; Enter shows its score sheet."""
    server = FakeServer()
    async with running(SSH, server, (80, 24), shows="You are Megan") as (app, pilot):
        await tap(pilot, "h", shows="You haven't finished a game yet.")
        await pilot.press("enter", "h")
        server.games = GAMES
        server.replay = steps_of(record_of())
        await pilot.press("h")
        await until(pilot, lambda: "won by Owain" in screen_text(app) and "25.0 points a deal" in screen_text(app))
        assert isinstance(app.screen, HistoryScreen)
        await look(app, pilot, "history-80x24")
        await tap(pilot, "down", "enter", opens=RecordScreen)
        await look(app, pilot, "record-80x24")
        await click(pilot, "keys", Press("escape"))
        await tap(pilot, "escape", opens=LobbyScreen)
    assert {(message.game, message.deal) for message in server.heard if isinstance(message, ReadReplay)} == {
        (16, 1),
        (16, 2),
    }


async def test_a_record_that_cannot_be_read_is_named() -> None:
    """A game of another kind has no sheet here, but its record can be had."""
    server = FakeServer()
    server.games = GAMES
    server.replay = steps_of(record_of(5))
    async with running(SSH, server, (80, 24), shows="You are Megan") as (app, pilot):
        await tap(pilot, "h", shows="won by Owain")
        await tap(pilot, "enter", shows="No sheet for this game here.")
        assert "history 17 >" in screen_text(app)
