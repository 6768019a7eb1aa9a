"""The score of Roque: what a deal counts, what a contract brings, and who wins."""

from collections.abc import Sequence

import pytest

from protocol.roque.events import Ending
from protocol.setup import OptionValue
from protocol.vocabulary import Seat
from server.rules.roque.deal import Match
from server.rules.roque.play import make_sheet
from server.rules.roque.variant import Variant
from tests.server.rules.roque.position import DEALER, FOUR, THREE, a_sheet, played, variant_of

ALL = range(15)

# In deals for four the first tricks count 45 (the Aces), 45 (the Tens) and 25 (the Fives), each other one 5, and the
# cards laid aside 5. In deals for three the first four count 35, 35, 30 and 20, and the cards laid aside 10.


@pytest.mark.parametrize(
    ("tricks", "took", "scored", "ending"),
    [
        ((0, 1, 2, 3, 4, 5), (135, 30), (135, 30), Ending.MADE),
        ((0, 1, 3, 4, 5, 6), (115, 50), (-125, 50), Ending.FAILED),
        ((0, 2), (75, 90), (-250, 90), Ending.DOUBLED),
        (tuple(range(12)), (165, 0), (250, 0), Ending.SLAM),
    ],
)
def test_a_bid_of_125(tricks: Sequence[int], took: tuple[int, int], scored: tuple[int, int], ending: Ending) -> None:
    """Source: 002, "bid 125, made 135 to opponents' 30", "made only 115", "made only 75"; 250 for all 13 tricks."""
    sheet = make_sheet(played(variant_of(FOUR), 125, {2: tricks}))
    assert sheet.took == took * 2
    assert (sheet.points, sheet.ending) == (scored * 2, ending)
    assert (sheet.declarer, sheet.bid, len(sheet.buried)) == (0, 125, 4)


def test_the_points_of_a_deal() -> None:
    """Source: sections 1 and 2: 165 and 185 in all, which is the highest bid; the lowest is 85, and 95."""
    four, three = variant_of(FOUR), variant_of(THREE)
    assert (four.highest_bid, three.highest_bid) == (165, 185)
    assert (four.bids[0], three.bids[0]) == (85, 95)
    assert (len(four.bids), len(three.bids)) == (17, 19)
    assert (four.widow, three.widow, len(three.pack)) == (4, 6, 51)
    assert variant_of(FOUR, lowest_bid=100).bids[0] == 100


@pytest.mark.parametrize("slam", [250, 300, 330])
def test_every_trick_has_a_score_of_its_own(slam: int) -> None:
    """Source: section 1, slam bonus; it does not depend on the bid."""
    sheet = make_sheet(played(variant_of(FOUR, slam=slam), 85, {0: ALL}))
    assert sheet.points == (slam, 0, slam, 0)
    assert make_sheet(played(variant_of(THREE), 95, {0: ALL})).points == (350, 0, 0)


def test_the_last_trick_may_take_what_was_laid_aside() -> None:
    """Source: section 1, counters in the discards: an alternative gives them to the winner of the last trick."""
    variant = variant_of(FOUR, discards="last_trick")
    assert make_sheet(played(variant, 100, {0: range(6)}, last=1)).took == (130, 35, 130, 35)
    assert make_sheet(played(variant, 100, {0: range(6)}, last=2)).took == (140, 25, 140, 25)


@pytest.mark.parametrize(
    ("options", "tricks", "points"),
    [
        ({}, {0: (0, 1, 2), 2: (3,)}, (110, 50, 25)),
        ({"defenders": "both"}, {0: (0, 1, 2), 2: (3,)}, (110, 75, 75)),
        ({}, {0: (0, 1), 2: (2,)}, (-190, 70, 35)),
        ({"doubled_below": "better"}, {0: (0, 1), 2: (2,)}, (-95, 70, 35)),
        ({"doubled_below": "better"}, {0: (0,), 2: (3,)}, (-190, 115, 25)),
    ],
)
def test_the_declarer_of_three_plays_against_two(
    options: dict[str, OptionValue], tricks: dict[int, Sequence[int]], points: tuple[int, ...]
) -> None:
    """Source: section 2, ambiguities: what defenders score, and below what a failed bid is doubled."""
    tricks = {**tricks, 2: (*tricks[2], 14)}
    assert make_sheet(played(variant_of(THREE, **options), 95, tricks)).points == points


def winners(variant: Variant, *totals: tuple[int, ...], declarer: int | None = 0) -> tuple[Seat, ...]:
    """Give who has won after deals that led to these totals, one after the other."""
    return Match(variant, DEALER, tuple(a_sheet(after, declarer) for after in totals)).winners


def test_who_wins() -> None:
    """Source: section 1, game and "both sides past 505": the higher total, or another deal where it is equal."""
    variant = variant_of(FOUR)
    assert winners(variant) == ()
    assert winners(variant, (500, -90, 500, -90)) == ()
    assert winners(variant, (505, 90, 505, 90)) == (0, 2)
    assert winners(variant, (510, 520, 510, 520)) == (1, 3)
    assert winners(variant, (510, 510, 510, 510)) == ()
    assert winners(variant_of(THREE), (655, 660, 100)) == (1,)
    assert winners(variant_of(THREE), (655, 655, 100)) == ()
    assert winners(variant_of(FOUR, target=255), (255, 0, 255, 0)) == (0, 2)


def test_the_declarer_may_count_first() -> None:
    """Source: section 1, candidates for both sides past 505."""
    variant = variant_of(FOUR, both_past="declarer")
    assert winners(variant, (510, 520, 510, 520), declarer=2) == (0, 2)
    assert winners(variant, (500, 520, 500, 520), declarer=2) == (1, 3)
    assert winners(variant, (510, 520, 510, 520), declarer=None) == (1, 3)


def test_the_last_deal_ends_the_game() -> None:
    """Then the highest total wins, and equal ones share the win."""
    variant = variant_of(THREE, most_deals=1)
    assert winners(variant, (-95, 70, 35)) == (1,)
    assert winners(variant, (-95, 70, 70)) == (1, 2)
