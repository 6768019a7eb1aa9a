"""What people and bots are called."""

import pytest

from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, _, speaking
from server.tables.names import BOT_NAMES, bot_names, is_marked, name_key


def test_bots_are_not_called_like_people() -> None:
    """A bot takes no name that somebody at the table has, however it is written."""
    assert bot_names(["MEGAN", "Rhys", "Dy1an"], [], 3) == ("Cerys", "Owain", "Nia")


def test_bots_are_not_called_like_those_who_look_on() -> None:
    """They take other names as long as there are any; where there are none, those who have a seat still come first."""
    assert bot_names(["Dylan"], ["megan"], 2) == ("Cerys", "Owain")
    assert bot_names(BOT_NAMES[:30], BOT_NAMES[30:], 2) == BOT_NAMES[30:]


def test_there_are_names_for_the_largest_table() -> None:
    """Thirty-two seats can be filled, and no two names are the same."""
    assert len(bot_names([], [], 32)) == 32
    assert len(set(map(name_key, BOT_NAMES))) == len(BOT_NAMES)


@pytest.mark.parametrize("name", ["Nia (bot)", "Nia (steady bot)", "Ben (LEFT)", "Nia \uff08b\u043et\uff09"])
def test_a_name_that_would_pass_for_a_bots(name: str) -> None:
    """The marks of lists are known, however they are written."""
    assert is_marked(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mark_of_who_has_left_is_known_in_every_language(language: str) -> None:
    """What one reader would take for the mark, no person may be called."""
    with speaking(language, catalogue):
        assert is_marked(_("{name} (left)", name="Ben"))


@pytest.mark.parametrize("name", ["Nia", "Talbot", "left", "(bot) Nia", "Ann (Berlin)"])
def test_a_name_that_is_a_name(name: str) -> None:
    """Only the very end counts."""
    assert not is_marked(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "\u0410nn"),
        ("Ann", "\uff21\uff4e\uff4e"),
        ("Lily", "L1|y"),
        ("Ivo", "lv0"),
        ("\u03bfmega", "omega"),
        ("Stra\u00dfe", "STRASSE"),
        ("\u0412\u041e\u0412\u0410", "BOBA"),
    ],
)
def test_names_that_look_alike(name: str, other: str) -> None:
    """Two names that only a program can tell apart count as one."""
    assert name_key(name) == name_key(other)


@pytest.mark.parametrize(("name", "other"), [("Ann", "Anna"), ("\u00c4nn", "Ann"), ("Player 1", "Player 2")])
def test_names_that_differ(name: str, other: str) -> None:
    """Two names that anybody can tell apart are two."""
    assert name_key(name) != name_key(other)


@pytest.mark.parametrize("name", ["Ann", "\u0130stanbul", "\ufb03", "\u1e9e", "\u03a3\u03c2"])
def test_what_names_are_compared_by_is_settled(name: str) -> None:
    """Comparing what is compared changes nothing more."""
    assert name_key(name_key(name)) == name_key(name)
