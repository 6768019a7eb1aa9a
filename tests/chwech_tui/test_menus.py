"""The menus: welcome, new table, lobby, nickname and games left unfinished, and the ways between them and the table."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace
from textual.events import Key, Paste
from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.describe import arrangement_words, clock_sign, clock_words
from chwech_tui.errand import Greet, Join
from chwech_tui.link import Identity
from chwech_tui.model.ink import Hue, Picture, Press, Span
from chwech_tui.screens.home import WelcomeScreen
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.menu import Item, MenuScreen
from chwech_tui.screens.new_table import NewTableScreen
from chwech_tui.screens.question import QuestionScreen
from chwech_tui.screens.rules import RulesScreen
from chwech_tui.screens.sheet import TooSmallScreen
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette
from protocol.errors import ErrorCode
from protocol.messages import Begin, Goodbye, Hello, LeaveTable, OpenTable, ReadRules, Refused, Seated
from protocol.people import Rename
from protocol.setup import Arrangement, Clock, Delay, GameOffer, Setup
from protocol.table import Resign, TableEntry, TablePhase
from tests.chwech_tui.fake_server import OFFER, FakeServer, played
from tests.chwech_tui.golden import look
from tests.chwech_tui.player import at_table, click, shown_table, until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage


async def test_the_welcome_goes_on_with_a_game_and_comes_back() -> None:
    """Enter on the first line sits down; leaving comes back to the welcome."""
    server = FakeServer(Stage(Setup()))
    async with running(Greet(), server, shows="Go on") as (app, pilot):
        await tap(pilot, "enter", holds=lambda: at_table(app))
        await tap(pilot, "q", "y", opens=WelcomeScreen)
        assert played(server, LeaveTable) == 1
        await pilot.press("q")
    assert app.return_code == 0


async def test_the_welcome_names_the_game_of_each_unfinished_one() -> None:
    """By its title, as the form and the table do, and with the number of players."""
    server = FakeServer()
    server.others = (
        TableEntry("a-b-c", Setup("twenty-five", 5), TablePhase.PLAYING, (), "deal 3", yours=True, total=10),
        TableEntry("a-b-d", Setup("whist", 4), TablePhase.PLAYING, (), "deal 1", yours=True),
    )
    async with running(Greet(), server, shows="Go on   Twenty-Five for 5   deal 3   your total 10") as (app, _pilot):
        assert "Go on   whist for 4   deal 1" in screen_text(app)


async def test_the_welcome_leads_to_servers_one_has_joined() -> None:
    """Each line says who is there once that is known; they are not asked again at once."""
    asked = list[str]()

    def ask(places: Iterable[str], tell: Callable[[str, str], None]) -> None:
        for place in places:
            asked.append(place)
            tell(place, "3 online")

    errand = Greet(servers=("cards.example", "tcp://c:1"))
    async with running(errand, FakeServer(), size=(80, 24), shows="Join tcp://c:1") as (app, pilot):
        app.ask_servers = ask
        app.look()
        await until(pilot, lambda: "Join cards.example   3 online" in screen_text(app))
        app.look()
        assert asked == ["cards.example", "tcp://c:1"]
        await tap(pilot, "home", "down", "enter", holds=lambda: app.onward == "cards.example")


async def test_the_welcome_opens_a_table_by_its_form() -> None:
    """The form is filled by keys and clicks and opens the table that it describes."""
    server = FakeServer()
    async with running(Greet(), server) as (app, pilot):
        await until(pilot, lambda: "Quit" in screen_text(app) and "Starting" not in screen_text(app))
        await tap(pilot, "n", opens=NewTableScreen)
        await pilot.press("right")
        assert "First choose a line" in screen_text(app)
        await pilot.press("down", "left", *["down"] * 4, "right", "down", "right", "space")
        await click(pilot, "foot", Press("right"))
        await click(pilot, "foot", Press("down"))
        await click(pilot, "foot", Press("enter"))
        await until(pilot, lambda: at_table(app))
        order = next(message for message in server.heard if isinstance(message, OpenTable))
        assert order.setup == Setup("chwech", 5, {"ruleset": "original"})


async def test_the_menu_leads_to_the_rules_of_every_game() -> None:
    """Right and left turn to the other games on offer and round again; each is asked for with its usual table."""
    server = FakeServer()
    server.offers = (OFFER, GameOffer("twenty-five", (5, 4), (), ()))
    async with running(Greet(), server) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await tap(pilot, "r", holds=lambda: isinstance(app.screen, RulesScreen) and "other games" in screen_text(app))
        await pilot.press("right", "left", "left")
        await until(pilot, lambda: sum(isinstance(message, ReadRules) for message in server.heard) == 4)
        await pilot.press("escape")
    asked = [message.setup for message in server.heard if isinstance(message, ReadRules)]
    assert asked == [Setup("chwech", 6), Setup("twenty-five", 5), Setup("chwech", 6), Setup("twenty-five", 5)]


async def test_the_rules_of_the_chosen_table_can_be_read_in_the_form() -> None:
    """The key asks for the rules of what is chosen so far; Esc leads back to the form."""
    server = FakeServer()
    async with running(Greet(), server) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await tap(pilot, "n", opens=NewTableScreen)
        await tap(pilot, "down", "left", "r", opens=RulesScreen)
        asked = next(message for message in server.heard if isinstance(message, ReadRules))
        assert asked.setup == Setup("chwech", 5)
        await tap(pilot, "escape", opens=NewTableScreen)


async def test_a_setup_that_the_form_cannot_know_to_be_wrong_is_refused_in_the_menu() -> None:
    """A refusal brings the welcome back and is shown there."""
    server = FakeServer()
    async with running(Greet(), server) as (app, pilot):
        await until(pilot, lambda: "Starting" not in screen_text(app))
        await tap(pilot, "n", opens=NewTableScreen)
        server.silent = True
        await tap(pilot, "enter", opens=TableScreen)
        app.post_message(ChwechApp.Heard(Refused(1, ErrorCode.INVALID_SETUP, "That is no table.")))
        await until(pilot, lambda: isinstance(app.screen, WelcomeScreen) and "That is no table." in screen_text(app))


async def test_joining_asks_for_a_nickname_the_first_time() -> None:
    """Whoever is new is told the game in three lines and asked for a name, without a reproach."""
    server = FakeServer()
    async with running(Join("cards.example"), server, (80, 24), identity=Identity()) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, QuestionScreen))
        await pilot.pause()
        await look(app, pilot, "nickname-80x24")
        await tap(pilot, "space", "enter", shows="at least one visible letter")
        await pilot.press(*"Nia", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "No tables yet" in screen_text(app))
        assert [message.name for message in server.heard if isinstance(message, Hello)] == ["", "Nia"]


async def test_who_is_new_on_a_small_screen_goes_on_when_there_is_room() -> None:
    """Whatever was opened meanwhile, the sentence is on top, and it leaves nothing of itself behind."""
    server = FakeServer()
    async with running(Join("cards.example"), server, (60, 20), identity=Identity()) as (app, pilot):
        await until(pilot, lambda: any(isinstance(screen, QuestionScreen) for screen in app.screen_stack))
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: isinstance(app.screen, QuestionScreen))
        await pilot.press(*"Nia", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "No tables yet" in screen_text(app))
        await until(pilot, lambda: not any(isinstance(screen, TooSmallScreen) for screen in app.screen_stack))


async def test_a_key_too_many_opens_nothing_twice() -> None:
    """Over a slow line several keys come at once: an answer is given once, and a form opens and makes one table."""

    def at_once(app: ChwechApp, *keys: str) -> None:
        for key in keys:
            app.post_message(Key(key, key if len(key) == 1 else None))

    server = FakeServer()
    async with running(Join("cards.example"), server, identity=Identity()) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, QuestionScreen))
        at_once(app, *"Nia", "enter", "escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "New table" in screen_text(app))
        at_once(app, "n", "n", "n")
        await until(pilot, lambda: isinstance(app.screen, NewTableScreen))
        await pilot.pause()
        assert sum(isinstance(screen, NewTableScreen) for screen in app.screen_stack) == 1
        at_once(app, "enter", "enter", "enter")
        await until(pilot, lambda: at_table(app))
        assert sum(isinstance(screen, TableScreen) for screen in app.screen_stack) == 1
        assert played(server, OpenTable) == 1


async def test_a_nickname_that_is_taken_is_asked_for_again() -> None:
    """The server's sentence is shown below the line, where the name is still, to be mended."""
    server = FakeServer()
    server.farewell = Goodbye(ErrorCode.INVALID_NAME.value, "Somebody else is called so.")
    async with running(Join("cards.example:7466"), server) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, QuestionScreen))
        await until(pilot, lambda: "Somebody else is called so." in screen_text(app))
        server.farewell = None
        await until(pilot, lambda: " Megan_" in screen_text(app))
        await pilot.press("2", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "No tables yet" in screen_text(app))
    assert [message.name for message in server.heard if isinstance(message, Hello)][-1] == "Megan2"


async def test_a_guest_at_a_table_that_gathers_waits_for_the_host() -> None:
    """On a server nobody begins but the host."""
    server = FakeServer(Stage(Setup()))
    async with running(Join("cards.example:7466", "calm-river"), server, sits=True) as (app, pilot):
        table = shown_table(app)
        gathering = replace(table, table="other", phase=TablePhase.GATHERING, game=None)
        app.post_message(ChwechApp.Heard(Seated(1, gathering)))
        await until(pilot, lambda: "Begin" in screen_text(app) and "Others join with:" in screen_text(app))
        assert played(server, Begin) == 0
        assert "Others join with:" in screen_text(app)
        await click(pilot, "prompt", Press("enter"))
        await until(pilot, lambda: played(server, Begin) == 1)


async def test_a_nickname_is_what_was_typed_however_fast() -> None:
    """Keys that come all at once are taken in their order, those that take away as well; so is what is pasted."""
    server = FakeServer()
    async with running(Join("cards.example"), server, identity=Identity()) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, QuestionScreen))
        for key in ("n", "i", "backspace", "minus", "a", "x", "backspace"):
            app.post_message(Key(key, None))
        app.post_message(Paste("\n2"))
        await until(pilot, lambda: " n-a2_" in screen_text(app))
        app.post_message(Key("enter", None))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "You are" in screen_text(app))
    assert [message.name for message in server.heard if isinstance(message, Hello)] == ["", "n-a2"]


class EmptyMenu(MenuScreen[str]):
    """A menu without lines."""

    def items(self) -> Sequence[Item[str]]:
        return ()


class LongMenu(MenuScreen[int]):
    """A menu of twenty lines."""

    def title_lines(self) -> Picture:
        return ((Span("Lines", Hue.STRONG),),)

    def items(self) -> Sequence[Item[int]]:
        return tuple(Item(place, f"line {place}") for place in range(20))


def test_arrows_say_where_a_list_goes_on() -> None:
    """The chosen line is always shown, and the list has every line that nothing else needs."""
    menu = LongMenu(Palette())
    seen: dict[int, list[str]] = {}
    for place in range(20):
        menu.chosen = place
        seen[place] = ["".join(span.text for span in line).strip() for line in menu.parts(40, 13)["list"].picture[1:-1]]
        assert f"▌ line {place}" in [line.rstrip(" ↑↓") for line in seen[place]]
        assert [line[-1] for line in seen[place] if line[-1] in "↑↓"] == ["↑"] * (place >= 8) + ["↓"] * (place < 19)
    assert (seen[0][-1][:6], seen[0][-1][-1]) == ("line 7", "↓")
    assert (seen[19][0][:7], seen[19][0][-1]) == ("line 12", "↑")
    menu = LongMenu(Palette())
    assert [menu.parts(40, height)["list"].box.height for height in (13, 30)] == [10, 24]
    menu._status = "What is said here is so long that it has two lines."
    assert menu.parts(40, 13)["list"].box.height == 9


@pytest.mark.parametrize("key", ["up", "down", "home", "end", "pageup", "pagedown", "enter", "space"])
def test_a_menu_without_lines_has_nothing_to_choose(key: str) -> None:
    """Keys that choose a line do nothing where there is none."""
    menu = EmptyMenu(Palette())
    menu.press(key)
    assert menu.chosen == 0


@pytest.mark.parametrize(
    ("clock", "words", "sign"),
    [
        (Clock(), "no clock", ""),
        (Clock(60, 600), "60 s a move and 10 min in all", "60 s"),
        (Clock(86_400), "1 day a move", "1 day"),
        (Clock(14 * 86_400), "14 days a move", "14 days"),
        (Clock(300), "5 min a move", "5 min"),
    ],
)
def test_a_clock_is_said(clock: Clock, words: str, sign: str) -> None:
    """In a sentence, and in a column."""
    assert (clock_words(clock), clock_sign(clock)) == (words, sign)


def test_how_a_table_is_run_is_said() -> None:
    """Who may watch and when they are told, who keeps a seat, who finds the table."""
    assert arrangement_words(Arrangement()) == ("no clock; people may watch; latecomers replace bots")
    closed = Arrangement(listed=False, watching=False, takeover=False)
    assert arrangement_words(closed) == "by code only; no clock; nobody may watch; bots keep their seats"
    assert arrangement_words(Arrangement(foreign_bots=False)).endswith("; no outside bots")
    assert "a trick later" in arrangement_words(Arrangement(delay=Delay.TRICK))


@asynccontextmanager
async def asked_for_a_name(server: FakeServer, size: tuple[int, int]) -> AsyncIterator[tuple[ChwechApp, Pilot[int]]]:
    """Come to the lobby as Megan, and ask for another nickname."""
    async with running(Join("cards.example"), server, size, shows="You are Megan") as (app, pilot):
        await tap(pilot, "p", opens=QuestionScreen)
        yield app, pilot


async def test_a_new_name_is_shown_at_once() -> None:
    """The lobby calls its reader by it, and a connection that is lost comes back by it."""
    async with asked_for_a_name(FakeServer(), (80, 24)) as (app, pilot):
        await pilot.press(*"Bronwen")
        await look(app, pilot, "renaming-80x24")
        await tap(pilot, "enter", shows="You are Bronwen now.")
        assert isinstance(app.screen, LobbyScreen)
        assert "You are Megan" not in screen_text(app)
        assert app._link.identity == Identity("Bronwen", "id.secret")


async def test_no_more_is_written_than_a_name_has_room_for() -> None:
    """Of characters that are two cells wide only half as many: nothing is cut once it is sent."""
    async with asked_for_a_name(FakeServer(), (80, 24)) as (app, pilot):
        app.screen.post_message(Paste("日本語" * 4))
        await until(pilot, lambda: "日本語日本語日本語日_" in screen_text(app))
        await pilot.press("本")
        assert "日本語日本語日本語日_" in screen_text(app)


async def test_a_name_that_is_taken_is_said_to_be() -> None:
    """The old one stays; Esc asks for nothing."""
    server = FakeServer()
    async with asked_for_a_name(server, (160, 50)) as (app, pilot):
        await tap(pilot, "escape", opens=LobbyScreen)
        assert played(server, Rename) == 0
        await tap(pilot, "p", opens=QuestionScreen)
        await tap(pilot, *"Owain", "enter", shows="Somebody else here is called Owain.")
        # What was typed is still there, to be mended.
        await tap(pilot, "2", "enter", shows="You are Owain2 now.")
        assert isinstance(app.screen, LobbyScreen)


NOW = 1_790_000_000.0


async def test_an_unfinished_game_is_deleted_at_the_second_word() -> None:
    """The welcome says what would be lost; only y deletes, and then the game is in the list no more."""
    server = FakeServer(Stage(Setup()))
    async with running(Greet(), server, (80, 24), shows="Go on") as (app, pilot):
        for keeps in ("n", "escape", "enter", "d", "q"):
            await pilot.press("d")
            asked = " ".join(screen_text(app).split())
            assert "Delete Chwech for 6, deal 2 of 6? This can't be undone. y deletes it" in asked
            await look(app, pilot, "deleting-80x24")
            await pilot.press(keeps)
            assert "This can't be undone." not in screen_text(app)
            assert isinstance(app.screen, WelcomeScreen)
        assert played(server, Resign) == 0
        await tap(pilot, "d", "y", holds=lambda: "Go on" not in screen_text(app))
        resigned = next(message for message in server.heard if isinstance(message, Resign))
        assert (resigned.table, resigned.alone) == ("calm-river", True)
        await pilot.press("d")
        assert "First choose one of your unfinished games" in screen_text(app)
        assert played(server, Resign) == 1


async def test_a_game_of_others_is_not_deleted() -> None:
    """The lobby says how it is left for good; a table of other people is none of one's own."""
    server = FakeServer()
    names = ("Megan", "Owain", "", "")
    server.others = (
        TableEntry("a-b-c", Setup("chwech", 4), TablePhase.PLAYING, names, "deal 3", yours=True, persons=2),
        TableEntry("a-b-d", Setup("chwech", 4), TablePhase.PLAYING, names, "deal 1", persons=1, vacant=2),
    )
    async with running(Join("cards.example"), server, (80, 24), shows="2 tables") as (app, pilot):
        await pilot.press("home", "d")
        assert "Others have seats there" in screen_text(app)
        await pilot.press("down", "up")
        assert "Others have seats there" not in screen_text(app)
        await pilot.press("down", "d", "y")
        assert "First choose one of your unfinished games" in screen_text(app)
        assert played(server, Resign) == 0


async def test_the_welcome_says_when_each_game_was_played() -> None:
    """So that one finds the game of yesterday."""
    server = FakeServer()
    server.others = tuple(
        TableEntry(
            f"a-b-{place}", Setup("chwech", 4), TablePhase.PLAYING, (), "deal 3", yours=True, played_at=NOW - age
        )
        for place, age in zip("cde", (60.0, 10_000.0, 300_000.0), strict=True)
    )
    async with running(Greet(), server) as (app, pilot):
        home = app.screen
        assert isinstance(home, WelcomeScreen)
        await until(pilot, lambda: "deal 3" in screen_text(app))
        home._clock = lambda: NOW
        home.redraw()
        await pilot.pause()
        assert "deal 3   3 hours ago" in screen_text(app)
        assert "deal 3   just now" in screen_text(app)
        assert "deal 3   3 days ago" in screen_text(app)
