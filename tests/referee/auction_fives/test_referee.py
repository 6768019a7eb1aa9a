"""The referee knows the rules of section 11, without the program; those of section 8 are tested beside Twenty-Five."""

from __future__ import annotations

import pytest

from tests.referee.auction_fives.auction import Auction
from tests.referee.auction_fives.deal import Deal
from tests.referee.auction_fives.referee import PACK, AuctionFivesHouse
from tests.referee.auction_fives.table import MENUS
from tests.referee.tables import Table
from tests.referee.telling import answers, tell


def table(players: int = 4, **options: bool | int | str) -> Table:
    """Lay a table."""
    return Table("auction-forty-fives", players, MENUS["auction-forty-fives"], options)


def auction(table: Table, standing: list[int] | None = None) -> Auction:
    """Begin an auction in which seat 0 speaks first."""
    return Auction(table, table.players - 1, standing or [0, 0])


def deal(table: Table, kitty: int = 0, stock: int | None = None) -> Deal:
    """Deal a new pack as it lies; seat 0 speaks first."""
    hands = [PACK[5 * seat : 5 * seat + 5] for seat in range(table.players)]
    rest = PACK[5 * table.players :]
    return Deal(table, table.players - 1, hands, rest[:kitty], rest[kitty:][:stock], [0, 0])


ALL = {"bid 5", "bid 10", "bid 15", "bid 20", "bid 25", "bid 30"}


def test_bids_rise_and_a_pass_is_final() -> None:
    """Source: section 11, auction."""
    assert answers(auction(table()).story()) == {0: {*ALL, "pass"}}
    assert answers(auction(table()).story(), "0 bid 20, 1 pass") == {2: {"bid 25", "bid 30", "pass"}}
    assert tell(auction(table()).story(), "0 bid 20, 1 pass, 2 pass, 3 pass") is None
    assert [*answers(auction(table()).story(), "0 pass, 1 bid 5, 2 bid 10, 3 bid 15")] == [1]
    assert answers(auction(table(lowest_bid=15)).story())[0] == {"bid 15", "bid 20", "bid 25", "bid 30", "pass"}


def test_a_side_with_100_bids_20_at_least() -> None:
    """Source: section 11, auction; it does not hold a lower number either."""
    assert answers(auction(table(), [100, 0]).story())[0] == {"bid 20", "bid 25", "bid 30", "pass"}
    assert "hold" not in answers(auction(table(), [0, 100]).story(), "0 bid 10")[1]
    assert "hold" in answers(auction(table(), [0, 100]).story(), "0 bid 20")[1]


def test_the_next_in_turn_may_hold() -> None:
    """Source: section 11, hold: once for each number, the next one then raises or passes."""
    assert "hold" in answers(auction(table()).story(), "0 bid 10")[1]
    assert "hold" not in answers(auction(table()).story(), "0 bid 10, 1 pass")[2]
    assert answers(auction(table()).story(), "0 bid 25, 1 hold") == {2: {"bid 30", "pass"}}
    held = auction(table())
    assert tell(held.story(), "0 bid 30, 1 hold, 2 pass, 3 pass, 0 pass") is None
    assert held.bidder == 1


def test_only_the_dealer_may_hold_where_agreed() -> None:
    """Source: section 11, who may hold: then the others may raise again."""
    dealer = table(hold="dealer")
    assert "hold" not in answers(auction(dealer).story(), "0 bid 10")[1]
    assert "hold" in answers(auction(dealer).story(), "0 bid 10, 1 pass, 2 pass")[3]
    assert answers(auction(dealer).story(), "0 bid 25, 1 pass, 2 pass, 3 hold") == {0: {"bid 30", "pass"}}


def test_the_dealer_may_have_to_bid() -> None:
    """Source: section 11, all pass."""
    assert tell(auction(table()).story(), "0 pass, 1 pass, 2 pass, 3 pass") is None
    forced = answers(auction(table(forced_dealer=20)).story(), "0 pass, 1 pass, 2 pass")
    assert forced == {3: {"bid 20", "bid 25", "bid 30"}}


BID = "0 bid 20, 1 pass, 2 pass, 3 pass, 0 name S, "
SIX = "0 bid 20, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass, 0 name S, "


def test_discards_and_draw() -> None:
    """Source: section 11, draw: any number, in turn from eldest, and as many from the stock."""
    hand = {f"discard {card}" for card in PACK[:5]}
    assert answers(deal(table()).story(), BID) == {0: {*hand, "draw"}}
    told = deal(table())
    assert [*answers(told.story(), f"{BID}0 discard 2C, 0 draw")] == [1]
    assert told.hands[0] == ["3C", "4C", "5C", "6C", PACK[20]]


def test_nobody_lays_aside_more_than_there_is() -> None:
    """Source: section 11: six may run out of stock, or draw three at most."""
    assert answers(deal(table(6), stock=1).story(), f"{SIX}0 discard 2C") == {0: {"draw"}}
    capped = f"{SIX}0 discard 2C, 0 discard 3C, 0 discard 4C"
    assert answers(deal(table(6, most_drawn=3)).story(), capped) == {0: {"draw"}}


def test_the_kitty() -> None:
    """Source: section 11, ambiguities: three or four cards for the bidder, who comes down to five."""
    told = deal(table(kitty=3), kitty=3)
    assert len(answers(told.story(), BID)[0]) == 8
    told = deal(table(kitty=3), kitty=3)
    assert "draw" in answers(told.story(), f"{BID}0 discard 2C, 0 discard 3C, 0 discard 4C")[0]


def test_the_dealer_may_look_through_the_stock() -> None:
    """Source: section 11, draw, the variant."""
    actions = f"{BID}0 draw, 1 draw, 2 draw, 3 discard {PACK[15]}, 3 draw"
    told = deal(table(dealer_looks=True))
    assert answers(told.story(), actions) == {3: {f"pick {card}" for card in PACK[20:]}}


@pytest.mark.parametrize(("lead", "seat"), [("bidder", 1), ("dealer", 0)])
def test_the_opening_lead(lead: str, seat: int) -> None:
    """Source: section 11: left of the bidder, or of the dealer."""
    assert [*answers(deal(table(lead=lead)).story(), f"{BID}0 draw, 1 draw, 2 draw, 3 draw")] == [seat]


@pytest.mark.parametrize(
    ("bid", "tricks", "best", "scores", "end"),
    [
        (20, 4, 0, [25, 5], "made"),
        (20, 2, 0, [-20, 15], "failed"),
        (30, 5, 0, [60, 0], "made"),
        (30, 4, 0, [-30, 5], "failed"),
    ],
)
def test_the_score(bid: int, tricks: int, best: int, scores: list[int], end: str) -> None:
    """Source: section 11, score."""
    told = deal(table())
    told.bidder, told.auction.bid = 0, bid
    told.ranked = ["5C", "JC"]
    told.won = [tricks, 5 - tricks, 0, 0]
    told.taking = [("5C", best), ("JC", 1), ("KD", 1)]
    told.score()
    assert (told.scores, told.end) == (scores, end)


def test_without_trumps_the_highest_winning_card_counts() -> None:
    """Source: sections 10 and 11: by the place in its own suit, the first of equal ones."""
    told = deal(table())
    told.ranked = ["5C"]
    told.taking = [("QD", 0), ("KH", 1), ("KS", 2)]
    assert told.best() == 1


@pytest.mark.parametrize(
    ("options", "standing", "winners"),
    [
        ({}, [125, 120], {1, 3}),
        ({"both_out": "higher"}, [125, 120], {0, 2}),
        ({"both_out": "higher"}, [120, 120], {1, 3}),
        ({}, [120, 20], {0, 2}),
        ({"deals": 6}, [125, 120], {0, 2}),
        ({"deals": 6}, [20, 20], {0, 1, 2, 3}),
    ],
)
def test_who_has_won(options: dict[str, int | str], standing: list[int], winners: set[int]) -> None:
    """Source: section 11, both reach 120; the bidders of the last deal are seats 1 and 3."""
    house = AuctionFivesHouse(Table("auction-forty-fives", 4, MENUS["auction-forty-fives"], options))
    house.standing, house.bidding_side = standing, 1
    assert house.winners() == winners
