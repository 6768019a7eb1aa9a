"""The coach of Roque: what fits the moment."""

import pytest

from chwech_tui.games.registry import GAMES
from tests.chwech_tui.games.roque.views import AUCTION, BURIED, PEOPLE, at

KIND = GAMES["roque"]
TRICK = f"{BURIED}, 3C, AC, 4S, 5D"


@pytest.mark.parametrize(
    ("moves", "viewer", "words"),
    [
        ("", 0, "Count on half of all points"),
        (AUCTION, 0, "Keep Aces and your longest suit"),
        (BURIED, 0, "Lead trumps while others hold some."),
        (f"{BURIED}, 3C, AC, 4S", 1, "The trick is your side's: an Ace, a Ten or a Five is safe there."),
        (f"{BURIED}, 3C", 3, "85 is what they bid: keep points from them."),
        (f"{BURIED}, 3C, AC", 2, ""),
        (f"{BURIED}, 3C, AC, 4S, 5D, 10H, AH, KH", 0, "The trick is your side's"),
        (TRICK, 3, ""),
        (f"{BURIED}, 3C, 8C", 1, ""),
        ("", 1, ""),
        ("", None, ""),
    ],
)
def test_advice_for_the_moment(moves: str, viewer: int | None, words: str) -> None:
    """In one line; nothing where nothing stands out."""
    said = KIND.advice(at(moves, viewer), PEOPLE)
    assert said.startswith(words) if words else said == ""
