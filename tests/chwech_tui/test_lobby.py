"""The lobby, live: what changes is shown at once, and nothing moves under anybody's fingers."""

import pytest
from msgspec.structs import replace
from textual.events import Key, Paste

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Join
from chwech_tui.model.ink import Pick, Press
from chwech_tui.screens.lobby import LobbyScreen
from chwech_tui.screens.new_table import NewTableScreen
from chwech_tui.screens.question import QuestionScreen
from chwech_tui.screens.table import TableScreen
from protocol.archive import ListGames
from protocol.daily import DailyStanding, ReadDaily
from protocol.lobby import EnterLobby, LeaveLobby, LobbyChanged, NewsItem, NewsKind, Person, SayInLobby, Where
from protocol.message import Seat
from protocol.messages import Goodbye, Happened, Hello, JoinTable, Seated, WatchTable
from protocol.rating import RankedPlayer, Rating, ReadRankings
from protocol.setup import Arrangement, Clock, Delay, GameOffer, Setup
from protocol.table import Line, QuickTable, Removed, SetAway, TableEntry, TablePhase
from protocol.tournaments import ListTournaments
from tests.chwech_tui.days import YESTERDAY
from tests.chwech_tui.fake_server import OFFER, FakeServer, played
from tests.chwech_tui.golden import LARGE, SIZES, look
from tests.chwech_tui.player import at_table, click, shown_table, table_of, until
from tests.chwech_tui.screens_text import running, screen_text, tap
from tests.chwech_tui.stage import Stage

HERE = Join("cards.example")
SPOIL_FIVE = GameOffer("spoil-five", (5, 4), (), ())
SLOW = Arrangement(Clock(60, 600), delay=Delay.TRICK)
TABLES = (
    TableEntry(
        "amber-river-stone",
        Setup("chwech", 6, {"deals": 12, "ruleset": "original"}),
        TablePhase.PLAYING,
        ("Megan", "Owain", "Siân Llewellyn-Hughes", "Rhys", "steady", "steady"),
        "deal 3 of 12",
        yours=True,
        total=117,
        arrangement=SLOW,
        persons=4,
        vacant=2,
    ),
    TableEntry("quiet-hill-oak", Setup("chwech", 4), TablePhase.GATHERING, ("Nia", "", "", ""), "1 of 4", vacant=3),
    TableEntry(
        "volcano-elephant-umbrella",
        Setup("chwech", 7, {"review_won": True}),
        TablePhase.PLAYING,
        ("Ifan", "Gwen", "Mabli", "Twm", "Cadi", "Elin", "Huw"),
        "deal 10 of 14",
        arrangement=Arrangement(Clock(3 * 86_400), watching=True, takeover=False),
        persons=7,
    ),
)
PEOPLE = (
    Person("Megan", Where.LOBBY),
    Person("Owain", Where.TABLE, "amber-river-stone"),
    Person("Nia", Where.TABLE, "quiet-hill-oak"),
    Person("Bronwen", Where.WATCHING, "volcano-elephant-umbrella"),
    Person("Idris", Where.ELSEWHERE),
    Person("Gwenllian ferch Gruffydd", Where.TABLE),
)
TALK = (
    Line(1, "Nia", "Good evening! Who wants a game of four?", 1.0),
    Line(2, "Bronwen", "In ten minutes, when this deal is over; they are slow today, and so am I, to be honest.", 2.0),
    Line(3, "Idris", "\x1b[2Jhello [/nope]", 3.0),
)


def crowd() -> FakeServer:
    """Give a server with tables, people and talk."""
    server = FakeServer()
    server.others, server.people, server.talk = TABLES, PEOPLE, TALK
    return server


def codes(app: ChwechApp) -> list[str]:
    """Give the codes of the tables that are listed, and the other lines."""
    assert isinstance(app.screen, LobbyScreen)
    return [item.text for item in app.screen.items()]


def chosen(app: ChwechApp) -> str:
    """Give the code of the table that is chosen, or the line."""
    assert isinstance(app.screen, LobbyScreen)
    return codes(app)[app.screen.chosen]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_lobby_looks_as_it_did(size: tuple[int, int]) -> None:
    """Tables, people, talk, how the chosen table is run, and every key; a line that is being written as well."""
    async with running(HERE, crowd(), size, shows="3 tables") as (app, pilot):
        await pilot.pause()
        await look(app, pilot, f"lobby-crowd-{size[0]}x{size[1]}")
        if size == LARGE:
            return
        await tap(pilot, "t", *"hi", shows="Say: hi_")
        await look(app, pilot, "lobby-writing-80x24")
        await pilot.press("escape", "n", *("down",) * 5, "right", "end", *("up",) * 5, "right", "right")
        await until(pilot, lambda: "60 s a move" in screen_text(app))
        await look(app, pilot, "new-table-shared-80x24")


NEWS = (
    NewsItem(NewsKind.TURN, "volcano-elephant-umbrella", "chwech", until=1.0),
    NewsItem(NewsKind.RUNNING, "amber-river-stone", "chwech", day="2026-11-21"),
    NewsItem(NewsKind.INVITED, "quiet-hill-oak", "chwech", name="Nia"),
    NewsItem(NewsKind.BEATEN, name="Rhys", points=4, place=3, of=8, day="2026-11-20"),
    NewsItem(NewsKind.RANKED, game="chwech", ruleset="revised", place=3, before=2),
    NewsItem(NewsKind.OVER, "old-oak-tree", "chwech", place=2, of=4),
    NewsItem(NewsKind.TOURNAMENT_OVER, name="Cwpan", place=1, of=9),
)
"""News of which the first holds no more: it is nobody's turn in the list."""


async def test_the_news_stand_above_the_tables_until_they_are_followed() -> None:
    """Four at a time, each behind its key; what is not so any more is left out, and each key leads where it says."""
    server = crowd()
    server.news, server.ranked = NEWS, (RankedPlayer(Rating(1700, 60, 30), "Megan", place=3, own=True),)
    async with running(HERE, server, (80, 24), shows="3 tables") as (app, pilot):
        await until(pilot, lambda: " 1  Your deal of the day isn't finished." in screen_text(app))
        assert [line.split()[0] for line in screen_text(app).splitlines()[1:6]] == ["1", "2", "3", "4", "▁" * 78]
        assert "Your turn" not in screen_text(app)
        assert "fell from #2 to #3" in screen_text(app)
        for key, request in (
            ("1", JoinTable(0, "amber-river-stone")),
            ("2", JoinTable(0, "quiet-hill-oak")),
            ("3", ReadDaily(0, "2026-11-20")),
            ("4", ReadRankings(0, "chwech", "revised")),
            ("5", ListGames(0)),
            ("6", ListTournaments(0)),
        ):
            await until(pilot, lambda: f" {key} " in screen_text(app))  # noqa: B023 - it waits
            await pilot.press(key)
            await until(pilot, lambda: replace(server.heard[-1], id=0) == request)  # noqa: B023 - it waits
            if key > "2":
                await pilot.press("escape")
        assert "Since" not in screen_text(app)


async def test_how_a_table_is_run_is_read_whole() -> None:
    """Whatever options it has; on the smallest screen as much as there is room for, and people make room for it."""
    server = crowd()
    options: dict[str, bool | int | str] = {
        "deals": 24,
        "seven_pack": "two_packs",
        "jokers_per_trick": "one",
        "joker_beats_last_ace": True,
        "equal_cards": "last",
        "review_won": True,
    }
    names = ("Gwenllian Gruffydd", "Owain", "Siân Llewellyn-Hughes", "Rhys (bot)", "Ifan (left)", "Nia", "Huw (bot)")
    run = Arrangement(Clock(120, 600), delay=Delay.DEAL, listed=True)
    server.others = (TableEntry("a-b-c", Setup("chwech", 7, options), TablePhase.PLAYING, names, "", arrangement=run),)
    async with running(HERE, server, (100, 40), shows="1 table") as (app, _pilot):
        said = " ".join(" ".join(line[:38] for line in screen_text(app).splitlines()).split())
        assert "the cards won lie open. a-b-c Gwenllian G… Owain Siân" in said
        assert "120 s a move and 10 min in all; people may watch, a deal later;" in said
        assert "latecomers replace bots." in said
    async with running(HERE, server, (80, 24), shows="1 table") as (app, _pilot):
        assert "Online: 6" in screen_text(app)
        assert "second set of Twos" in screen_text(app)
        assert "Idris: [2Jhello" in screen_text(app)


async def test_the_list_changes_by_itself_and_the_choice_stays() -> None:
    """A table that comes or goes elsewhere leaves the chosen one chosen."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await pilot.press("down")
        assert "quiet-hill-oak" in chosen(app)
        fresh = TableEntry("new-new-new", Setup(), TablePhase.GATHERING, ("Huw", "", "", "", "", ""), "", vacant=5)
        await server.push(LobbyChanged(7, (fresh,), ("amber-river-stone",), (Person("Huw"),), ("Nia",), (TALK[0],)))
        await until(pilot, lambda: "new-new-new" in codes(app))
        assert "quiet-hill-oak" in chosen(app)
        assert "amber-river-stone" not in codes(app)
        assert "Online: 7" in screen_text(app)
        assert "Nia (" not in screen_text(app)


async def test_the_foot_names_what_enter_does() -> None:
    """It sits down where a seat is to be had, and watches where none is."""
    async with running(HERE, crowd(), shows="3 tables") as (app, pilot):
        assert "Enter sit down" in screen_text(app)
        await pilot.press("down", "down")
        assert "volcano" in chosen(app)
        assert "Enter watch" in screen_text(app)
        await pilot.press("down")
        assert "Enter new table" in screen_text(app)


async def test_a_chosen_table_that_goes_does_not_give_way_to_another() -> None:
    """Its line says so, leads nowhere, and goes when another one is chosen."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await pilot.press("down")
        await server.push(LobbyChanged(6, gone=("quiet-hill-oak",)))
        await until(pilot, lambda: "Gone    Chwech        Nia" in screen_text(app))
        await tap(pilot, "enter", holds=lambda: screen_text(app).count("This table no longer exists.") == 2)
        await pilot.press("down")
        assert "quiet-hill-oak" not in codes(app)
        assert "volcano" in chosen(app)
        await tap(pilot, "enter", holds=lambda: played(server, WatchTable) == 1)
    assert played(server, JoinTable) == 0


async def test_a_chosen_game_that_ends_can_still_be_opened() -> None:
    """Its line says that it is over, and Enter leads to its table."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, (80, 24), shows="4 tables") as (app, pilot):
        await pilot.press("down", "down", "down")
        await server.push(LobbyChanged(6, gone=("volcano-elephant-umbrella",)))
        await until(pilot, lambda: "Over    Chwech" in screen_text(app))
        assert "This game is over:" in screen_text(app)
        await tap(pilot, "enter", holds=lambda: played(server, WatchTable) == 1)
    assert played(server, JoinTable) == 0


async def test_what_is_said_is_written_in_one_line() -> None:
    """No key means anything else meanwhile; Enter says it, Esc ends."""
    server = crowd()
    async with running(HERE, server, (80, 24), shows="3 tables") as (app, pilot):
        await tap(pilot, "t", "enter", *"qnhi", "space", "exclamation_mark", "backspace", "enter", shows="Megan: qnhi")
        app.screen.post_message(Paste("from\nelsewhere"))
        await until(pilot, lambda: "Say: from elsewhere_" in screen_text(app))
        assert "186 characters left" in screen_text(app)
        app.screen.post_message(Paste("x" * 100))
        await until(pilot, lambda: screen_text(app).count("x_\n") == 1)
        app.screen.post_message(Paste("y" * 200))
        # Nobody is told less than they have written without a word: at the end the line takes no more.
        await until(pilot, lambda: "0 characters left" in screen_text(app))
        await pilot.press("escape")
        app.screen.post_message(Paste("nothing"))
        await pilot.press("up")
        assert "nothing" not in screen_text(app)
    assert [message.text for message in server.heard if isinstance(message, SayInLobby)] == ["qnhi"]


async def test_one_key_leads_to_a_game() -> None:
    """At the table nothing is told of the lobby, and back in it everything is told again."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await click(pilot, "foot", Press("g"))
        await until(pilot, lambda: at_table(app) and played(server, LeaveLobby) == 1)
        await pilot.press("q", "y")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and played(server, EnterLobby) == 2)
        await pilot.press("h", "escape", "r", "escape")
    assert (played(server, QuickTable), played(server, EnterLobby)) == (1, 2)


async def test_who_leaves_a_table_finds_it_chosen() -> None:
    """One key leads back, also if another line was chosen before; afterwards the cursor stays where it is put."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await tap(pilot, "up", "up", "enter", opens=NewTableScreen)
        await tap(pilot, "enter", holds=lambda: at_table(app))
        table = shown_table(app)
        await tap(pilot, "q", "y", holds=lambda: isinstance(app.screen, LobbyScreen) and chosen(app) == table.table)
        await pilot.press("down")
        assert chosen(app) != table.table


async def test_a_table_is_found_by_its_code() -> None:
    """Its words are sent as they were typed; at a table without room w watches there, whatever is chosen."""
    server = crowd()
    server.stage, server.full = Stage(Setup()), True
    async with running(HERE, server, shows="4 tables") as (_app, pilot):
        await tap(pilot, "c", opens=QuestionScreen)
        await tap(pilot, "escape", opens=LobbyScreen)
        await tap(pilot, "c", opens=QuestionScreen)
        await tap(pilot, *"Calm", "space", *"River", "enter", shows="Press w to watch.")
        await tap(pilot, "w", holds=lambda: played(server, WatchTable) == 1)
    assert [message.table for message in server.heard if isinstance(message, JoinTable)] == ["Calm River"]
    assert [message.table for message in server.heard if isinstance(message, WatchTable)] == ["Calm River"]


async def test_a_code_that_no_table_has_can_be_mended() -> None:
    """The question stays with its answer and what is wrong: nothing that is typed next is a key of the lobby."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (app, pilot):
        await tap(pilot, "c", opens=QuestionScreen)
        await pilot.press(*"nope")
        for key in ("enter", "enter", "x"):
            app.post_message(Key(key, key if key == "x" else None))
        await until(pilot, lambda: "There is no such table." in screen_text(app))
        assert "nopex_" in screen_text(app)
        assert played(server, JoinTable) == 1
        server.stage = Stage(Setup())
        await tap(pilot, "ctrl+u", *"calm river", "enter", holds=lambda: at_table(app))
        await tap(pilot, "q", "y", opens=LobbyScreen)


async def test_the_screen_follows_to_the_next_table() -> None:
    """A rematch is answered by another table: it is shown in place of the first, and leaving it leads home."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, shows="4 tables") as (app, pilot):
        await tap(pilot, "enter", holds=lambda: at_table(app))
        table = shown_table(app)
        table_of(app).show_sheet()
        await pilot.press("escape")
        following = replace(table, table="next-of-them", phase=TablePhase.GATHERING, seq=1, game=None)
        app.post_message(ChwechApp.Heard(Seated(99, following)))
        await until(pilot, lambda: "chwech join cards.example next-of-them" in screen_text(app))
        assert len([screen for screen in app.screen_stack if isinstance(screen, TableScreen)]) == 1
        await tap(pilot, "q", "y", opens=LobbyScreen)


async def test_a_lobby_that_was_refused_is_asked_for_again() -> None:
    """Whoever comes back too often waits a moment, and need not do anything."""
    server = crowd()
    server.hurried = True
    async with running(HERE, server, shows="Not so fast.") as (app, pilot):
        await until(pilot, lambda: "3 tables" in screen_text(app))
    assert played(server, EnterLobby) == 2


async def test_whoever_is_removed_is_in_the_lobby_again() -> None:
    """The reason is said, and a lost line does not lead back to that table."""
    server = crowd()
    server.stage = Stage(Setup())
    async with running(HERE, server, shows="4 tables") as (app, pilot):
        await tap(pilot, "enter", holds=lambda: at_table(app))
        table = shown_table(app)
        app.post_message(ChwechApp.Heard(Happened(9, Removed(Seat(1), "Owain"), table)))
        await pilot.pause()
        assert at_table(app)
        # Whatever lies on top of the table goes with it.
        await pilot.press("question_mark", "r")
        app.post_message(ChwechApp.Heard(Happened(10, Removed(Seat(0), "Megan"), table)))
        await until(pilot, lambda: "The host of the table has freed your seat." in screen_text(app))
        before = played(server, JoinTable)
        server.drop()
        await until(pilot, lambda: played(server, EnterLobby) == 3)
        assert played(server, JoinTable) == before


async def test_whoever_was_sent_away_from_a_table_comes_home_by_a_new_connection() -> None:
    """The seat is played from another device: q leads to a lobby that lives; nothing is repeated."""
    server = FakeServer(Stage(Setup()))
    async with running(Join("cards.example", "calm-river"), server, sits=True) as (app, pilot):
        server.silent = True
        await tap(pilot, "a", "y", holds=lambda: played(server, SetAway) == 1)
        server.silent = False
        server.farewell = Goodbye("superseded", "you have joined this table from another connection")
        server.drop()
        await until(pilot, lambda: "Press q to leave." in screen_text(app))
        server.farewell = None
        greetings = played(server, Hello)
        await tap(pilot, "q", holds=lambda: played(server, EnterLobby) == 1)
        await server.push(LobbyChanged(2, people=(Person("Gwen", Where.LOBBY),)))
        await until(pilot, lambda: "Gwen" in screen_text(app))
        assert played(server, Hello) == greetings + 1
        assert (played(server, SetAway), played(server, JoinTable)) == (1, 1)


async def test_games_are_ticked() -> None:
    """Only tables of these are listed, besides one's own, and a quick game is one of them; none ticked is all."""
    server = crowd()
    other = TableEntry("roque-roque-roque", Setup("roque", 4), TablePhase.GATHERING, ("Huw", "", "", ""), "", vacant=3)
    server.others = (*TABLES, other)
    server.offers = (*server.offers, replace(server.offers[0], name="roque", players=(4,)))
    async with running(HERE, server, shows="4 tables") as (app, pilot):
        await tap(pilot, "f", "down", "enter", "escape", shows="2 of 4 tables")
        assert "roque-roque-roque" in codes(app)
        assert "volcano-elephant-umbrella" not in codes(app)
        await tap(pilot, "g", holds=lambda: played(server, QuickTable) == 1)
    asked = next(message for message in server.heard if isinstance(message, QuickTable))
    assert (asked.setup.game, asked.games) == ("roque", ("roque",))


async def test_the_best_table_is_watched_where_none_is_chosen() -> None:
    """That at which most people play."""
    server = crowd()
    async with running(HERE, server, shows="3 tables") as (_app, pilot):
        await tap(pilot, "up", "w", holds=lambda: played(server, WatchTable) == 1)
    asked = next(message for message in server.heard if isinstance(message, WatchTable))
    assert asked.table == "volcano-elephant-umbrella"


async def test_a_large_lobby_shows_today_the_games_and_where_people_wait() -> None:
    """Tables where people wait come before running ones, and their game is taught; a tile opens its form."""
    server, name = crowd(), ("Nia",)
    waits = TableEntry("red-tree-sky", Setup("roque", 4), TablePhase.GATHERING, name, "", persons=1, vacant=3)
    server.others = (*TABLES, waits)
    server.offers, server.of_month = (OFFER, SPOIL_FIVE), (RankedPlayer(Rating(1612, 90, 5), "Owain", place=1),)
    server.days = (replace(YESTERDAY, of_day=(DailyStanding("Nia", 300, 1, 2),)),)
    async with running(HERE, server, size=(160, 50), shows="Nia") as (app, pilot):
        await until(pilot, lambda: "1 Nia" in screen_text(app) and "1 Owain" in screen_text(app))
        assert codes(app)[:2] == ["amber-river-stone", "red-tree-sky"]
        await tap(pilot, "down", "l", shows="Learn Roque")
        await tap(pilot, "q", opens=LobbyScreen)
        place = len(codes(app)) + 1
        await click(pilot, f"tile{place}", Pick(place))
        await until(pilot, lambda: isinstance(app.screen, NewTableScreen))
        assert "‹ Spoil Five ›" in screen_text(app)
