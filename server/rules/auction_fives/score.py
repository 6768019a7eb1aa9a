"""The score of a deal (rules, section 5): what each side has taken, and what becomes of the bid."""

from protocol.auction_fives.events import DealSheet, Ending, Played
from protocol.vocabulary import Seat
from server.rules.auction_fives.options import HAND, SIDES, TRICK
from server.rules.auction_fives.state import Bidding, Playing, standing

ALL = HAND * TRICK + TRICK
"""The points of a deal, and the highest bid."""


def best_play(state: Playing) -> Played:
    """Return the play of the highest trump; without trumps, of the highest card that took a trick, the first of equals.

    The highest trump always takes its trick.
    """
    heights = state.order.heights
    trumps = [play for play in state.plays if state.order.is_trump(play.card)]
    players = state.variant.players
    won = [play for number, play in enumerate(state.plays) if play.seat == state.takers[number // players]]
    return max(trumps or won, key=lambda play: heights[play.card])


def make_sheet(state: Playing) -> DealSheet:
    """Return the score sheet of a deal that has been played."""
    variant, match, deal = state.variant, state.match, state.deal
    call, best = standing(state.auction), best_play(state)
    bid = call.points or 0
    taken = [TRICK * sum(variant.side(taker) == side for taker in state.takers) for side in range(SIDES)]
    taken[variant.side(best.seat)] += TRICK
    bidders = variant.side(call.seat)
    made = taken[bidders] >= bid
    points = list(taken)
    points[bidders] = (2 * ALL if bid == ALL else taken[bidders]) if made else -bid
    seats = range(variant.players)
    return DealSheet(
        dealer=match.dealer,
        ending=Ending.MADE if made else Ending.FAILED,
        tricks=tuple([state.takers.count(Seat(seat)) for seat in seats]),
        taken=tuple([taken[variant.side(seat)] for seat in seats]),
        points=tuple([points[variant.side(seat)] for seat in seats]),
        totals=tuple([match.totals[seat] + points[variant.side(seat)] for seat in seats]),
        bidder=call.seat,
        bid=bid,
        trump=state.trump,
        best=best.card,
        best_seat=best.seat,
        commitment=deal.commitment,
        seed=deal.seed,
    )


def passed_sheet(state: Bidding) -> DealSheet:
    """Return the score sheet of a deal in which everybody has passed."""
    nothing = (0,) * state.variant.players
    deal = state.deal
    return DealSheet(
        dealer=state.match.dealer,
        ending=Ending.PASSED,
        tricks=nothing,
        taken=nothing,
        points=nothing,
        totals=state.match.totals,
        commitment=deal.commitment,
        seed=deal.seed,
    )
