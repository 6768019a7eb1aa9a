"""The list of everything that can be done: what is in it, how it is searched, and that Enter does it."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from textual.events import Paste

from chwech_tui.drawing.line import cells
from chwech_tui.errand import Greet, Join, PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.commands import press
from chwech_tui.model.form import Form, blank_form, field, fields
from chwech_tui.model.game import GAMES
from chwech_tui.model.prompt import usable_keys
from chwech_tui.screens.home import entry_words
from chwech_tui.screens.lists import HistoryScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.menu import MENU_WIDTH, FinderScreen, form_lines
from chwech_tui.screens.rules import RulesScreen
from chwech_tui.screens.settings import SettingsScreen
from chwech_tui.screens.table import TableScreen
from games.registry import GAMES as KNOWN
from games.registry import GAMES as RULES
from protocol.daily import DailyMark
from protocol.language import LANGUAGES, _, speaking
from protocol.lobby import LobbyChanged
from protocol.setup import GameOffer, Setup
from protocol.table import TableEntry, TablePhase
from protocol.text import text_width
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_golden_screens import following, when
from tests.chwech_tui.test_lobby import HERE, TABLES, TALK, crowd
from tests.chwech_tui.values import KIND


def keys(board: Board) -> set[str]:
    """Give the keys that are offered."""
    return {known.key for known in usable_keys(board)}


def test_the_table_offers_what_can_be_done_now() -> None:
    """On one's turn one may pass, but play only a chosen card; a replay is offered after the game."""
    stage = Stage(Setup("chwech", 6, {"deals": 3}))
    board = when(following)(stage)
    assert {"p", "s", "r", "o", "a", "q"} <= keys(board)
    assert keys(board).isdisjoint({"enter", "v", "n", "l", "left", "escape"})
    assert "enter" in keys(press(board, "right")[0])
    over = stage.board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER, board)
    assert {"n", "v", "s", "q"} <= keys(over)
    assert "p" not in keys(over)


def test_no_hint_is_offered_where_there_is_none() -> None:
    """Neither at a table that forbids hints, nor where choices have no values: there h gives the coach's advice."""
    board = when(following)(Stage(Setup("chwech", 6, {"deals": 3})))
    table = board.table
    assert table is not None
    assert "h" in keys(board)
    assert "h" not in keys(replace(board, table=replace(table, arrangement=replace(table.arrangement, hints=False))))
    elsewhere = replace(Board(), without_hints=frozenset({"chwech"}))
    assert "h" not in keys(boards.seated(elsewhere, table, KIND))
    advised = boards.seated(elsewhere, table, KIND)
    assert table.game is not None
    assert press(advised, "h")[0].notice == f"Hint: {KIND.advice(table.game, advised.people)}"


def test_nothing_that_costs_something_is_at_the_top() -> None:
    """Enter by a slip shows something, and neither plays, nor passes, nor leaves."""
    board = press(when(following)(Stage(Setup("chwech", 6, {"deals": 3}))), "right")[0]
    offered = [known.key for known in usable_keys(board)]
    costly = [place for place, key in enumerate(offered) if key in {"enter", "p", "h", "a", "z", "q"}]
    assert costly == list(range(len(offered) - len(costly), len(offered)))
    assert len(costly) == 6


def test_every_key_that_is_offered_does_something() -> None:
    """Whatever the state of a game, nothing in the list answers with a sentence why it cannot be."""
    stage = Stage(Setup("chwech", 4, {"deals": 2}))
    board = boards.seated(Board(), stage.table(), KIND)
    for event, table in stage.told_turns():
        board = boards.happened(board, event, table)
        for key in keys(board):
            after, asked = press(board, key)
            assert asked is not None or replace(after, notice="") != board


async def test_the_list_looks_as_it_did() -> None:
    """Each key stands with its words; what was typed stands above."""
    async with running(PlayNow(), size=SMALL) as (app, pilot):
        screen = table_of(app)
        screen.take(when(following, "right")(Stage(Setup("chwech", 6, {"deals": 3}))))
        await tap(pilot, "colon", opens=FinderScreen)
        await tap(pilot, "t", "h", "e", shows="> the_")
        await look(app, pilot, "finder-80x24")


async def test_typing_finds_and_enter_does() -> None:
    """The words of a line are found whatever their order; what is chosen happens on the screen below."""
    async with running(PlayNow(), FakeServer(), sits=True) as (app, pilot):
        await tap(pilot, "ctrl+p", *"table", "space", *"rules", "enter", opens=RulesScreen)
        await tap(pilot, "escape", "colon", *"xyz", shows="Nothing matches.")
        await pilot.press("enter", "backspace", "ctrl+u", *"leave", "enter")
        await until(pilot, lambda: table_of(app).board.asking is Asking.LEAVE)


async def test_the_list_can_be_left() -> None:
    """Esc closes it and does nothing; while the table asks something, the key is no key of the list."""
    async with running(PlayNow(), FakeServer(), sits=True) as (app, pilot):
        await tap(pilot, "colon", "escape", opens=TableScreen)
        before = table_of(app).board
        await tap(pilot, "t", "colon", "a", holds=lambda: table_of(app).board.draft == ":a")
        assert before.asking is Asking.NOTHING


async def test_the_menus_have_the_list_too() -> None:
    """The welcome and the lobby list their keys, also those that the foot does not name; a paste is typed."""
    async with running(Greet(), FakeServer()) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await tap(pilot, "colon", opens=FinderScreen)
        app.screen.post_message(Paste("hist\x1bory\n"))
        await until(pilot, lambda: "> history_" in screen_text(app))
        await tap(pilot, "enter", opens=HistoryScreen)
    async with running(Join("this server"), FakeServer()) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Connecting" not in screen_text(app))
        await tap(pilot, "question_mark", *"sett", "enter", opens=SettingsScreen)


OFFERS = {
    GAMES[name].title: GameOffer(name, game.players, game.options, ("steady", "strong"), game.about, game.minutes)
    for name, game in RULES.items()
}

MARK = 2  # The cells before a line, where the cursor of a menu stands.


def forms(title: str) -> Iterator[Form]:
    """Yield a form of a game for each number of players, and every value of each of its choices."""
    form = blank_form({title: OFFERS[title]}, KNOWN, shared=True)
    for number in form.offer.players:
        form = field(form, "players").put(number)
        for row in fields(form):
            yield from filter(None, map(row.put, row.values))


@pytest.mark.parametrize("title", OFFERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_cut(language: str, title: str) -> None:
    """Also where a label is longer than the usual column, and beside the longest value."""
    with speaking(language):
        for form in forms(title):
            shown = fields(form)
            lines = form_lines(shown)
            for row, line in zip(shown, lines, strict=True):
                assert line.startswith(f"{row.label} ")
                assert line.endswith(f" ‹ {row.value} ›")
                assert text_width(line) <= MENU_WIDTH - MARK, line
            assert len({text_width(line.partition("‹")[0]) for line in lines}) == 1, "one column"


SIX = TableEntry(
    "a-b-c",
    Setup("chwech", 6, {"ruleset": "revised"}),
    TablePhase.PLAYING,
    (),
    "deal 2 of 6",
    yours=True,
    total=123,
    played_at=0.0,
)
"""A game that was played just now."""

DAILY = replace(SIX, table="a-b-d", daily=DailyMark("2026-11-28"))  # A deal of the day.


LONG = replace(SIX, table="a-b-e", setup=Setup("auction-forty-fives", 4), summary="115/120, rhaniad 12")
"""A game with a long name, and a score of both sides."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entry", [SIX, DAILY, LONG], ids=("a game", "a deal of the day", "a long name"))
def test_what_does_not_fit_is_left_out(entry: TableEntry, language: str) -> None:
    """The rules first, and then when it was played; no word is cut, and the total always stands there."""
    with speaking(language):
        for coached in ("", SIX.table):
            words = entry_words(_("Go on"), entry, 0.0, coached)
            assert cells(words) <= MENU_WIDTH - 2
            assert "123" in words


async def test_without_talk_a_low_screen_has_room_for_the_list() -> None:
    """The line below the tables is not hidden for talk that there is not."""
    server = crowd()
    server.others, server.talk = TABLES[:1], ()
    async with running(HERE, server, (80, 24), shows="1 table ") as (app, pilot):
        assert "Deal of the day" in screen_text(app)
        await server.push(LobbyChanged(6, talk=TALK[:1]))
        await until(pilot, lambda: "Who wants a game" in screen_text(app))
        assert "Deal of the day" in screen_text(app)
