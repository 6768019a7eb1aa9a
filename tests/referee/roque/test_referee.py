"""The referee knows the rules of sections 1 and 2, without the program."""

from __future__ import annotations

import pytest

from tests.referee.roque.deal import Deal
from tests.referee.roque.referee import RoqueHouse
from tests.referee.roque.table import MENUS, pack, taker
from tests.referee.tables import Table
from tests.referee.telling import answers, tell

ROQUE = Table("roque", 4, MENUS["roque"])
THREE = Table("roque-three", 3, MENUS["roque-three"])


def dealt(table: Table, dealer: int = 0) -> Deal:
    """Deal a new pack, as it lies."""
    size = 48 // 4 if table.players == 4 else 15
    cards = pack(table)
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(table.players)]
    return Deal(table, dealer, hands, cards[size * table.players :])


@pytest.mark.parametrize(
    ("took", "others", "end"),
    [(135, 30, ("made", 135)), (115, 50, ("failed", -125)), (75, 90, ("doubled", -250))],
)
def test_a_bid_of_125(took: int, others: int, end: tuple[str, int]) -> None:
    """Source: section 1, checks from the fragment."""
    deal = dealt(ROQUE)
    deal.bid = 125
    assert deal.contract(took, others, tricks=6) == end


def test_every_trick_scores_as_agreed() -> None:
    """Source: sections 1 and 2: 250, for three 350, whatever was bid; a failed bid is none."""
    for table, tricks, points in ((ROQUE, 12, 250), (THREE, 15, 350)):
        deal = dealt(table)
        deal.bid = 95
        assert deal.contract(165, 0, tricks) == ("slam", points)


def test_the_auction_goes_to_the_right_until_one_is_left() -> None:
    """Source: section 1, auction."""
    assert answers(dealt(ROQUE).story()) == {3: {"-", *(f"bid {points}" for points in range(85, 166, 5))}}
    assert answers(dealt(ROQUE).story(), "3 bid 85, 2 -, 1 bid 160") == {0: {"-", "bid 165"}}
    assert [*answers(dealt(ROQUE).story(), "3 bid 85, 2 -, 1 bid 90, 0 -")] == [3]
    assert len(answers(dealt(ROQUE).story(), "3 bid 85, 2 -, 1 bid 90, 0 -, 3 -")[1]) == 16
    assert min(answers(dealt(THREE).story())[2]) == "-"
    assert "bid 90" not in answers(dealt(THREE).story())[2]


def test_all_may_pass() -> None:
    """Source: section 1, ambiguities: a new deal, or the dealer plays at the lowest bid."""
    assert tell(dealt(ROQUE).story(), "3 -, 2 -, 1 -, 0 -")["end"] == "passed"
    forced = Table("roque", 4, MENUS["roque"], {"forced_dealer": True})
    deal = dealt(forced)
    assert [*answers(deal.story(), "3 -, 2 -, 1 -, 0 -")] == [0]
    assert deal.bid == 85


def test_the_first_card_led_makes_trump() -> None:
    """Source: section 1, play: follow suit if able, otherwise anything; the highest trump or card of the suit led."""
    deal = dealt(ROQUE)
    story = deal.story()
    actions = "3 bid 85, 2 -, 1 -, 0 -, " + ", ".join(f"3 bury {card}" for card in deal.hands[3][:4])
    assert answers(story, actions) == {3: {*deal.hands[3]}}
    assert taker(["KC", "2D", "AC", "AH"], "D") == 1
    assert taker(["KC", "2D", "AC", "AH"], "S") == 2


def test_the_cards_laid_aside_count_as_a_trick_or_two() -> None:
    """Source: sections 1 and 2, and Shelem: 5 or 10 with the counters in them, for the declarer or the last trick."""
    for table, points in ((ROQUE, 25), (THREE, 30)):
        deal = dealt(table)
        deal.aside = ["AC", "10D", "2H"]
        deal.give_aside(1, 2)
        assert deal.points[1] == points
    last = dealt(Table("roque", 4, MENUS["roque"], {"discards": "last_trick"}))
    last.give_aside(1, 2)
    assert last.points == [0, 0, 5, 0]


def test_defenders_of_three_score_their_own() -> None:
    """Source: section 2, ambiguities."""
    for options, scores in (({}, [-100, 40, 50]), ({"defenders": "both"}, [-100, 90, 90])):
        deal = dealt(Table("roque-three", 3, MENUS["roque-three"], options))
        deal.bid, deal.points = 100, [95, 40, 50]
        deal.score(0)
        assert deal.scores == scores
    deal = dealt(Table("roque-three", 3, MENUS["roque-three"], {"doubled_below": "better"}))
    deal.bid, deal.points = 100, [90, 15, 80]
    deal.score(0)
    assert deal.end == "failed"
    deal = dealt(THREE)
    deal.bid, deal.points = 100, [90, 15, 80]
    deal.score(0)
    assert deal.end == "doubled"


@pytest.mark.parametrize(
    ("totals", "wins"),
    [([505, 300], True), ([600, 510], True), ([510, 510], False), ([500, 500], False)],
)
def test_who_has_won(totals: list[int], wins: bool) -> None:
    """Source: section 1, ambiguities: the higher total, and if that is equal another deal."""
    house = RoqueHouse(ROQUE)
    house.totals = totals * 2
    assert house.has_winner() == wins
    declarer = RoqueHouse(Table("roque", 4, MENUS["roque"], {"both_past": "declarer"}))
    declarer.totals, declarer.declarer = [510, 510] * 2, 3
    assert declarer.has_winner()
