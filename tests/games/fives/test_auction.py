"""The twisted cases of Auction Forty-Fives."""

from collections.abc import Sequence

import pytest

from games.fives.auction import AUCTION, Sheet, winners
from games.kit.run import Run
from games.kit.secrets import Hidden, heard, masked
from protocol.cards import read_card
from protocol.setup import OptionValue
from tests.games.position import begin, offered, play

HANDS = ("5C JC KC AC 2H", "2D 3D 4D 6D 7D", "2C 3S 4S 6S QC", "8D 9D 10D JD QD")
NAMED = "bid 20, pass, pass, pass, name C"
KEPT = f"{NAMED}, draw, draw, draw, draw"
"""Seat 0 wins every trick."""


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


def test_each_discards_and_draws_as_many() -> None:
    """The other seats learn only how many."""
    run = dealt()
    told = play(run, f"{NAMED}, discard 2H, draw")[-2:]
    drawn = run.table.hands[0][-1]
    assert [heard(one, 0)[1].get("own") for one in told] == [read_card("2H"), [drawn]]
    assert [heard(one, 1)[1] for one in told] == [{"seat": 0}, {"seat": 0, "cards": 1}]
    assert masked(run.table, 1).aside == [(0, None)]
    assert run.table.drawn == [1, None, None, None]


def test_the_dealer_may_look_through_what_is_left() -> None:
    """It alone sees the stock, while it picks."""
    run = dealt(HANDS, dealer_looks=True)
    play(run, f"{NAMED}, draw, draw, draw, discard 8D, discard 9D, draw")
    assert [isinstance(masked(run.table, seat).stock, Hidden) for seat in (0, 3)] == [True, False]
    play(run, "pick AH, pick 6C")
    assert {"AH", "6C"} <= {card.text for card in run.table.hands[3]}
    assert isinstance(masked(run.table, 3).stock, Hidden)


def test_a_bid_that_is_missed_is_lost() -> None:
    """The defenders score what they took, the highest trump included."""
    run = dealt(("JC 3S 4S 6S 7S", "5C AC 2D 3D 4D", "2C 8S 9S 10S QS", "8D 9D 10D JD QD"))
    moves = "5C, 2C, 8D, JC, AC, 8S, 9D, 3S, 2D, 9S, 10D, 4S, QD, 6S, 3D, 10S, JD, 7S, 4D, QS"
    play(run, f"{KEPT.replace('20', '25')}, {moves}")
    sheet = run.match.sheets[-1]
    assert (sheet.ending, sheet.taken, sheet.points) == ("failed", (0, 30, 0, 30), (-25, 30, -25, 30))
    assert (sheet.best, sheet.best_seat) == (read_card("5C"), 1)


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
