"""Exact counts of action sequences from small positions to the end of the deal, or to a depth.

The counts were found twice, by this engine and by one that shared no line with it.
"""

import pytest

from protocol.setup import OptionValue
from server.rules.chwech.deal import State
from server.rules.chwech.play import decide, evolve
from tests.server.rules.chwech.position import leading, opening

pytestmark = pytest.mark.no_cover

FOUR = ("AC 6C", "KC 7D", "QC 6D", "AD 8D")
SIX = ("JK 4C", "KC JK", "AC 5D", "6C", "7D", "4H")
SEVEN = ("2C 2C JK", "2D 3C", "3C KD", "4D", "AC", "5C 2D", "JK")
ORIGINAL = {"ruleset": "original"}
ONE_JOKER = {"jokers_per_trick": "one"}
TWO_PACKS = {"seven_pack": "two_packs"}
WHOLE = 100


def perft(state: State, depth: int) -> int:
    """Count the action sequences of this length, shorter ones where the deal ends."""
    if depth == 0 or state.turn is None:
        return 1
    count = 0
    for action in state.choices:
        after = state
        for event in decide(state, state.turn, action):
            after = evolve(after, event)
        count += perft(after, depth - 1)
    return count


@pytest.mark.parametrize(
    ("hands", "options", "counts"),
    [
        (FOUR, {}, {3: (8, 15), 6: (36, 97), 9: (180, 505), 12: (678, 1997), WHOLE: (2394, 8261)}),
        (FOUR, ORIGINAL, {3: (12, 19), 6: (62, 155), 9: (381, 962), 12: (1580, 4317), WHOLE: (6146, 20733)}),
        (SIX, {}, {3: (20, 31), 6: (38, 61), 9: (248, 339), 12: (574, 963), WHOLE: (3842, 9731)}),
        (SIX, ONE_JOKER, {3: (14, 25), 6: (27, 50), 9: (186, 277), 12: (419, 770), WHOLE: (3474, 9040)}),
        (SIX, ORIGINAL, {3: (9, 16), 6: (18, 34), 9: (62, 104), 12: (158, 327), WHOLE: (476, 1075)}),
    ],
    ids=["four", "four-original", "six", "six-one-joker", "six-original"],
)
def test_counts_of_small_positions(
    hands: tuple[str, ...], options: dict[str, OptionValue], counts: dict[int, tuple[int, int]]
) -> None:
    """From the first lead and from a later one there are exactly so many ways to go on."""
    for depth, expected in counts.items():
        assert (perft(opening(hands, **options), depth), perft(leading(hands, **options), depth)) == expected


def test_counts_with_equal_cards() -> None:
    """Equal cards in one hand are one way to go on, in both rulesets."""
    assert perft(opening(SEVEN, **TWO_PACKS), 7) == 100
    assert perft(opening(SEVEN, **TWO_PACKS, **ORIGINAL), WHOLE) == 41235
