"""Away from a table: lists, seats, watching, new tables, people, by words."""

import pytest
from msgspec.structs import replace

from chwech_tui.plain.lists import MOST_NUMBERED
from protocol.errors import ErrorCode
from protocol.lobby import EnterLobby, LobbyChanged, LobbyShown, Person, SayInLobby, Where
from protocol.messages import JoinTable, ListTables, OpenTable, ReadRules, Refused, Rules, Tables, WatchTable
from protocol.seating import QuickTable
from protocol.setup import USUAL, GameOffer, Setup
from protocol.tableview import TableEntry, TablePhase
from protocol.talk import Line
from tests.chwech_tui.plain.talk import NOW, REMOTE, Talk
from tests.chwech_tui.values import table

ONE = TableEntry(
    "calm-river-stone", Setup("chwech", 6), TablePhase.GATHERING, ("Owain", "", "", "", "", ""), "", vacant=5
)
FULL = TableEntry("deep-blue-sea", Setup("chwech", 4), TablePhase.PLAYING, ("A", "B", "C", "D"), "deal 3 of 8")
OWN = TableEntry(
    "old-oak-tree", Setup("chwech", 6), TablePhase.PLAYING, ("Megan",), "deal 2 of 6", yours=True, total=81
)
LOBBY = LobbyShown(
    0, (ONE, FULL), (Person("Owain", Where.LOBBY), Person("Megan")), (Line(1, "Owain", "Hello!", NOW),), 2
)


def lobby() -> Talk:
    """Give the dialogue of somebody in a lobby."""
    talk = Talk(REMOTE)
    talk.hear(LOBBY)
    return talk


def test_the_menu_lists_the_unfinished_games() -> None:
    """A number goes on with one."""
    talk = Talk()
    assert talk.latest() == ListTables(0)
    assert talk.first == "Chwech: six players, nine cards, and a score that multiplies by nine."
    assert talk.hear(Tables(0, (OWN,))) == (
        "1. old-oak-tree: yours, Chwech for 6, deal 2 of 6, your total 81.\n"
        "go NUMBER goes on with a game. new makes a table; rules, history, help, quit."
    )
    talk.write("go 1")
    assert talk.latest() == JoinTable(0, "old-oak-tree")
    assert talk.write("go 2") == "There is no table 2 in the list: tables lists them."


def test_the_game_with_the_coach_says_so() -> None:
    """Of two games that are otherwise alike it is known which one has him."""
    told = Talk(settings={"coached": "old-oak-tree"}).hear(Tables(0, (OWN, replace(OWN, table="new-oak-tree"))))
    assert "1. old-oak-tree: yours, Chwech for 6, with the coach, deal 2 of 6" in told
    assert "2. new-oak-tree: yours, Chwech for 6, deal 2 of 6" in told


def test_help_tells_nothing_that_needs_others_to_who_plays_alone() -> None:
    """Away from a table and at one."""
    for talk, tells in ((Talk(), False), (Talk(REMOTE), True)):
        away = talk.write("help")
        talk.sit(table())
        both = away + talk.write("help")
        assert [words in both for words in ("say TEXT", "friends", "tournament", "invite", "keys")] == [tells] * 5
        assert all(words in both for words in ("new [GAME]", "hint", "leave (q)", "history"))


def test_the_lobby_is_told_once() -> None:
    """Tables, people, the latest talk; after a lost connection only what was said meanwhile."""
    talk = Talk(REMOTE)
    assert talk.latest() == EnterLobby(0)
    assert talk.first == "You are Megan."
    assert talk.hear(LOBBY).splitlines() == [
        "The lobby of cards.example: 2 online, 2 tables.",
        "1. calm-river-stone: Chwech for 6, 1 of 6 seats taken.",
        "2. deep-blue-sea: Chwech for 4, deal 3 of 8.",
        "Go NUMBER sits down, watch NUMBER watches, new makes a table, help tells more.",
        "Owain: Hello!",
    ]
    again = LobbyShown(0, (ONE,), (), (*LOBBY.talk, Line(2, "Owain", "Anybody?", NOW)), 2)
    assert talk.hear(again) == "Owain: Anybody?"
    assert talk.write("tables").startswith("1. calm-river-stone")


def test_seats_are_taken_by_number_or_code() -> None:
    """A table without a seat can be watched."""
    talk = lobby()
    talk.write("go 1")
    assert talk.latest() == JoinTable(0, "calm-river-stone")
    talk.write("join amber river stone")
    assert talk.latest() == JoinTable(0, "amber-river-stone")
    assert talk.write("go 2") == "No seat is free there: watch deep-blue-sea watches."
    talk.write("watch 2")
    assert talk.latest() == WatchTable(0, "deep-blue-sea")
    assert talk.write("go") == "Write go and the number of a table in the list, or its code."


def test_a_full_table_is_told_as_such() -> None:
    """The refusal says how to watch there."""
    talk = lobby()
    talk.write("go 1")
    refused = talk.hear(Refused(talk.number(JoinTable), ErrorCode.TABLE_FULL, "all seats are taken"))
    assert refused == "All seats are taken. watch calm-river-stone watches."


def test_changes_of_the_lobby_are_few() -> None:
    """New tables that gather, and talk; numbers stay what they were."""
    talk = lobby()
    more = LobbyChanged(
        3,
        (FULL, TableEntry("new-one-here", Setup("forty-five", 4), TablePhase.GATHERING, ("", ""), "", vacant=2)),
        talk=(Line(2, "Ann", "Hi", NOW),),
    )
    assert talk.hear(more) == "New: 3. new-one-here: Forty-Five for 4, 0 of 4 seats taken.\nAnn: Hi"
    talk.write("go 3")
    assert talk.latest() == JoinTable(0, "new-one-here")


def test_numbers_begin_anew_after_many_tables() -> None:
    """Whoever stays in the lobby for days keeps no list of all tables that there ever were."""
    talk = lobby()
    told = ""
    for place in range(2 * MOST_NUMBERED):
        setup = Setup("forty-five", 4)
        told = talk.hear(
            LobbyChanged(3, (TableEntry(f"table-{place}", setup, TablePhase.GATHERING, ("",) * 4, "", vacant=4),))
        )
        assert len(talk.now.entries) <= MOST_NUMBERED
    number, _, _ = told.removeprefix("New: ").partition(".")
    talk.write(f"go {number}")
    assert talk.latest() == JoinTable(0, f"table-{place}")


def test_people_are_listed_and_ignored() -> None:
    """By the beginning of a name; again hears them."""
    talk = lobby()
    assert talk.write("people") == "2 people online.\nOwain: here."
    assert talk.write("ignore ow") == "You ignore Owain from now on."
    assert talk.hear(LobbyChanged(2, talk=(Line(2, "Owain", "Well?", NOW),))) == ""
    assert talk.write("who") == "2 people online.\nOwain: ignored, here."
    assert talk.write("i owain") == "You hear Owain again."
    assert talk.write("i") == "Ignore whom? Owain."
    talk.write("say  Hello, Owain!")
    assert talk.latest() == SayInLobby(0, "Hello, Owain!")
    assert talk.write("say") == "Say what? Write say and your words."


def test_offline_there_is_nobody() -> None:
    """And it is said."""
    talk = Talk()
    assert talk.write("people") == "You play on this machine alone."
    assert talk.write("say hello") == "You play on this machine alone: nobody would hear you."


def test_a_game_with_a_name_of_several_words() -> None:
    """Its whole title names it, with or without accents; a title that goes on is another game."""
    talk = lobby()
    names = ("roque", "roque-three", "spoil-five", "bete")
    games = tuple(GameOffer(name, (4,), (), ("steady",)) for name in names)
    assert talk.now.visit.welcome is not None
    talk.now.visit.welcome = replace(talk.now.visit.welcome, games=games)
    for words, name in (
        ("roque for three", names[1]),
        ("spoil five", names[2]),
        ("bête", names[3]),
        ("bete", names[3]),
    ):
        talk.write(f"rules {words}")
        assert talk.latest() == ReadRules(0, Setup(name, 4))
        talk.write(f"quick {words}")
        assert talk.latest() == QuickTable(0, Setup(name, 4))
    assert talk.write("rules roque for six").startswith("There is no game 'roque for six': choose roque, ")
    talk.write("new roque for three 4")
    opened = talk.latest()
    assert isinstance(opened, OpenTable)
    assert opened.setup == Setup(names[1], 4)


def test_a_quick_game_is_one_word() -> None:
    """Of the usual game, or of one that is named; offline it is a new table."""
    talk = lobby()
    talk.write("quick")
    assert talk.latest() == QuickTable(0, Setup("chwech", 6))
    talk.write("g forty-five")
    assert talk.latest() == QuickTable(0, Setup("forty-five", 5))
    assert talk.write("g whist") == "There is no game 'whist': choose chwech or forty-five."
    talk = Talk()
    talk.write("quick")
    assert talk.latest() == OpenTable(0, Setup("chwech", 6), ("steady",), 0.6, "", USUAL)


@pytest.mark.parametrize(
    ("line", "sent"),
    [
        ("new chwech 6", OpenTable(0, Setup("chwech", 6), ("steady",), 0.6, "", USUAL)),
        (
            "new 4 original random",
            OpenTable(0, Setup("chwech", 4, {"ruleset": "original"}), ("random",), 0.6, "", USUAL),
        ),
        ("new deals=3 pace=at_once", OpenTable(0, Setup("chwech", 6, {"deals": 3}), ("steady",), 0.0, "", USUAL)),
        ("new review_won=true", OpenTable(0, Setup("chwech", 6, {"review_won": True}), ("steady",), 0.6, "", USUAL)),
        ("new pace=at once 6", OpenTable(0, Setup("chwech", 6), ("steady",), 0.0, "", USUAL)),
        ("new 5 five_pack=4+9", OpenTable(0, Setup("chwech", 5, {"five_pack": "4+9"}), ("steady",), 0.6, "", USUAL)),
        ("new forty-five 4", OpenTable(0, Setup("forty-five", 4), ("steady",), 0.6, "", USUAL)),
    ],
)
def test_a_table_is_made_in_one_line(line: str, sent: OpenTable) -> None:
    """Its game, its players, and options by name or by a value that only one has."""
    talk = Talk()
    assert talk.write(line) == ""
    assert talk.latest() == sent


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("new deals=7 duplicate=yes", "Deals cannot be '7': choose as usual, 12, 18 or 24."),
        ("new forty-five target=301", "Points to win: choose a number from 105 to 1000 in steps of 5."),
        ("new 9", "Players cannot be '9': choose 6, 7, 4 or 5."),
        ("new rulset=original", "There is no choice 'rulset' here: did you mean ruleset?"),
        ("new whist", "'whist' is no choice: write NAME=VALUE, with one of game, players, ruleset"),
        ("new deals=x", "Deals cannot be 'x': choose as usual, 1, 2"),
    ],
)
def test_a_wrong_order_says_what_is_right(line: str, words: str) -> None:
    """And makes no table."""
    talk = Talk()
    assert talk.write(line).startswith(words)
    assert talk.latest() == ListTables(0)


def test_a_table_is_made_step_by_step() -> None:
    """Each choice by its name; its values on demand."""
    talk = Talk(REMOTE)
    told = talk.write("new")
    assert "Players: 6." in told
    assert "Aces and Jokers: revised." in told
    assert "Clock: no clock." in told
    assert talk.write("players") == "Players: 6. How many seats the table has. It can be 6, 7, 4 or 5."
    assert talk.write("players 4") == "Players: 4."
    assert talk.write("ruleset original") == "Aces and Jokers: original."
    assert talk.write("aces revised") == "Aces and Jokers: revised."
    assert talk.write("aces and jokers orig") == "Aces and Jokers: original."
    assert talk.write("cards won lie open") == "Cards won: lie open."
    assert talk.write("review won no") == "Cards won: lie closed."
    assert talk.write("people may watch no") == "People may watch: no."
    assert talk.write("found by code only") == "Found by: by code only."
    assert talk.write("clock 60 s") == "Clock: 60 s a move and 10 min in all."
    assert talk.write("clock soon").startswith("Clock cannot be 'soon': choose ")
    assert talk.write("").startswith("Game: Chwech.")
    talk.write("rules")
    assert talk.latest() == ReadRules(0, Setup("chwech", 4, {"ruleset": "original"}))
    talk.write("open")
    opened = talk.latest()
    assert isinstance(opened, OpenTable)
    assert (opened.arrangement.watching, opened.arrangement.listed) == (False, False)
    talk.write("new")
    assert talk.write("cancel") == "No table is made."


def test_rules_are_read_in_pages() -> None:
    """Without the marks of Markdown; an empty line goes on, any other word ends it."""
    talk = Talk()
    talk.write("rules forty-five")
    assert talk.latest() == ReadRules(0, Setup("forty-five", 5))
    text = (
        "# Rules\n\n"
        + "\n".join(f"* line **{number}**" for number in range(30))
        + "\n| a | b |\n|---|---|\n| c | `d` |\n"
    )
    told = talk.hear(Rules(0, text)).splitlines()
    assert told[0] == "Rules"
    assert told[-1] == "(17 lines more: Enter goes on.)"
    assert talk.write("").splitlines()[-2:] == ["a; b", "c; d"]
    assert talk.write("rules whist") == "There is no game 'whist': choose chwech or forty-five."


def test_unknown_words_are_answered() -> None:
    """With what was probably meant, or where the word belongs; what draws nothing is named."""
    talk = Talk()
    assert talk.write("\ufeffhelp") == talk.write("help")
    assert (
        talk.write("histroy") == "There is no command 'histroy'. Did you mean history? help lists them; say TEXT talks."
    )
    assert talk.write("xyzzy\x1b[2J").startswith("There is no command 'xyzzy\\x1b[2j'. help lists them")
    assert talk.write("hel\0p").startswith("There is no command 'hel\\x00p'. Did you mean help?")
    assert talk.write("hand") == "hand can only be used at a table."
    assert talk.write("hist") == ""
    assert talk.write("help history") == "history: list your finished games."
    assert "Tables: tables, go NUMBER or CODE" in talk.write("?")
    assert talk.write("quit") == "Goodbye."
    assert talk.now.status == 0
