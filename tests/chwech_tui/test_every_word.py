"""Every word: no screen shows a text that was never given to a translator, and long words hide no figure of a table."""

import re
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand, Greet, Join, PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.commands import press
from chwech_tui.screens.home import HomeScreen
from chwech_tui.screens.lesson import LessonScreen
from chwech_tui.screens.lists import HistoryScreen, PeopleScreen, RankingsScreen, SshKeysScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.menu import FinderScreen
from chwech_tui.screens.new_table import NewTableScreen
from chwech_tui.screens.question import QuestionScreen
from chwech_tui.screens.replay import ReplayScreen
from chwech_tui.screens.settings import SettingsScreen
from chwech_tui.screens.sheet import RecordScreen, StatisticsScreen
from games.chwech.rules import CHWECH
from games.kit.pages import meaning
from protocol.language import speak, speaking
from protocol.message import Seat
from protocol.setup import Setup
from protocol.table import TablePhase
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.games.stage import NAMES as STAGE_NAMES
from tests.chwech_tui.games.stage import ByChance, find
from tests.chwech_tui.golden import compare
from tests.chwech_tui.languages import LONG, LOUD, OTHER, speaks
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.replays import record_of, steps_of
from tests.chwech_tui.screens_text import running, screen_text
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_friends import friendly
from tests.chwech_tui.test_golden_screens import SCENES as TABLE_SCENES
from tests.chwech_tui.test_golden_screens import stage
from tests.chwech_tui.test_history import STATISTICS_GAMES
from tests.chwech_tui.test_lobby import PEOPLE, TALK
from tests.chwech_tui.values import KIND

pytestmark = pytest.mark.no_cover

CHAT: Final = {word for line in TALK[:2] for word in re.findall(r"\w+", line.text)} | {
    "steady",
    "hello",
    "nope",
    "cards",
}
"""What people say in the lobby, and what its seats are called."""

OTHERS: Final = {
    ("menu", "statistics"): {"Exact", "multiples", "of", "nine", "by", "deals"},
    ("menu", "a game"): {"chwech", "history", "game"},
    ("lobby", "lobby"): CHAT,
    ("lobby", "talk"): CHAT,
}
"""Words that are no texts of a screen: chat, commands, and a title that the client writes with a capital."""

SIZE: Final = (80, 24)
Show = Callable[[ChwechApp, Pilot[int]], Awaitable[None]]


def with_games() -> FakeServer:
    """Give a server on which games were finished, and one is on."""
    server = FakeServer(stage("revised"))
    server.games = STATISTICS_GAMES
    server.replay = steps_of(record_of(5))
    return server


def opened(*steps: tuple[str, type]) -> Show:
    """Press keys, and wait after each until its screen is there."""

    async def show(app: ChwechApp, pilot: Pilot[int]) -> None:
        for key, kind in steps:
            await pilot.press(*key.split())
            await until(pilot, lambda kind=kind: isinstance(app.screen, kind))  # type: ignore[misc]
            await pilot.pause()

    return show


def greeted(*steps: tuple[str, type]) -> Show:
    """Wait until the list of a welcome or a lobby has come, then press keys."""

    async def show(app: ChwechApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and app.screen.listed() is not None)
        await opened(*steps)(app, pilot)

    return show


def laid(board: Callable[[], Board], *, sheet: bool = False) -> Show:
    """Lay a board on the table."""

    async def show(app: ChwechApp, pilot: Pilot[int]) -> None:
        screen = table_of(app)
        screen.take(replace(board(), settings=screen.board.settings))
        if sheet:
            screen.show_sheet()
        await pilot.pause()

    return show


def gathering() -> Board:
    """Give a table before its game, with a free seat."""
    now = stage("revised").table()
    waiting = replace(now, phase=TablePhase.GATHERING, game=None, seats=(*now.seats[:3], None, *now.seats[4:]))
    return boards.seated(Board(), waiting, KIND)


def over(of: Stage) -> Board:
    """Give a table after its game."""
    return of.board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER)


def writing() -> Board:
    """Give a table at which something is being written."""
    board = TABLE_SCENES["following"](stage("revised"))
    for key in ("t", "h", "i"):
        board, _ = press(board, key)
    return board


MENU: Final = {
    "welcome": greeted(),
    "new table": greeted(("n", NewTableScreen)),
    "settings": greeted(("o", SettingsScreen)),
    "own keys": greeted(("o", SettingsScreen), ("up enter", SettingsScreen)),
    "course": greeted(("l", LessonScreen)),
    "course, an answer": greeted(("l", LessonScreen), ("1", LessonScreen)),
    "history": greeted(("h", HistoryScreen)),
    "statistics": greeted(("h", HistoryScreen), ("s", StatisticsScreen)),
    "rankings": greeted(("h", HistoryScreen), ("a", RankingsScreen)),
    "a game": greeted(("h", HistoryScreen), ("enter", RecordScreen)),
    "replay": greeted(("h", HistoryScreen), ("enter", RecordScreen), ("v", ReplayScreen)),
    "finder": greeted(("colon", FinderScreen)),
}
LOBBY: Final = {
    "lobby": greeted(),
    "code": greeted(("c", QuestionScreen)),
    "people": greeted(("i", PeopleScreen)),
    "ssh keys": greeted(("k", SshKeysScreen)),
    "talk": greeted(("t", LobbyScreen)),
    "new table": greeted(("n", NewTableScreen)),
}


def scene(name: str, rules: str) -> Callable[[], Board]:
    """Give what lays out a golden scene of the table."""
    return lambda: TABLE_SCENES[name](stage(rules))


FIVES: Final = (
    Setup("twenty-five", 5, first_dealer=Seat(4)),
    Setup("forty-five", 4, {"partners": True}),
    Setup("forty-five", 10),
)
"""Tables of five, of two sides, and the largest one."""


def of_fives(setup: Setup) -> Callable[[], Board]:
    """Give what lays out a table of Twenty-Five or Forty-Five at the viewer's turn."""
    return lambda: find(setup, lambda view: view.deal > 1 and len(view.legal) > 1, play=ByChance)


def of_durak(setup: Setup) -> Callable[[], Board]:
    """Give what lays out a bout of Durak, in which the viewer has something to do."""
    return lambda: find(setup, lambda view: view.fields.get("bouts", 0) > 1 and len(view.choices) > 2)


def of_piles(setup: Setup) -> Callable[[], Board]:
    """Give what lays out a game of one pile at the viewer's turn to beat a card."""
    return lambda: find(setup, lambda view: len(view.choices) > 2 and bool(view.fields.get("last_pile")))


TABLE: Final[dict[str, Show]] = {
    **{
        f"{name}, {rules}": laid(scene(name, rules), sheet=name == "sheet")
        for name in TABLE_SCENES
        for rules in ("revised", "original")
    },
    "ranking": laid(lambda: over(stage("revised"))),
    "gathering": laid(gathering),
    "writing": laid(writing),
    "keys": opened(("question_mark", FinderScreen)),
    **{f"{one.game} {one.players}": laid(of_fives(one)) for one in FIVES},
    **{f"{one.game} {one.players}": laid(of_durak(one)) for one in (Setup("durak-teams", 4), Setup("durak-teams", 6))},
    **{
        one.game: laid(of_piles(one))
        for one in (
            Setup("svoyi-koziri", 4, {"deals": 2, "limit": 100}, Seat(3)),
            Setup("dudak", 4, {"deals": 2, "limit": 100}),
            Setup("challenge", 2, {"limit": 100}),
        )
    },
}


class Group(NamedTuple):
    """Scenes that begin alike."""

    shows: dict[str, Show]
    errand: Errand
    server: Callable[[], FakeServer] | None = None


async def screens(group: Group) -> dict[str, str]:
    """Draw every scene, each in an app of its own."""
    drawn = {}
    for name, show in group.shows.items():
        async with running(group.errand, group.server() if group.server else None, SIZE) as (app, pilot):
            await show(app, pilot)
            drawn[name] = screen_text(app)
    return drawn


GROUPS: Final = {
    "menu": Group(MENU, Greet(), with_games),
    "lobby": Group(LOBBY, Join("cards.example"), friendly),
    "table": Group(TABLE, PlayNow()),
}

NAMES: Final = {part for name in STAGE_NAMES for part in re.findall(r"\w+", name)} | {
    *re.findall(r"\w+", " ".join(person.name for person in PEOPLE)),
    *("Cerys", "Nia", "Dylan", "Ifan"),
}
"""The people of the scenes."""

NO_TEXT: Final = frozenset(
    (
        *("Chwech", "Twenty", "Forty", "Svoyi", "Koziri", "Dudak", "Challenge"),
        *("Enter", "Esc", "Space", "Backspace", "Home", "End", "bot"),
    )
)
"""The names of games and keys, and what a bot is called in every language."""

SUITS: Final = frozenset(["Clubs", "Diamonds", "Hearts", "Spades"])  # Written with a capital by the client itself.

_WORD: Final = re.compile(r"(?<![\w.:/-])[A-Za-z]*[a-z]{2,}[A-Za-z]*(?![\w-])")
_FACT: Final = re.compile(r"(?:10|1[123]|[2-9JQKA])[♣♦♥♠]|\d+")
_TABLE_CELLS: Final = 54  # The width of the seats; the log is at their right.


def on_pages() -> set[str]:
    """Give the words that stand on the pages of rules in each language, and are not looked up."""
    with speaking(OTHER):
        told = [meaning(CHWECH, one.name, value) for one in CHWECH.options for value in (*one.values, 1)]
    return set(_WORD.findall(" ".join(text for one in told for text in one)))


def unmarked(screen: str) -> set[str]:
    """Give the words of a screen in the loud language that are not in capitals, unless they are names or are cut."""
    found = {word for word in _WORD.findall(screen) if f"{word}…" not in screen} - on_pages()
    return {word for word in found if not any(name.startswith(word) for name in NAMES | NO_TEXT | SUITS)}


def facts(screen: str) -> set[str]:
    """Give the cards and figures of the seats of a table."""
    return {fact for line in screen.splitlines()[2:10] for fact in _FACT.findall(line[:_TABLE_CELLS])}


@pytest.mark.parametrize("group", GROUPS)
async def test_every_text_is_given_to_translators(group: str) -> None:
    """In a language of capitals nothing is left in small letters but names."""
    speak(OTHER, speaks(LOUD))
    for name, screen in (await screens(GROUPS[group])).items():
        assert (name, unmarked(screen) - OTHERS.get((group, name), set())) == (name, set())


@pytest.mark.parametrize("group", ["menu", "lobby"])
async def test_the_screens_look_as_they_did_in_welsh(group: str) -> None:
    """Scenes with most of the words as committed, for those who read over the translations; the same twice in none."""
    speak("cy")
    for name, screen in (await screens(GROUPS[group])).items():
        if (group, name) == ("lobby", "new table"):
            continue
        compare(f"cy-{group}-{re.sub('[^a-z0-9]+', '-', name)}", screen)


async def test_long_words_hide_no_figure_of_a_seat() -> None:
    """What is won, counted and scored stands at each seat, also where every word is 40 % longer."""
    english = await screens(GROUPS["table"])
    speak(OTHER, speaks(LONG))
    for name, screen in (await screens(GROUPS["table"])).items():
        if not name.startswith("sheet"):
            assert (name, facts(english[name]) - facts(screen)) == (name, set())
