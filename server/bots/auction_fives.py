"""The bots of Auction Forty-Fives: they bid what their hand promises, keep trumps, and weigh each trick.

What a hand promises was fitted to deals between steady bots. ``easy`` does not look at who plays after it, and often
plays a card that seems a little worse.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from games.kit.sampler import choose_softly
from protocol.auction_fives.actions import DRAW, HOLD, PASS, AuctionFivesAction, Bid, Discard, Name, Pick, Play
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.cards import Card, Rank, Suit
from protocol.colour_order import JokerPlace, make_order
from protocol.temper import Temper
from protocol.vocabulary import Action, Seat
from server.bots.bot import Sight
from server.bots.odds import Odds

PARTNERS: Final = {4: 9.0, 6: 7.5}
"""The points that the partners and the draw bring on average, by the number of players."""

_TRUMPS: Final = (9.5, 7.0, 5.0, 4.0, 3.0, 2.5)
"""The points of the highest trumps, from the Five down."""

_LOW: Final = 1.8
"""The points of any lower trump."""

_KING: Final = 0.8
"""The points of a plain King."""


def promise(hand: Iterable[Card], trump: Suit, players: int) -> float:
    """Return the points that the side of a hand can expect to take with this trump suit."""
    return PARTNERS[players] + sum(card_worth(card, trump) for card in hand)


def card_worth(card: Card, trump: Suit) -> float:
    """Return the points that a card promises with this trump suit."""
    order = make_order(trump, JokerPlace.NONE)
    if not order.is_trump(card):
        return _KING if card.rank is Rank.KING else 0.0
    place = order.trumps.index(card)
    return _TRUMPS[place] if place < len(_TRUMPS) else _LOW


def best_trump(hand: Sequence[Card], players: int) -> tuple[Suit, float]:
    """Return the trump suit with which a hand promises most, and how much."""
    return max(((suit, promise(hand, suit, players)) for suit in Suit), key=lambda promised: promised[1])


SIDES: Final = 2

THRIFT: Final = {Temper.EVEN: 0.65, Temper.BOLD: 0.45, Temper.CAREFUL: 0.85}
"""The later value of a card, relative to a trick now."""

DARING: Final = {Temper.EVEN: 0.0, Temper.BOLD: 2.5, Temper.CAREFUL: -2.5}
"""The points that a bot adds to what its hand promises."""


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action with the highest estimate; ties are broken at random."""
    view = sight.view
    assert isinstance(view, AuctionFivesView)
    if len(view.legal) == 1:
        return view.legal[0]
    match view.phase:
        case Phase.BIDDING:
            return _call(view, sight.temper)
        case Phase.NAMING:
            return Name(best_trump(view.hand, len(view.seats))[0])
        case Phase.DRAWING:
            return _exchange(view)
        case Phase.PICKING:
            picks = [action for action in view.legal if isinstance(action, Pick)]
            return max(picks, key=lambda pick: (_keeping(view, pick.card), whims.random()))
    odds = Odds(view, SIDES)
    plays = [action for action in view.legal if isinstance(action, Play)]
    return max(plays, key=lambda play: (hope(odds, play.card, sight.temper), whims.random()))


def _call(view: AuctionFivesView, temper: Temper) -> AuctionFivesAction:
    """Return the lowest call that the hand promises to make; nothing over a partner's bid but what is much better."""
    promised = best_trump(view.hand, len(view.seats))[1] + DARING[temper]
    bids = sorted(action.points for action in view.legal if isinstance(action, Bid))
    if PASS not in view.legal:
        return Bid(max([points for points in bids if points <= promised], default=bids[0]))
    if view.bidder is not None and _friendly(view, view.bidder):
        return PASS
    if HOLD in view.legal and view.bid <= promised:
        return HOLD
    return Bid(bids[0]) if bids and bids[0] <= promised else PASS


def _friendly(view: AuctionFivesView, seat: Seat) -> bool:
    return view.viewer is not None and seat % SIDES == view.viewer % SIDES


def _keeping(view: AuctionFivesView, card: Card) -> float:
    """Return how much a card is worth keeping: trumps above all, then plain Kings."""
    assert view.trump is not None
    return card_worth(card, view.trump)


def _exchange(view: AuctionFivesView) -> AuctionFivesAction:
    """Lay the worst card aside while there is a plain one, or more than five cards."""
    discards = [action for action in view.legal if isinstance(action, Discard)]
    if not discards:
        return DRAW
    worst = min(discards, key=lambda action: _keeping(view, action.card))
    good = view.order is not None and view.order.is_trump(worst.card)
    return DRAW if DRAW in view.legal and good else worst


def hope(odds: Odds, card: Card, temper: Temper) -> float:
    """Return the estimate for a card: the chance of the trick, less the later value of the card."""
    return odds.takes(card) - THRIFT[temper] * odds.power(card)


SOFTNESS: Final = 0.3
"""How much worse, in tricks, a card may seem and still be played now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often a card that takes the trick as it lies."""
    view = sight.view
    assert isinstance(view, AuctionFivesView)
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not plays:
        return play_steadily(sight, whims)
    odds = Odds(view, SIDES)
    return choose_softly(plays, lambda play: _value(odds, play.card, sight.temper), SOFTNESS, whims)


def _value(odds: Odds, card: Card, temper: Temper) -> float:
    return odds.takes_now(card) - THRIFT[temper] * odds.power(card)
