"""The language of the screens: chosen by the reader, and used on every screen at once."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand, Greet, Join, PlayNow, Watch
from chwech_tui.lists import statistics_words
from chwech_tui.model.board import hinted
from chwech_tui.model.settings import SETTINGS
from chwech_tui.remote import InvalidAddress, SshAddress, read_place
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.home import WelcomeScreen
from chwech_tui.screens.lesson import LessonScreen
from chwech_tui.screens.lists import HistoryScreen, PeopleScreen, RankingsScreen, SshKeysScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.menu import FinderScreen, MenuScreen
from chwech_tui.screens.new_table import NewTableScreen
from chwech_tui.screens.question import QuestionScreen
from chwech_tui.screens.rules import RulesScreen
from chwech_tui.screens.settings import SettingsScreen
from chwech_tui.ssh import UnusableSsh, key_options, reason
from protocol.archive import Statistics
from protocol.language import speak, speaking
from protocol.message import Wording
from protocol.messages import ReadRules
from protocol.people import KeyEntry
from protocol.setup import Setup
from protocol.table import Appraised, HintGiven, HintReason
from tests.chwech_tui.fake_server import FakeServer, played
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.languages import LONG, LOUD, OTHER, speaks
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.test_lobby import HERE, PEOPLE, TABLES, crowd

LANGUAGE_HERE = Join("cards.example")
LANGUAGE = next(place for place, setting in enumerate(SETTINGS) if setting.name == "language")
"""The line of the language in the settings."""


async def turn_language(pilot: Pilot[int], app: ChwechApp, key: str) -> None:
    """Open the settings, press a key on the language, and go back."""
    below = app.screen
    await tap(pilot, "o", opens=SettingsScreen)
    await tap(pilot, *["down"] * LANGUAGE, key, holds=lambda: ("SETTINGS" in screen_text(app)) == (key == "left"))
    await tap(pilot, "escape", holds=lambda: app.screen is below)


async def test_a_menu_below_the_settings_speaks_another_language_at_once() -> None:
    """All that is open is said anew: the settings, and the menu below them; and later in the first language again."""
    speak("en", speaks(LOUD))
    async with running(Greet(), FakeServer(), shows="Finished games") as (app, pilot):
        await turn_language(pilot, app, "left")
        said = screen_text(app)
        assert "SIX PLAYERS, NINE CARDS" in said
        assert "FINISHED GAMES" in said
        assert "Finished games" not in said
        await turn_language(pilot, app, "right")
        assert "Finished games" in screen_text(app)


async def test_the_lobby_speaks_another_language_at_once() -> None:
    """The lobby says in the other language who the player is, its tables, and what the chosen line does."""
    server = FakeServer()
    server.others, server.people, server.guest = TABLES, PEOPLE, True
    speak("en", speaks(LOUD))
    async with running(LANGUAGE_HERE, server, shows="amber-river-stone") as (app, pilot):
        await turn_language(pilot, app, "left")
        said = screen_text(app)
        assert "CHWECH AT cards.example" in said
        assert "YOU ARE Megan, A GUEST: K ADDS A KEY TO KEEP THE NAME" in said
        assert re.search(r"JOIN .* Nia .* 1/4 8 DEALS", said)
        await until(pilot, lambda: "DEAL 3 OF 12" in screen_text(app))
        await tap(pilot, "end", "up", shows="▌ NEW TABLE")


async def test_a_server_without_a_name_is_called_in_the_language_of_the_settings() -> None:
    """Who has set Welsh reads no English name of the server, though they came with an English environment."""
    server = FakeServer()
    server.settings = {"language": "cy"}
    speak("en")
    async with running(Join(""), server, shows="Chwech ar y gweinydd hwn") as (app, _pilot):
        assert "this server" not in screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=["lines", "round"])
async def test_a_table_below_the_settings_speaks_another_language_at_once(size: tuple[int, int]) -> None:
    """The table, with a line for each seat or round, says in the other language what it asks; the log stays."""
    stage = Stage(Setup("chwech", 6, {"deals": 2}))
    speak("en", speaks(LOUD))
    async with running(PlayNow(), size=size) as (app, pilot):
        table_of(app).take(stage.board(lambda board: board.my_turn))
        await until(pilot, lambda: "Follow" in screen_text(app))
        log = table_of(app).board.chronicle
        await turn_language(pilot, app, "left")
        said = screen_text(app)
        assert "FOLLOW" in said
        assert "Follow" not in said
        assert "REVISED RULES" in said
        assert table_of(app).board.chronicle == log


async def test_a_hint_below_the_settings_speaks_another_language_at_once() -> None:
    """The reason of the server too, not only what stands around it."""
    stage = Stage(Setup("chwech", 6, {"deals": 2}))
    speak("en", speaks(LOUD))
    async with running(PlayNow(), size=(80, 24)) as (app, pilot):
        board = stage.board(lambda board: board.my_turn)
        reason = HintReason("it takes the trick for certain", Wording("it takes the trick for certain"))
        choices = tuple(Appraised(action, 0.0) for action in board.game.legal)
        table_of(app).take(hinted(board, HintGiven(1, 1, choices, (reason,))))
        await until(pilot, lambda: "it takes the trick for certain." in screen_text(app))
        await turn_language(pilot, app, "left")
        assert "IT TAKES THE TRICK FOR CERTAIN." in screen_text(app)


async def test_a_stored_language_is_spoken_from_the_greeting_on() -> None:
    """Who has set a language reads it as soon as the server has told their settings, in the course as well."""
    server = FakeServer()
    server.settings = {"language": OTHER}
    speak("en", speaks(LOUD))
    async with running(Greet(learn=True), server) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LessonScreen) and "LEARN CHWECH" in screen_text(app))
        await tap(pilot, "q", shows="LEARN IN FIVE MINUTES")


async def test_the_rules_are_asked_for_in_the_language_that_is_spoken() -> None:
    """Each page of rules is asked for in the reader's language, also one that is turned to."""
    server = FakeServer()
    server.settings = {"language": OTHER}
    server.offers = (*server.offers, replace(server.offers[0], name="twenty-five"))
    speak("en", speaks(LOUD))
    async with running(Greet(), server, shows="FINISHED GAMES") as (_app, pilot):
        await tap(pilot, "r", opens=RulesScreen)
        await tap(pilot, "right", holds=lambda: played(server, ReadRules) == 2)
    assert [asked.language for asked in server.heard if isinstance(asked, ReadRules)] == [OTHER, OTHER]


MENUS: dict[str, tuple[Errand, str, type[DrawnScreen]]] = {
    "welcome": (Greet(), "", WelcomeScreen),
    "settings": (Greet(), "o", SettingsScreen),
    "own keys": (Greet(), "o end", SettingsScreen),
    "a new key": (Greet(), "o end enter", SettingsScreen),
    "history": (Greet(), "h", HistoryScreen),
    "rankings": (Greet(), "h a", RankingsScreen),
    "new table": (Greet(), "n", NewTableScreen),
    "finder": (Greet(), "colon", FinderScreen),
    "rules": (Greet(), "r", RulesScreen),
    "course": (Greet(), "l", LessonScreen),
    "lobby": (LANGUAGE_HERE, "", LobbyScreen),
    "writing": (LANGUAGE_HERE, "t", LobbyScreen),
    "code": (LANGUAGE_HERE, "c", QuestionScreen),
    "rename": (LANGUAGE_HERE, "p", QuestionScreen),
    "people": (LANGUAGE_HERE, "i", PeopleScreen),
    "blocking": (LANGUAGE_HERE, "i b", PeopleScreen),
    "SSH keys": (LANGUAGE_HERE, "k a", SshKeysScreen),
    "revoking": (LANGUAGE_HERE, "k x", SshKeysScreen),
    "shared table": (LANGUAGE_HERE, "n", NewTableScreen),
}
"""Each screen besides the table: the errand and the keys that lead to it, and what it is."""


@pytest.mark.parametrize("name", MENUS)
async def test_long_words_break_no_screen(name: str) -> None:
    """In a language with words 40 % longer, every screen stands at 80 by 24, and a menu still names its keys.

    The home menus leave out some that are in their list of keys.
    """
    errand, keys, kind = MENUS[name]
    server = FakeServer()
    server.settings = {"language": OTHER}
    server.people, server.others, server.guest = PEOPLE, TABLES, True
    server.keys = [KeyEntry("SHA256:abcdefghijklmnopqrstuvwxyz", 0.0, "laptop", current=True)]
    speak("en", speaks(LONG))
    async with running(errand, server, (80, 24)) as (app, pilot):
        await until(pilot, lambda: "Settingss" in screen_text(app) or "Megan, Owain" in screen_text(app))
        await tap(pilot, *keys.split(), opens=kind)
        await pilot.pause()
        said, screen = screen_text(app), app.screen
        assert len(said.splitlines()) == 24
        if isinstance(screen, MenuScreen) and name != "writing":
            foot = " ".join(said.splitlines()[-4:]).split()
            named = {one.key for one in screen.named_keys() if one.shown not in foot}
            assert named <= {*screen.SPARE}


def test_numbers_change_the_words_after_them() -> None:
    """In Welsh a noun after a numeral stands in the singular, and 2 softens its beginning; figures need no order."""
    ended = Statistics(1, "Ann", 2, 1, 3, 90, game="chwech")
    with speaking("cy"):
        assert statistics_words(ended) == "Chwech: 2 gêm, enillwyd 1; 30.0 pwynt y rhaniad"
        assert statistics_words(Statistics(1, "Ann", 1)).endswith("; dim rhaniadau eto")


def test_faults_are_told_in_the_language_of_the_reader() -> None:
    """What is wrong with a key, an address or a connection is said in the language that is spoken."""
    with speaking("cy"):
        with pytest.raises(UnusableSsh, match=r"^ni ellir darllen yr allwedd /nowhere/key: "):
            key_options(Path("/nowhere/key"))
        with pytest.raises(InvalidAddress, match=r"^nid cyfeiriad yw 'a b': "):
            read_place("a b")
        said = reason("connect to host h port 22: Connection refused", SshAddress("h"))
        assert said.startswith("does dim yn gwrando ar h porth 22: ")


GREETING = "Croeso! We play every Friday from eight.\nBe kind, and do not keep others waiting."
OWN = ("Nos Wener \x1b[2JCaerdydd [/nope]", GREETING)
SHOWN = "Chwech at Nos Wener [2JCaerdydd [/nope]"


async def test_the_lobby_has_the_words_of_its_server() -> None:
    """Its name is at the top; the greeting is whole where no table is chosen, and one line of it where one is."""
    server = crowd()
    server.own_words = OWN
    async with running(HERE, server, SMALL, shows="Megan, Owain") as (app, pilot):
        assert SHOWN in screen_text(app)
        assert "Croeso! We play every" in screen_text(app)
        assert "Be kind" not in screen_text(app)
        await look(app, pilot, "lobby-greeting-table-80x24")
        await tap(pilot, "end", shows="Be kind, and do not keep")
        assert screen_text(app).count("Croeso!") == 1
        await look(app, pilot, "lobby-greeting-80x24")


@pytest.mark.parametrize("errand", [Join("cards.example", "calm-river"), Watch("cards.example", "calm-river")])
async def test_who_comes_straight_to_a_table_reads_the_greeting_in_its_log(errand: Join | Watch) -> None:
    """They may never see the lobby."""
    server = FakeServer(Stage(Setup()))
    server.own_words = OWN
    async with running(errand, server, (160, 50)) as (app, pilot):
        await until(pilot, lambda: "Friday" in screen_text(app))
