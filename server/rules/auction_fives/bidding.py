"""What a seat may say in the auction (rules, section 2): bids, holds, and the bid that a dealer cannot avoid."""

from protocol.auction_fives.actions import BIDS, HOLD, PASS, AuctionFivesAction, Bid
from protocol.vocabulary import Seat
from server.rules.auction import Auction
from server.rules.auction_fives.state import Bidding

HIGH_SCORE = 100
"""A side with so many points may not bid less than ``HIGH_BID``."""

HIGH_BID = 20


def calls_of(state: Bidding, seat: Seat) -> tuple[AuctionFivesAction, ...]:
    """Return what the seat may say whose turn it is."""
    highest = state.auction.highest
    stands = (highest and highest.points) or 0
    least = lowest(state, seat)
    bids = tuple([Bid(points) for points in BIDS if points >= least and points > stands])
    hold = (HOLD,) if may_hold(state, seat) else ()
    return (*bids, *hold) if is_forced(state, seat) else (PASS, *bids, *hold)


def lowest(state: Bidding, seat: Seat) -> int:
    """Return the lowest number that a seat may bid or hold, whatever stands."""
    variant = state.variant
    forced = variant.forced_bid if is_forced(state, seat) else 0
    return max(variant.lowest_bid, forced, HIGH_BID if state.match.totals[seat] >= HIGH_SCORE else 0)


def is_forced(state: Bidding, seat: Seat) -> bool:
    """True if the seat is the dealer, all others have passed without a bid, and the table does not deal again."""
    alone = len(state.auction.passed) == state.variant.players - 1
    return bool(state.variant.forced_bid) and seat == state.match.dealer and alone and state.auction.highest is None


def may_hold(state: Bidding, seat: Seat) -> bool:
    """True if the seat may take over the bid that stands: once a number, the next in turn, or the dealer alone."""
    auction, highest = state.auction, state.auction.highest
    if highest is None or highest.points is None or highest.points < lowest(state, seat) or is_held(auction):
        return False
    if state.variant.dealer_holds:
        return seat == state.match.dealer
    return auction.calls[-1].points is not None


def is_held(auction: Auction) -> bool:
    """True if the number that stands has been bid and held."""
    highest = auction.highest
    return highest is not None and sum(call.points == highest.points for call in auction.calls) > 1
