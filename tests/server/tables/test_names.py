"""What people and bots are called."""

import pytest

from server.tables.names import BOT_NAMES, bot_names, name_key, scripts_of


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
        ("Megan", "Meg\u0251n"),
        ("Megan", "Megan\u0338"),
        ("Megan", "M\u0332e\u0332gan"),
        ("Megan", "Megan."),
        ("Megan", "Mega\u058an"),
        ("Megan", "\u20ddMegan"),
        ("Meganl", "Megan\u2d4f"),
        ("Megan", "\u1d0d\u1d07\u0262\u1d00\u0274"),
        ("You", "Y\u0585u"),
        ("Nia", "\u039d\u0399\u0391"),
        ("\u039d\u03af\u03ba\u03bf\u03c2", "\u039d\u038a\u039a\u039f\u03a3"),
        ("Morgan", "rnorgan"),
    ],
)
def test_names_that_look_alike(name: str, other: str) -> None:
    """Two names that only a program can tell apart count as one."""
    assert name_key(name) == name_key(other)


@pytest.mark.parametrize(("name", "other"), [("Ann", "Anna"), ("\u00c4nn", "Ann"), ("Player 1", "Player 2")])
def test_names_that_differ(name: str, other: str) -> None:
    """Two names that anybody can tell apart are two."""
    assert name_key(name) != name_key(other)


@pytest.mark.parametrize("name", ["Ann", "100\u2030", "\u0130stanbul", "\ufb03", "\u1e9e", "\u03a3\u03c2"])
def test_what_names_are_compared_by_is_settled(name: str) -> None:
    """Comparing what is compared changes nothing more."""
    assert name_key(name_key(name)) == name_key(name)


@pytest.mark.parametrize(
    "name",
    ["Ann 2", "Zo\u00eb", "\u02bbOka", "\u5c71\u7530\u306e\u30ceDJ", "\u0928\u0940\u0930\u091c", "\u042e\u0440\u0430"],
)
def test_a_name_of_one_script(name: str) -> None:
    """Marks, digits and apostrophes belong to every script, and those of East Asia are written with Latin letters."""
    assert len(scripts_of(name)) == 1


@pytest.mark.parametrize("name", ["Megan\u2d4f", "\u0410nn", "\u03bcTorrent", "Ann\u1039", "\u5c71\u0410"])
def test_a_name_of_two_scripts(name: str) -> None:
    """A letter or a mark of another script is found, also one that nobody sees."""
    assert len(scripts_of(name)) > 1
