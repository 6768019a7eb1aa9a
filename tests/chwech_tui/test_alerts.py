"""Alerts: who looks elsewhere is told, as they have set it, and nobody else."""

import pytest
from msgspec.structs import replace
from textual.events import AppBlur, AppFocus

from chwech_tui.alerts import COOLDOWN, Alerts, is_old
from chwech_tui.app import ChwechApp
from chwech_tui.errand import Join, PlayNow
from chwech_tui.link import Identity, Route
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.settings import Desktop, Settings, Switch
from chwech_tui.model.times import waits_for_viewer
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette, palette_of
from protocol.lobby import LobbyChanged
from protocol.setup import Setup
from protocol.table import TableEntry, TablePhase
from server.fronts.ssh.terminal.terminal import is_alert
from tests.chwech_tui.emulator import Recorder
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.screens_text import nobody, running, screen_text
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import KIND

ALL = Settings(bell=Switch.ON, title=Switch.ON, desktop=Desktop.OSC9)
QUIET = Settings(bell=Switch.OFF, title=Switch.OFF, desktop=Desktop.OFF)
TURN_TITLE = "\x1b]2;● your turn — Chwech\x07"
USUAL_TITLE = "\x1b]2;Chwech\x07"
BELL = "\x07"
POPUP = "\x1b]9;Chwech: your turn\x07"
KITTY = "\x1b]99;i=chwech:o=unfocused;Chwech: your turn\x07"


class Window:
    """A terminal's window, and the clock on its wall."""

    def __init__(self, settings: Settings, *, ascii: bool = False, notices: Desktop = Desktop.OFF) -> None:
        self.now = 1000.0
        self.written: list[str] = []
        self.alerts = Alerts(self.written.append, lambda: self.now, ascii=ascii, notices=notices)
        self.alerts.apply(settings)

    def take(self) -> list[str]:
        """Give what was written since the last time."""
        written = list(self.written)
        self.written.clear()
        return written


def test_who_looks_elsewhere_is_told() -> None:
    """Bell, title and notification say it once; the title says it until it is no longer so."""
    window = Window(ALL)
    window.alerts.focus(on=False)
    window.alerts.wait("your turn")
    assert window.take() == [TURN_TITLE, BELL, POPUP]
    window.alerts.wait("your turn")
    assert window.take() == []
    window.alerts.wait("")
    assert window.take() == [USUAL_TITLE]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (QUIET, []),
        (replace(QUIET, title=Switch.ON), [TURN_TITLE]),
        (replace(QUIET, bell=Switch.ON), [BELL]),
        (replace(QUIET, desktop=Desktop.OSC9), [POPUP]),
        (replace(QUIET, desktop=Desktop.OSC777), ["\x1b]777;notify;Chwech;your turn\x07"]),
    ],
)
def test_each_alert_has_its_own_switch(settings: Settings, expected: list[str]) -> None:
    """What is off is not sent, whatever else is on."""
    window = Window(settings)
    window.alerts.focus(on=False)
    window.alerts.wait("your turn")
    assert window.take() == expected


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm-256color"}, [TURN_TITLE, BELL]),
        ({"TERM": "xterm-kitty"}, [TURN_TITLE, BELL, KITTY]),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, [TURN_TITLE, BELL, POPUP]),
        ({"TERM": "foot-direct"}, [TURN_TITLE, BELL, "\x1b]777;notify;Chwech;your turn\x07"]),
        ({"TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"}, [TURN_TITLE, BELL]),
    ],
)
def test_by_itself_a_terminal_is_asked_for_what_it_knows(environment: dict[str, str], expected: list[str]) -> None:
    """Title and bell are known to all; a notification only to those whose names are known, without a multiplexer."""
    window = Window(Settings(), notices=palette_of(environment).notices)
    window.alerts.focus(on=False)
    window.alerts.wait("your turn")
    assert window.take() == expected


def test_who_looks_here_is_not_disturbed() -> None:
    """Where the focus is unknown the title alone speaks, in ASCII if need be; a setting holds at once."""
    window = Window(ALL)
    window.alerts.focus(on=True)
    window.alerts.wait("your turn")
    window.alerts.call("the game has begun")
    assert window.take() == []
    window.alerts.focus(on=False)
    assert window.take() == [TURN_TITLE]
    window.alerts.focus(on=True)
    assert window.take() == [USUAL_TITLE]
    window = Window(ALL)
    window.alerts.wait("your turn")
    assert window.take() == [TURN_TITLE]
    window = Window(ALL)
    window.alerts.wait("your turn")
    window.take()
    window.alerts.apply(Settings(title=Switch.OFF))
    assert window.take() == [USUAL_TITLE]
    window = Window(ALL, ascii=True)
    window.alerts.wait("your turn")
    assert window.take() == ["\x1b]2;* your turn - Chwech\x07"]


def test_alerts_are_seldom() -> None:
    """Within the cooldown only the title changes; after it the next turn rings again."""
    window = Window(ALL)
    window.alerts.focus(on=False)
    for seconds, expected in ((0.0, [BELL, POPUP]), (COOLDOWN - 0.1, []), (0.1, [BELL, POPUP])):
        window.now += seconds
        window.alerts.wait("your turn")
        assert [text for text in window.take() if text != TURN_TITLE] == expected
        window.alerts.wait("")
        window.take()


HOSTILE = "\x07\x1b]0;owned\x1b\\\x9d\u202e Owain; \nrm\x00" + "x" * 500


@pytest.mark.parametrize("desktop", [Desktop.OSC9, Desktop.OSC99, Desktop.OSC777])
def test_a_name_cannot_leave_its_alert(desktop: Desktop) -> None:
    """Whatever someone is called, the sequence holds one short text and ends where it should."""
    window = Window(Settings(desktop=desktop, bell=Switch.ON))
    window.alerts.focus(on=False)
    window.alerts.wait(f"{HOSTILE} invites you")
    written = window.take()
    assert [text.count("\x1b") for text in written] == [1, 0, 1]
    for text in written:
        assert is_alert(text), repr(text)
        assert len(text) < 120


@pytest.mark.parametrize(
    "foreign",
    [
        *("", "x", "\x07\x07", "\x1b]0;x\x07", "\x1b]2;\x07", "\x1b]2;a\x1b[2J\x07", "\x1b]2;a\nb\x07"),
        *(f"\x1b]2;{'x' * 81}\x07", "\x1b]9;4;1;50\x07", "\x1b]777;notify;Bank;hello\x07", TURN_TITLE * 2),
        "\x1b]52;c;eA==\x07",
    ],
)
def test_nothing_else_passes_for_an_alert(foreign: str) -> None:
    """The last guard of the terminals of visitors lets no other sequence through."""
    assert not is_alert(foreign)


def test_an_old_terminal_is_known_by_its_name() -> None:
    """It would print what it does not know."""
    assert [is_old(term) for term in ("vt220", "dumb", "xterm", "tmux-256color")] == [True, True, False, False]


def at_turn() -> tuple[Board, Board]:
    """Give a board before the viewer's turn, and on it."""
    stage = Stage(Setup("chwech", 4, {"deals": 1}))
    before = stage.board(lambda board: board.game is not None and not board.my_turn)
    return before, stage.board(lambda board: board.my_turn, before)


def test_what_waits_for_the_viewer() -> None:
    """Their turn does, and the next deal; not what a bot plays for them, nor a paused game."""
    before, now = at_turn()
    assert (waits_for_viewer(before), waits_for_viewer(now)) == ("", "your turn")
    assert waits_for_viewer(replace(now, pending=7)) == ""
    assert now.table is not None
    away = (replace(now.table.seats[0], away=True), *now.table.seats[1:]) if now.table.seats[0] else ()
    assert waits_for_viewer(boards.changed(now, replace(now.table, seats=away))) == ""
    deal = replace(before, table=replace(now.table, waits_for=(now.table.viewer,), game=before.game))
    assert waits_for_viewer(deal) == "the next deal waits for you"


async def test_a_terminal_is_told_of_the_turn_and_of_its_end() -> None:
    """The app hears of the focus, writes to the terminal, and says nothing twice."""
    app = ChwechApp(Route(nobody, Identity("Megan")), PlayNow(), Palette())
    app.driver_class = Recorder
    before, now = at_turn()
    async with app.run_test(headless=False, size=(80, 24)) as pilot:
        screen, driver = app.screen, app._driver
        assert isinstance(screen, TableScreen)
        assert isinstance(driver, Recorder)
        app.apply(Settings(bell=Switch.ON, title=Switch.ON))
        app.post_message(AppBlur())
        screen.take(before)
        await pilot.pause()
        driver.take()
        screen.take(now)
        screen.take(replace(now, notice="once more"))
        await pilot.pause()
        written = driver.take()
        assert written.count(TURN_TITLE) == written.replace(TURN_TITLE, "").count(BELL) == 1
        app.post_message(AppFocus())
        await pilot.pause()
        assert USUAL_TITLE in driver.take()


async def test_the_beginning_of_a_game_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a table at which one waits begins, and it is someone else's turn, that is said, once."""
    before, _now = at_turn()
    assert before.table is not None
    gathering = replace(before, table=replace(before.table, phase=TablePhase.GATHERING, game=None), kind=KIND)
    async with running(PlayNow()) as (app, pilot):
        calls: list[str] = []
        monkeypatch.setattr(app.alerts, "call", calls.append)
        screen = table_of(app)
        for board in (gathering, before, before):
            screen.take(board)
        await until(pilot, lambda: bool(calls))
        await pilot.pause()
        assert calls == ["the game has begun"]


async def test_the_lobby_calls_to_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one plays by correspondence, the lobby says at which table it has become one's turn."""
    server = FakeServer()
    entry = TableEntry("calm-owl", Setup("chwech", 4), TablePhase.PLAYING, (), "deal 1", yours=True, persons=2)
    server.others = (entry,)
    async with running(Join("this server"), server) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "calm-owl" in screen_text(app))
        calls: list[str] = []
        monkeypatch.setattr(app.alerts, "call", calls.append)
        for turn in (True, True, False):
            await server.push(LobbyChanged(2, tables=(replace(entry, your_turn=turn),)))
        await until(pilot, lambda: "your turn" not in screen_text(app).lower() and bool(calls))
        assert calls == ["your turn at calm-owl"]
