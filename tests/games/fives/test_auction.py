"""The twisted cases of Auction Forty-Fives."""

from collections.abc import Sequence

import pytest

from games.fives.auction import AUCTION, Sheet, winners
from games.kit.run import Run
from protocol.setup import OptionValue
from tests.games.position import begin, offered, play

HANDS = ("5C JC KC AC 2H", "2D 3D 4D 6D 7D", "2C 3S 4S 6S QC", "8D 9D 10D JD QD")


def ended(totals: Sequence[int]) -> Sheet:
    """Return the sheet of a deal in which seat 0 has bid, and which has led to these totals."""
    nothing = (0,) * len(totals)
    return Sheet(dealer=2, ending="made", points=nothing, totals=tuple(totals), tricks=nothing, taken=nothing, bidder=0)


def dealt(hands: Sequence[str] = HANDS, totals: Sequence[int] = (), /, **options: OptionValue) -> Run:
    """Return a run in which the last seat has dealt, after a deal that led to these totals, if any."""
    sheets = [ended(totals)] if totals else []
    return begin(AUCTION, len(hands), options, dealer=len(hands) - 1, sheets=sheets, hands=dict(enumerate(hands)))


@pytest.mark.parametrize(
    ("options", "moves", "may"),
    [
        ({}, "", "pass bid5 bid10 bid15 bid20 bid25 bid30"),
        ({}, "bid 15", "pass hold bid20 bid25 bid30"),
        ({}, "bid 15, pass", "pass bid20 bid25 bid30"),
        ({}, "bid 15, hold", "pass bid20 bid25 bid30"),
        ({}, "bid 30", "pass hold"),
        ({"hold": "dealer"}, "bid 15", "pass bid20 bid25 bid30"),
        ({"hold": "dealer"}, "bid 15, pass, pass", "pass hold bid20 bid25 bid30"),
        ({"hold": "dealer"}, "bid 15, pass, pass, hold, bid 20", "pass hold bid25 bid30"),
        ({"lowest_bid": 20}, "pass", "pass bid20 bid25 bid30"),
        ({"forced_dealer": 15}, "pass, pass, pass", "bid15 bid20 bid25 bid30"),
    ],
)
def test_what_may_be_said(options: dict[str, OptionValue], moves: str, may: str) -> None:
    """A number is held once, by the next in turn or by the dealer alone; a dealer may have to bid."""
    run = dealt(HANDS, **options)
    play(run, moves)
    assert {said.replace(" ", "") for said in offered(run)} == set(may.split())


def test_a_side_with_a_hundred_may_not_bid_or_hold_under_twenty() -> None:
    """The other side may."""
    run = dealt(HANDS, (0, 100, 0, 100))
    play(run, "bid 15")
    assert offered(run) == {"pass", "bid 20", "bid 25", "bid 30"}


@pytest.mark.parametrize(
    ("totals", "options", "won"),
    [
        ((120, 0), {}, (0, 2)),
        ((115, 0), {}, ()),
        ((120, 125), {}, (0, 2)),
        ((120, 125), {"both_out": "higher"}, (1, 3)),
        ((125, 125), {"both_out": "higher"}, (0, 2)),
        ((130, 0), {"deals": 6}, ()),
    ],
)
def test_of_two_sides_with_a_hundred_and_twenty_the_bidders_win(
    totals: tuple[int, int], options: dict[str, OptionValue], won: tuple[int, ...]
) -> None:
    """Or the higher one; of equal ones the bidders. Seat 0 has bid."""
    match = AUCTION.start(4, options)
    match.sheets.append(ended(totals * 2))
    assert winners(match) == won
