"""The state after each event: the one place where the state of Roque changes."""

from msgspec.structs import replace

from protocol.roque.events import BidMade, Buried, DealEnded, Dealt, GameEnded, Passed, Played, TrickTaken, WidowTaken
from protocol.vocabulary import Event, Seat
from server.rules.auction import Auction
from server.rules.game import ForeignEvent
from server.rules.hands import in_order, with_cards, without
from server.rules.roque.state import Bidding, Burying, Deal, Dealing, Ended, Match, Playing, State, open_deal


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Playing(), Played():
            return _played(state, event)
        case Playing(), TrickTaken(seat):
            return replace(state, takers=(*state.takers, seat))
        case Burying(), Buried():
            return _buried(state, event)
        case Bidding(), BidMade(seat, points):
            return replace(state, auction=state.auction.then(seat, points))
        case Bidding(), Passed(seat):
            return replace(state, auction=state.auction.then(seat, None))
        case Bidding(), WidowTaken(seat, points):
            hands = with_cards(state.hands, seat, state.deal.widow)
            return Burying(state.deal, hands, state.auction, seat, points)
        case Bidding() | Playing(), DealEnded():
            return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)
        case Dealing(), Dealt() if not state.match.winners:
            return _dealt(state.match, event)
        case Dealing(), GameEnded() if state.match.winners:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _dealt(match: Match, event: Dealt) -> Bidding:
    players = match.variant.players
    hands = tuple([in_order(hand) for hand in event.hands])
    deal = Deal(match, hands, in_order(event.widow), event.commitment, event.seed)
    order = tuple([Seat((match.dealer - step) % players) for step in range(1, players + 1)])
    return Bidding(deal, hands, Auction(order))


def _buried(state: Burying, event: Buried) -> Burying | Playing:
    """Remove a card from the declarer's hand; after the last one the play begins."""
    assert event.card is not None, "only what viewers are told hides it"
    hands = without(state.hands, event.seat, event.card)
    buried = (*state.buried, event.card)
    if len(buried) < state.variant.widow:
        return replace(state, hands=hands, buried=buried)
    return Playing(state.deal, hands, state.auction, state.declarer, state.bid, in_order(buried))


def _played(state: Playing, event: Played) -> Playing:
    hands = without(state.hands, event.seat, event.card)
    return replace(state, hands=hands, plays=(*state.plays, event))
