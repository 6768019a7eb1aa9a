"""Choices as records write them."""

import pytest

from games.kit.asking import Choice, read, text
from protocol.cards import JOKER, Suit, read_card

QUEEN, ACE = read_card("QH"), read_card("AH")


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        ("QH", QUEEN),
        ("JK", JOKER),
        ("AH-", (ACE, "-")),
        ("JK=S", (JOKER, "=", Suit.SPADES)),
        ("bury QH", ("bury ", QUEEN)),
        *[(word, word) for word in ("-", "in", "1H", "bury 1H", "QH=X", "QH JK+H+", "")],
    ],
)
def test_a_text_names_a_card_with_what_stands_around_it(said: str, choice: Choice) -> None:
    """Anything else is a word; each is written again as it was."""
    assert read(said) == choice
    assert text(choice) == said
