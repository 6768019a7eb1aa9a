"""How cards are written."""

import pytest

from chwech_tui.plain.speech import Speech, folded, from_record, spoken


@pytest.mark.parametrize(
    ("speech", "line"),
    [
        (Speech.SIGNS, "You lead Q♥, then 10♣; Joker for ♠: ♠ spades."),
        (Speech.LETTERS, "You lead QH, then 10C; Joker for spades: spades."),
        (Speech.WORDS, "You lead queen of hearts, then ten of clubs; Joker for spades: spades."),
    ],
)
def test_cards_are_written_as_chosen(speech: Speech, line: str) -> None:
    """As signs, as letters, or as words for voices; a suit that stands alone is a word but for signs."""
    assert spoken("You lead Q♥, then 10♣; Joker for ♠: ♠ spades.", speech) == line


def test_letters_are_ascii() -> None:
    """Other signs and accents go, too; nothing that controls a terminal stays."""
    assert spoken("Siân: 9 × 9\x1b[31m…", Speech.LETTERS) == "Sian: 9 x 9[31m."


def test_the_notation_of_records_becomes_words() -> None:
    """Passes, Aces and Jokers are said."""
    turns = ["Ann QH", "Ben -", "Cat AH+", "Dan AH-", "Eve JK=S", "Flo JK", "Gil 10C"]
    said = "Ann Q♥, Ben passed, Cat A♥ high, Dan A♥ low, Eve Joker for ♠, Flo Joker, Gil 10♣"
    assert ", ".join(map(from_record, turns)) == said


def test_lines_are_broken_between_words() -> None:
    """Where a terminal would break them within; a long word stays whole."""
    assert folded("turn (t), hand (h), amber-river-stone", 10) == "turn (t),\nhand (h),\namber-river-stone"
    assert folded("", 10) == ""
