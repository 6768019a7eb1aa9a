"""Rules drawn for a terminal: what is Markdown in them becomes a page, whose width is known."""

import pytest

from protocol.setup import Setup
from protocol.text import text_width
from server.fronts.rules_page import BARE, STYLED, page_of
from server.rules.registry import GAMES


def test_headings_are_underlined_with_signs() -> None:
    """They stand out on every terminal, with or without styles."""
    assert page_of("# The rules\n\n## Cards\n\nNine.\n", 80, BARE) == (
        "The rules\n=========\n\nCards\n-----\n\nNine.\n"
    )


def test_paragraphs_and_lists_are_wrapped_with_a_hanging_indent() -> None:
    """Lines of one paragraph belong together; the number of an item stands before its lines."""
    text = "One two\nthree four five.\n\n* A list of words\n10. Another one of words\n"
    assert page_of(text, 16, BARE) == (
        "One two three\nfour five.\n\n* A list of\n  words\n10. Another one\n    of words\n"
    )


def test_words_that_stand_out_take_no_cells() -> None:
    """Marks are not counted in the width, span lines, and are gone where a terminal has no styles."""
    text = "It is **a long word** or *two*.\n"
    assert page_of(text, 12, BARE) == "It is a long\nword or two.\n"
    assert page_of(text, 12, STYLED) == "It is \x1b[1ma long\nword\x1b[22m or \x1b[4mtwo\x1b[24m.\n"


def test_a_table_has_columns() -> None:
    """The head stands out, numbers stand to the right, and a long last cell is wrapped."""
    text = "| won \\ left | 8 | 9 |\n|---|---:|---:|\n| 1 … | 10 | 100 |\n"
    assert page_of(text, 80, BARE) == "won \\ left   8    9\n1 …         10  100\n"
    assert page_of("| a | b |\n|---|---|\n| **x** | one two |\n", 8, STYLED) == (
        "\x1b[1ma  b\x1b[22m\n\x1b[1mx\x1b[22m  one\n   two\n"
    )


def test_an_example_is_indented() -> None:
    """The cards of a trick stand apart from the rules, each example on lines of its own."""
    text = "> 9♦ **Q♦** — the Queen takes it\n\n> K♦ A♦\n"
    assert page_of(text, 20, BARE) == "  9♦ Q♦ — the Queen\n  takes it\n\n  K♦ A♦\n"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [40, 80])
def test_the_rules_of_every_game_fit(name: str, width: int) -> None:
    """No line is too wide, no Markdown is left, and no word is lost."""
    for players in GAMES[name].players:
        text = GAMES[name].rules(Setup(name, players))
        page = page_of(text, width, BARE)
        assert max(map(text_width, page.splitlines())) <= max(width, 57)
        assert not {"|", "#", "**", "---|"} & set(page.split())
        words = "".join(text.replace("|", " ").split())
        assert [sign for sign in page if sign.isalnum()] == [sign for sign in words if sign.isalnum()]
