"""The codes of tables."""

import pytest

from server.tables.names import WORDS, read_code, table_code


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


def test_a_code_of_one_word_stays_valid() -> None:
    """Tables that were opened when a code was one word are found as ever."""
    assert read_code("Bodega") == "bodega"


@pytest.mark.parametrize("typed", ["", "-", "\u202e\x1b", "\U0001f600"])
def test_what_has_no_letters_is_no_code(typed: str) -> None:
    """Where nothing is left the code is empty, and no table is called so."""
    assert read_code(typed) == ""
