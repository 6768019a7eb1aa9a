"""Names of people and bots, their tempers, the accounts of bots, and codes of tables."""

from itertools import pairwise

import pytest

from protocol.game import Temper
from server.tables.chairs import Chair, chair_temper
from server.tables.names import (
    BOT_NAMES,
    WORDS,
    bot_account,
    bot_names,
    is_bot_account,
    is_legible,
    name_key,
    read_code,
    scripts_of,
    table_code,
    temper_of,
)


def test_bots_are_not_called_like_people() -> None:
    """A bot takes no name that someone at the table has, however it is written."""
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


def test_a_code_is_three_words() -> None:
    """A code is three lower-case words with hyphens between them, short enough for a line of a screen."""
    codes = {table_code(number.to_bytes(16, "big")) for number in range(0, 2**33, 2**24 + 1)}
    assert len(codes) == 512
    assert all(code.count("-") == 2 and code.replace("-", "").isalpha() and code.islower() for code in codes)
    assert max(map(len, codes)) <= 3 * 8 + 2


def test_no_word_comes_twice() -> None:
    """Whatever is drawn, the three words differ, and the first and the last word of the list are drawn, too."""
    assert table_code(bytes(5)) == "ability-able-about"
    words = WORDS
    every = len(words)
    last = (every - 1) + every * ((every - 2) + (every - 1) * (every - 3))
    assert table_code(last.to_bytes(5, "big")) == "-".join(reversed(words[-3:]))
    codes = [table_code((number * 7919).to_bytes(5, "big")) for number in range(3000)]
    assert all(len(set(code.split("-"))) == 3 for code in codes)


def test_there_are_enough_codes() -> None:
    """Codes cannot be guessed: there are thousands of millions, and as many words as letters keep apart."""
    words = WORDS
    assert len(set(words)) == len(words) > 1_500
    # The first four letters tell every word of the list from every other.
    assert len({word[:4] for word in words}) == len(words)


GRIM = (
    "abuse assault attack blood bomb bullet corpse crime cruel dead death demon devil die disease evil fatal ghost "
    "grave grief gun hate hell hurt idiot ill kill knife murder naked orphan pain pistol poison prison rifle sad satan "
    "sex shoot sick slave stab stupid suicide terror toilet torture ugly victim virus war weapon worthless wound"
)


def test_no_word_is_grim() -> None:
    """An invitation says nothing of death, illness, violence, crime or insult; the test reads the whole list."""
    words = set(WORDS)
    assert not words & set(GRIM.split())
    parts = ("dead", "death", "murder", "suicid", "weapon", "poison", "victim", "torture", "terror")
    assert not [word for word in words if any(part in word for part in parts)]


@pytest.mark.parametrize(
    "typed",
    [
        "amber-river-stone",
        "Amber River Stone",
        "  AMBER  river_stone. ",
        "amber--river - stone",
        "amber\u2013river\u2013stone",
        "amber\nriver\tstone",
    ],
)
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    """Capitals, spaces and hyphens do not matter."""
    assert read_code(typed) == "amber-river-stone"


@pytest.mark.parametrize("typed", ["", "-", "\u202e\x1b", "\U0001f600"])
def test_what_has_no_letters_is_no_code(typed: str) -> None:
    """Where nothing is left the code is empty, and no table is called so."""
    assert read_code(typed) == ""


def test_neighbours_in_the_list_of_names_differ() -> None:
    """Bots take names in the order of the list, so that those of one table are of all tempers."""
    tempers = [temper_of(name) for name in BOT_NAMES]
    assert set(tempers) == set(Temper)
    assert all(one is not other for one, other in pairwise(tempers))
    assert temper_of("Nobody") is Temper.EVEN


def test_a_bot_has_the_temper_of_its_name() -> None:
    """Unless it plays by chance, or for a person who is away or has left."""
    assert chair_temper(Chair("Megan", bot="steady")) is Temper.BOLD
    assert chair_temper(Chair("Megan", bot="random")) is Temper.EVEN
    assert chair_temper(Chair("Megan", "account", bot="steady")) is Temper.EVEN
    assert chair_temper(Chair("Megan", bot="steady", resigned="account")) is Temper.EVEN
    assert chair_temper(Chair("Megan", "account")) is Temper.EVEN


def test_the_account_of_a_bot_is_known_by_its_id() -> None:
    """Neither a person, nor a guest, nor a seat without an account passes for one."""
    assert is_bot_account(bot_account("c2FtcGxl"))
    assert not any(map(is_bot_account, ("", "c2FtcGxl", "local", "guest 00ff", "bots", "bot")))


def test_a_name_has_something_to_read() -> None:
    """A letter, a number or a picture."""
    assert is_legible("ann")
    assert is_legible("🃏")
    assert not is_legible("-.-")
