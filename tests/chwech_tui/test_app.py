"""The app: from the welcome to the table and back, whatever the server says and whatever goes wrong."""

from contextlib import nullcontext

import pytest
from msgspec.structs import replace

from chwech_tui.app import ChwechApp
from chwech_tui.errand import LONGEST_WORDS, Greet, Join, PlayNow
from chwech_tui.files import UnusableKeyring
from chwech_tui.link import Identity, Route
from chwech_tui.model.ink import Press, printable
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.menu import FinderScreen
from chwech_tui.screens.new_table import NewTableScreen
from chwech_tui.screens.replay import ReplayScreen
from chwech_tui.screens.rules import RulesScreen
from chwech_tui.screens.sheet import PilesScreen, TooSmallScreen
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette
from protocol.errors import ErrorCode
from protocol.messages import Begin, Goodbye, JoinTable, OpenTable, Refused, Rules, Seated, TableChanged
from protocol.setup import Setup
from protocol.table import TableEntry, TablePhase, TableView
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.games.stage import UNKNOWN
from tests.chwech_tui.player import at_table, by_keyboard, click, enter, play_game, shown_table, table_of, until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage

SHORT = OpenTable(0, Setup("chwech", 4, {"deals": 1}), seed="short")  # A game that is soon over.


async def test_play_opens_a_table_at_once() -> None:
    """Without an unfinished game, ``play`` opens the table that was asked for."""
    server = FakeServer()
    order = OpenTable(0, Setup("chwech", 5), ("random",), 0.0, "seed")
    async with running(PlayNow(order), server, sits=True) as (app, _pilot):
        assert next(message for message in server.heard if isinstance(message, OpenTable)).setup == order.setup
        assert len(table_of(app).board.people.names) == 5


async def test_play_says_how_to_begin_another_game_of_the_same_kind() -> None:
    """The command that the log names opens a table such as this one."""
    server = FakeServer(Stage(Setup("chwech", 5, {"ruleset": "original"})))
    order = OpenTable(0, Setup("chwech", 5, {"ruleset": "original"}))
    async with running(PlayNow(order, data="games"), server) as (app, pilot):
        await until(pilot, lambda: at_table(app) and "Resuming your" in screen_text(app))
        told = "chwech play --new --players 5 --option ruleset=original --data games"
        assert told in repr(table_of(app).board.chronicle)


async def test_a_setup_that_is_refused_ends_the_client_with_the_reason() -> None:
    """A bad option is one line on the terminal and exit status 2."""
    server = FakeServer()
    async with running(PlayNow(OpenTable(0, Setup("chwech", 9))), server) as (app, pilot):
        await until(pilot, lambda: app.parting_words != "")
        assert app.parting_words.startswith("chwech: players: Chwech is for")
    assert app.return_code == 2


class _Driver:
    """What an app needs of a driver in order to step aside."""

    can_suspend = True

    def __init__(self) -> None:
        self.said: list[str] = []
        self.no_automatic_restart = nullcontext

    def suspend_application_mode(self) -> None:
        self.said.append("away")

    def resume_application_mode(self) -> None:
        self.said.append("back")


@pytest.mark.parametrize(("runs", "said"), [(True, ["away", "back"]), (False, ["away"])])
async def test_an_app_that_ends_while_it_is_aside_does_not_come_back(
    monkeypatch: pytest.MonkeyPatch, *, runs: bool, said: list[str]
) -> None:
    """It would read the terminal for ever."""
    driver = _Driver()
    async with running(Greet(), FakeServer()) as (app, _):
        with monkeypatch.context() as patch:
            patch.setattr(app, "_driver", driver)
            with app.step_aside():
                patch.setattr(app, "_running", runs)
    assert driver.said == said


async def test_a_table_that_gathers_is_begun_for_its_only_person() -> None:
    """On one's own machine nobody else will come, so the game begins."""
    server = FakeServer(Stage(Setup()))
    async with running(PlayNow(), server, sits=True) as (app, pilot):
        table = shown_table(app)
        gathering = replace(table, table="other", phase=TablePhase.GATHERING, game=None)
        app.post_message(ChwechApp.Heard(Seated(1, gathering)))
        await until(pilot, lambda: played(server, Begin) == 1)


async def test_leaving_a_game_asks_and_says_that_it_is_kept() -> None:
    """Q asks; the answer yes ends the client."""
    server = FakeServer()
    async with running(PlayNow(), server, sits=True) as (app, pilot):
        await pilot.press("q")
        assert "Leave the table?" in screen_text(app)
        await tap(pilot, "escape", "ctrl+c", "y", holds=lambda: app.parting_words != "")
        assert app.parting_words == "The game is saved: chwech resumes it."
    assert app.return_code == 0


async def test_rules_keys_and_piles_open_and_close() -> None:
    """Each has its key, and Esc goes back."""
    server = FakeServer()
    async with running(PlayNow(OpenTable(0, Setup("chwech", 6, {"review_won": True}))), server, sits=True) as (
        app,
        pilot,
    ):
        await tap(pilot, "r", shows="Follow the suit")
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("x", "down")
        await click(pilot, "foot", Press("down"))
        await click(pilot, "foot", Press("escape"))
        await until(pilot, lambda: at_table(app))
        await tap(pilot, "question_mark", opens=FinderScreen)
        await pilot.press("escape")
        await pilot.press("w")
        assert isinstance(app.screen, PilesScreen)
        await pilot.press("escape")
        assert at_table(app)


async def test_a_lost_connection_is_said_and_comes_back() -> None:
    """The screen stays, says what is wrong, and goes on where it was."""
    server = FakeServer()
    async with running(PlayNow(), server) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
        before = table_of(app).board.table
        server.refuses_connections = True
        server.drop()
        await until(pilot, lambda: "nobody answers" in screen_text(app))
        await pilot.press("p")
        assert "your turn waits for you" in screen_text(app)
        server.refuses_connections = False
        await until(pilot, lambda: not table_of(app).board.trouble)
        await until(pilot, lambda: played(server, JoinTable) == 1 and table_of(app).board.table == before)
        await tap(pilot, "p", holds=lambda: table_of(app).board.table != before)


async def test_a_server_that_was_never_there_is_not_waited_for() -> None:
    """Over TCP the first connection decides; only one that was there is tried again."""
    server = FakeServer()
    server.refuses_connections = True
    async with running(Join("tcp://cards.example:1"), server) as (app, pilot):
        await until(pilot, lambda: app.return_code == 1)
        assert app.parting_words == "chwech: No connection: nobody answers."


@pytest.mark.parametrize("name", ["Megan", ""])
async def test_a_server_that_was_there_is_tried_again(name: str) -> None:
    """A lost connection is waited for, also where the server has only asked for a name."""
    server = FakeServer()
    async with running(Join("tcp://cards.example:1"), server, identity=Identity(name)) as (app, pilot):
        await until(pilot, lambda: ("New table" if name else "What shall the others call you") in screen_text(app))
        server.refuses_connections = True
        if name:
            server.drop()
        else:
            await pilot.press("N", "i", "a", "enter")
        await until(pilot, lambda: "Trying again" in screen_text(app))
        server.refuses_connections = False
        await until(pilot, lambda: "You are" in screen_text(app) and "Trying again" not in screen_text(app))
        assert app.return_code is None


async def test_what_is_chosen_before_the_server_has_answered_is_done_then() -> None:
    """The menu still says what it waits for; the last choice holds, and is made once."""
    server = FakeServer()
    async with running(
        Join("tcp://cards.example:1"), server, identity=Identity(""), shows="What shall the others call you"
    ) as (app, pilot):
        server.refuses_connections = True
        await tap(pilot, "N", "i", "a", "enter", shows="Trying again")
        await pilot.press("h", "n")
        assert "Trying again" in screen_text(app)
        assert isinstance(app.screen, LobbyScreen)
        server.refuses_connections = False
        await until(pilot, lambda: isinstance(app.screen, NewTableScreen))
        await tap(pilot, "escape", opens=LobbyScreen)
        assert "Trying again" not in screen_text(app)


async def test_a_slow_answer_is_said() -> None:
    """Whatever takes longer than half a second shows that it works, and no key is blocked meanwhile."""
    server = FakeServer()
    async with running(PlayNow(OpenTable(0, Setup("chwech", 6, {"deals": 1}))), server) as (app, pilot):
        await until(pilot, lambda: at_table(app) and table_of(app).board.my_turn)
        server.silent = True
        await pilot.press("1", "p")
        if table_of(app).board.pending is None:
            await pilot.press("enter")
        await until(pilot, lambda: table_of(app).board.slow)
        await until(pilot, lambda: "⠹ Playing…" in screen_text(app))
        await pilot.press("2")
        assert table_of(app).board.chosen == 1


async def test_nothing_from_a_server_reaches_the_terminal_as_an_order() -> None:
    """Escape sequences and markup in a refusal, a list of tables and the rules are drawn as text or not at all."""
    hostile = "\x1b]0;x\x07[/nope]\u202eend"
    server = FakeServer()
    server.others = (TableEntry("calm-river-lamp", Setup(), TablePhase.PLAYING, (hostile,), hostile, yours=True),)
    async with running(Greet(), server, shows="[/nope]end") as (app, pilot):
        app.post_message(ChwechApp.Heard(Refused(None, ErrorCode.TOO_MANY, hostile)))
        await until(pilot, lambda: screen_text(app).count("[/nope]end") == 2)
        await tap(pilot, "r", opens=RulesScreen)
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        app.post_message(ChwechApp.Heard(Rules(screen._asked, f"# {hostile}")))
        await until(pilot, lambda: "[/nope]end" in screen_text(app))
        assert "\x1b" not in screen_text(app)


async def test_a_game_that_this_client_does_not_know_is_said() -> None:
    """A table of another game is not drawn wrongly."""
    server = FakeServer()
    async with running(PlayNow(), server, sits=True) as (app, pilot):
        other: TableView = TableView("other", 1, Setup("toy", 2), TablePhase.PLAYING, (None, None), game=UNKNOWN)
        app.post_message(ChwechApp.Heard(Seated(1, other)))
        await until(pilot, lambda: "does not know" in screen_text(app))
        app.post_message(ChwechApp.Heard(TableChanged(other)))
        await pilot.pause()


async def test_a_seat_taken_over_elsewhere_is_said() -> None:
    """When the same person sits down elsewhere, this client says so and does not fight for the seat."""
    server = FakeServer()
    async with running(PlayNow(), server, sits=True) as (app, pilot):
        server.farewell = Goodbye("superseded", "You play elsewhere now.")
        server.drop()
        await until(pilot, lambda: "You play elsewhere now. Press q to leave." in screen_text(app))
        heard = len(server.heard)
        await pilot.press("t", "n", "1", "enter", "q")
    assert app.return_code == 0
    assert len(server.heard) == heard


async def test_a_server_that_turns_the_client_away_is_quoted() -> None:
    """Before there is a table, the reason is said on the terminal."""
    server = FakeServer()
    server.farewell = Goodbye(ErrorCode.UNSUPPORTED_VERSION.value, "This server speaks version 9.")
    async with running(Greet(), server) as (app, pilot):
        await until(pilot, lambda: app.parting_words != "")
    assert (app.parting_words, app.return_code) == ("This server speaks version 9.", 1)


@pytest.mark.no_cover
async def test_after_the_game_another_can_be_played() -> None:
    """The ranking opens by itself; n leaves the table and opens another of the same kind."""
    server = FakeServer()
    async with running(PlayNow(SHORT), server, sits=True) as (app, pilot):
        await play_game(pilot, by_keyboard, enter)
        await until(pilot, lambda: "Final ranking" in screen_text(app))
        await pilot.press("left")
        assert "Deal 1 of 1" in screen_text(app)
        await tap(pilot, "v", opens=ReplayScreen)
        await pilot.press("escape", "s")
        await pilot.press("right", "x", "escape", "s")
        await tap(pilot, "n", holds=lambda: played(server, OpenTable) == 2 and at_table(app))
        orders = [message.setup for message in server.heard if isinstance(message, OpenTable)]
        assert orders[0] == orders[1]


@pytest.mark.parametrize("size", [(79, 30), (100, 23), (20, 5)])
async def test_a_small_screen_says_what_it_needs(size: tuple[int, int]) -> None:
    """Below 80 by 24 there is one sentence; with more room the table is there again."""
    async with running(PlayNow(), FakeServer(), size=size) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen))
        assert "80 × 24" in screen_text(app)
        await pilot.press("escape")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen))


async def test_a_screen_of_one_cell_ends_nothing() -> None:
    """What lies under the sentence is not drawn before there is room for it."""
    async with running(Greet(), FakeServer(), size=(1, 1)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "Quit" in screen_text(app))


async def test_a_token_that_cannot_be_kept_is_no_fault_of_the_server() -> None:
    """Where the file of tokens cannot be written the person plays on, and reads at the end what is wrong with it."""

    def keep(_identity: Identity) -> None:
        raise UnusableKeyring("/tokens cannot be written: No space left on device")

    server = FakeServer()
    app = ChwechApp(Route(server.dial, Identity("Megan"), keep=keep), Join("cards.example"), Palette())
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "New table" in screen_text(app) and app.parting_words != "")
        await pilot.press("q")
    assert app.return_code == 0
    assert app.parting_words == (
        "chwech: /tokens cannot be written: No space left on device. This account can no longer be reached."
    )


SENTENCE = "The server sent something that this client cannot understand (KeyError in test_app.py, line "


def fails(*_: object) -> None:
    """Come to grief."""
    raise KeyError("\x1b[2J")


async def test_a_fault_in_what_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends the client with one line and the status 1; what the server said is not in it."""
    monkeypatch.setattr(TableScreen, "hear", fails)
    async with running(PlayNow(), FakeServer()) as (app, pilot):
        await until(pilot, lambda: app.parting_words != "")
    assert app.parting_words.startswith(SENTENCE)
    assert app.parting_words == printable(app.parting_words)
    assert (app.return_code, type(app.fault)) == (1, KeyError)


async def test_a_fault_that_comes_to_light_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault when something is drawn or a key is pressed blames nobody else, and leaves no trace of memory."""
    with pytest.raises(KeyError):  # noqa: PT012  # it is raised once the app has ended
        async with running(PlayNow(), FakeServer(), sits=True) as (app, pilot):
            monkeypatch.setattr(TableScreen, "press", fails)
            await pilot.press("l")
    assert app.parting_words.startswith("This client has a fault (KeyError in test_app.py, line ")
    assert app._exit_renderables == []


async def test_a_long_farewell_is_cut() -> None:
    """However much a server says in the end, and whatever is in it, little and clean text is left."""
    server = FakeServer()
    server.farewell = Goodbye("odd", "\x1b[2Jgone " + "word " * 20_000)
    async with running(Join("cards.example"), server) as (app, pilot):
        await until(pilot, lambda: app.parting_words != "")
    assert app.parting_words.startswith("[2Jgone word")
    assert len(app.parting_words) <= LONGEST_WORDS


async def test_a_server_that_cannot_be_understood_is_told_at_the_table() -> None:
    """The table stays as it was, with the reason, and a key leaves it."""
    server = FakeServer()
    async with running(PlayNow(), server, sits=True) as (app, pilot):
        assert server.stage is not None
        server._channel._writer.write(b"\x00\x00\x00\x01\xc1")
        await until(pilot, lambda: table_of(app).board.parted)
        assert "cannot understand" in table_of(app).board.trouble
        await tap(pilot, "q", holds=lambda: app._exit)
