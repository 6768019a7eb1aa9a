"""The score of a deal (rules, section 4)."""

from collections.abc import Sequence
from typing import Final

from protocol.cards import Card
from protocol.roque.events import DealSheet, Ending
from protocol.roque.order import TRICK, count
from server.rules.roque.state import Bidding, Playing
from server.rules.roque.variant import DefenderScores, Discards, DoubledBelow, Variant

_FAILED: Final = {Ending.FAILED: 1, Ending.DOUBLED: 2}
"""How many times a failed bid is lost."""


def trick_points(cards: Sequence[Card]) -> int:
    """Return what a trick counts."""
    return TRICK + count(cards)


def taken(state: Playing) -> tuple[int, ...]:
    """Return what the tricks count that each side has taken, without the cards laid aside."""
    variant, players = state.variant, state.variant.players
    points = [0] * variant.sides
    for number, seat in enumerate(state.takers):
        trick = state.plays[players * number : players * (number + 1)]
        points[variant.side(seat)] += trick_points([play.card for play in trick])
    return tuple(points)


def make_sheet(state: Bidding | Playing) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    return _passed_sheet(state) if isinstance(state, Bidding) else _played_sheet(state)


def _passed_sheet(state: Bidding) -> DealSheet:
    deal, nothing = state.deal, (0,) * state.variant.players
    return DealSheet(
        dealer=deal.match.dealer,
        ending=Ending.PASSED,
        tricks=nothing,
        took=nothing,
        points=nothing,
        totals=deal.match.totals,
        commitment=deal.commitment,
        seed=deal.seed,
    )


def _played_sheet(state: Playing) -> DealSheet:
    variant, deal = state.variant, state.deal
    took = _with_discards(state)
    side = variant.side(state.declarer)
    slam = all(variant.side(taker) == side for taker in state.takers)
    ending = _ending(variant, state.bid, took, side, slam=slam)
    points = _points(variant, ending, state.bid, took, side)
    seats = range(variant.players)
    by_seat = tuple([points[variant.side(seat)] for seat in seats])
    return DealSheet(
        dealer=deal.match.dealer,
        ending=ending,
        tricks=tuple([sum(taker == seat for taker in state.takers) for seat in seats]),
        took=tuple([took[variant.side(seat)] for seat in seats]),
        points=by_seat,
        totals=tuple([total + scored for total, scored in zip(deal.match.totals, by_seat, strict=True)]),
        declarer=state.declarer,
        bid=state.bid,
        trump=state.trump,
        buried=state.buried,
        commitment=deal.commitment,
        seed=deal.seed,
    )


def _with_discards(state: Playing) -> list[int]:
    """Return what each side has taken, with the cards laid aside."""
    variant = state.variant
    took = list(taken(state))
    owner = state.declarer if variant.discards is Discards.DECLARER else state.takers[-1]
    took[variant.side(owner)] += variant.aside + count(state.buried)
    return took


def _ending(variant: Variant, bid: int, took: Sequence[int], side: int, *, slam: bool) -> Ending:
    """Return how the contract of a side ended."""
    if slam:
        return Ending.SLAM
    if took[side] >= bid:
        return Ending.MADE
    others = [points for other, points in enumerate(took) if other != side]
    against = max(others) if variant.doubled_below is DoubledBelow.BETTER else sum(others)
    return Ending.DOUBLED if took[side] < against else Ending.FAILED


def _points(variant: Variant, ending: Ending, bid: int, took: Sequence[int], side: int) -> list[int]:
    """Return what each side scores; the defenders always score what they took."""
    together = variant.defender_scores is DefenderScores.BOTH
    defenders = sum(took) - took[side]
    points = [defenders if together else own for own in took]
    if ending in _FAILED:
        points[side] = -bid * _FAILED[ending]
    else:
        points[side] = variant.slam if ending is Ending.SLAM else took[side]
    return points
