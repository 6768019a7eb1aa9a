"""The bot ``easy`` of Chwech: it counts what the table shows."""

from collections import Counter
from random import Random

import pytest

from games.chwech.steady import play_easily, score_as_it_stands
from games.kit.asking import read, text
from tests.games.chwech.sights import position


@pytest.mark.parametrize(
    ("hand", "trick", "options", "choice", "score"),
    [
        ("KH 6H AC", "9H", {}, "KH", 7 * 2),
        ("KH 6H AC", "9H", {}, "6H", 7 * 9),
        ("KH 6H AC", "9H", {}, "-", 6 * 9),
        ("6C 7C JK", "9H -", {}, "JK", 7 * 2),
        ("6C 7C JK", "10H -", {"ruleset": "original"}, "JK", 7 * 9),
    ],
)
def test_it_counts_the_trick_as_it_lies(
    hand: str, trick: str, options: dict[str, str], choice: str, score: int
) -> None:
    """A higher card takes the cards of the trick, a lower one or a pass none; a Joker does in the revised rules."""
    assert score_as_it_stands(position(hand, trick, options=options), read(choice)) == score


def test_what_seems_better_is_taken_more_often() -> None:
    """To duck here is worth far more than to take."""
    seen, whims = position("KH 6H AC", "9H"), Random(1)
    chosen = Counter(text(play_easily(seen, whims)) for _ in range(500))
    assert chosen["6H"] > chosen["-"] > chosen["KH"]
    assert chosen["6H"] + chosen["-"] > 450
