"""The codes of tables."""

import subprocess
import sys

import pytest

from server.tables.names import read_code, table_code


def test_a_code_is_three_words() -> None:
    """A code is three lower-case words with hyphens between them, short enough for a line of a screen."""
    codes = {table_code(number.to_bytes(16, "big")) for number in range(0, 2**33, 2**24 + 1)}
    assert len(codes) == 512
    assert all(code.count("-") == 2 and code.replace("-", "").isalpha() and code.islower() for code in codes)
    assert max(map(len, codes)) <= 3 * 8 + 2


def test_every_word_is_drawn_by_eleven_bits() -> None:
    """The first and the last word of the list are drawn, and what lies above 33 bits changes nothing."""
    assert table_code(bytes(5)) == "abandon-abandon-abandon"
    assert table_code(b"\xff" * 16) == "zoo-zoo-zoo"
    assert table_code(b"\x01" + bytes(15)) == "abandon-abandon-abandon"
    assert table_code((2047 << 11).to_bytes(5, "big")) == "abandon-zoo-abandon"


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


def test_the_list_is_read_only_when_it_is_needed() -> None:
    """A program that opens no table does not load the words."""
    check = "import sys, server.tables.names; sys.exit('mnemonic' in sys.modules)"
    assert subprocess.run([sys.executable, "-P", "-c", check], check=False).returncode == 0
