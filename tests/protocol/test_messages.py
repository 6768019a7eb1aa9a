"""Lists of a server in the reader's language: how far tables are, who has left, and quick phrases."""

import pytest

from protocol import messages
from protocol.archive import GameEntry, Games, Statistics
from protocol.errors import ErrorCode, denial
from protocol.language import sentence, speaking
from protocol.lobby import LobbyChanged, LobbyShown
from protocol.messages import Happened, Pong, Seated, Tables, goodbye, progress, refused, translated
from protocol.people import LONGEST_WORD, MOST_WORDS, checked_words
from protocol.setup import Setup
from protocol.table import Line, Overheard, Said, TableEntry, TablePhase, TableView

SETUP = Setup("chwech", 4)
TABLE = TableEntry("hilove", SETUP, TablePhase.PLAYING, ("Ben (left)", "Nia (bot)", "Ann", ""), "deal 2 of 6")
NAMES = ("Ben (gadawodd)", "Nia (bot)", "Ann", "")
VIEW = TableView("hilove", 1, SETUP, TablePhase.GATHERING, (None,) * 4)


@pytest.mark.parametrize(
    ("english", "welsh"),
    [
        ("deal 2 of 6", "rhaniad 2 o 6"),
        ("over after one deal", "ar ben wedi un rhaniad"),
        ("over after 6 deals", "ar ben (rhaniadau: 6)"),
        ("deal 3, 25/45", "25/45, rhaniad 3"),
        ("deal 3, -5/45", "-5/45, rhaniad 3"),
        ("3 of 6 seats taken", "3 o 6 sedd yn llawn"),
        ("bids 3 of 6", "bids 3 of 6"),
        ("deal {x} of {number}", "deal {x} of {number}"),
        ("", ""),
    ],
)
def test_how_far_a_table_is_is_said_in_the_readers_language(english: str, welsh: str) -> None:
    """What no known game says stays as it came."""
    messages._patterns.cache_clear()
    assert progress(english) == english
    with speaking("cy"):
        assert progress(english) == welsh


@pytest.mark.parametrize(
    "message", [Tables(1, (TABLE,)), LobbyShown(1, (TABLE,), (), (), 1), LobbyChanged(1, (TABLE,))]
)
def test_lists_of_tables_are_read_in_the_readers_language(message: Tables | LobbyShown | LobbyChanged) -> None:
    """Whoever reads English gets the message itself; otherwise progress and marks are said again."""
    assert translated(message) is message
    with speaking("cy"):
        (entry,) = translated(message).tables
        assert (entry.summary, entry.names) == ("rhaniad 2 o 6", NAMES)


def test_lists_of_games_mark_who_has_left() -> None:
    """In the archive, too."""
    games = Games(1, (GameEntry(1, "hilove", 0.0, SETUP, TABLE.names, (0, 0, 0, 0)),))
    with speaking("cy"):
        assert translated(games).games[0].names == NAMES


def test_statistics_say_what_is_counted() -> None:
    """What another version of a game counts stays as it came."""
    with speaking("cy"):
        assert translated(Statistics(1, "Ann", 3, counted="tricks")).counted == "triciau"
        assert translated(Statistics(1, "Ann", 3, counted="tricks of {x}")).counted == "tricks of {x}"
        assert translated(Statistics(1, "Ann", 3)).counted == ""


@pytest.mark.parametrize(("text", "heard"), [("Good luck!", "Pob lwc!"), ("Well {x}", "Well {x}"), ("lobby", "lobby")])
def test_a_quick_phrase_is_heard_in_the_readers_language(text: str, heard: str) -> None:
    """What else someone has said stays as it is."""
    said = Said("Ann", text)
    with speaking("cy"):
        assert translated(Happened(1, said, VIEW)).event == Said("Ann", heard)
        assert translated(Seated(1, VIEW, lately=(said,))).lately == (Said("Ann", heard),)
        assert translated(Overheard((Line(1, "Ann", text, 0.0),))).lines[0].text == heard


def test_other_messages_are_what_they_were() -> None:
    """Most say nothing to a person."""
    with speaking("cy"):
        pong = Pong(1)
        assert translated(pong) is pong


def test_a_refusal_and_a_goodbye_carry_what_their_text_was_made_from() -> None:
    """So that it can be said in the reader's language."""
    text = sentence("there is no table {code}", code="x")
    for message in (refused(1, ErrorCode.UNKNOWN_TABLE, text), goodbye("away", text)):
        assert message.text == "there is no table x"
        assert message.wording is not None
        assert dict(message.wording.values) == {"code": "x"}


def test_the_words_of_a_command_are_bounded() -> None:
    """In number and in length."""
    assert checked_words(["ban", "Ann"]) == ("ban", "Ann")
    for words in (["x"] * (MOST_WORDS + 1), ["x" * (LONGEST_WORD + 1)]):
        with pytest.raises(ValueError, match="a command has"):
            checked_words(words)


def test_a_denial_is_a_sentence_of_every_language() -> None:
    """Its text is made from a pattern, which is kept with what stands in it."""
    problem = denial(ErrorCode.UNKNOWN_TABLE, "there is no table {name}", name="x")
    assert (problem.code, problem.text) == (ErrorCode.UNKNOWN_TABLE, "there is no table x")
    assert refused(1, problem.code, problem.text).wording is not None
