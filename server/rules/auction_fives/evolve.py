"""The state after each event: the one place where the state of the game changes."""

from msgspec.structs import replace

from protocol.auction_fives.events import (
    BidMade,
    DealEnded,
    Dealt,
    Discarded,
    Drawn,
    GameEnded,
    Held,
    Passed,
    Picked,
    Played,
    StockOpened,
    TrickTaken,
    TrumpNamed,
)
from protocol.auction_fives.views import Turn
from protocol.vocabulary import Event, Seat
from server.rules.auction import Auction
from server.rules.auction_fives.options import HAND
from server.rules.auction_fives.state import (
    Bidding,
    Deal,
    Dealing,
    Drawing,
    Ended,
    Match,
    Naming,
    Picking,
    Playing,
    State,
    open_deal,
)
from server.rules.game import ForeignEvent
from server.rules.hands import in_order, with_cards, without


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Bidding(), Passed() | BidMade() | Held():
            return _called(state, event)
        case Naming(), TrumpNamed():
            return _named(state, event)
        case Drawing(), Discarded() | Drawn() | StockOpened():
            return _exchanged(state, event)
        case Picking(), Picked():
            return _picked(state, event)
        case Playing(), Played() | TrickTaken():
            return _in_play(state, event)
        case Playing() | Bidding(), DealEnded():
            return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)
        case Dealing(), Dealt() if not state.match.winners:
            return _dealt(state.match, event)
        case Dealing(), GameEnded() if state.match.winners:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _dealt(match: Match, event: Dealt) -> Bidding:
    players = match.variant.players
    order = tuple([Seat((match.dealer + step) % players) for step in range(1, players + 1)])
    hands = tuple([in_order(hand) for hand in event.hands])
    deal = Deal(match, hands, in_order(event.kitty), event.commitment, event.seed)
    return Bidding(deal, hands, event.stock, Auction(order))


def _called(state: Bidding, event: Passed | BidMade | Held) -> Bidding | Naming:
    auction = state.auction.then(event.seat, None if isinstance(event, Passed) else event.points)
    if auction.is_over and auction.highest is not None:
        return Naming(state.deal, state.hands, state.stock, auction)
    return replace(state, auction=auction)


def _named(state: Naming, event: TrumpNamed) -> Drawing:
    hands = with_cards(state.hands, event.seat, state.deal.kitty)
    return Drawing(state.deal, hands, state.stock, state.auction, event.suit)


def _exchanged(state: Drawing, event: Discarded | Drawn | StockOpened) -> Drawing | Picking | Playing:
    """Return the state after a discard, or after a seat has drawn; the dealer draws last."""
    match event:
        case Discarded(seat, card):
            assert card is not None, "only what viewers are told hides it"
            return replace(state, hands=without(state.hands, seat, card), aside=(*state.aside, Turn(seat, card)))
        case Drawn(seat, count, cards):
            drawn = (*state.drawn, *[Turn(seat, card) for card in cards])
            hands, stock = with_cards(state.hands, seat, cards), state.stock[count:]
            after = replace(state, hands=hands, stock=stock, drawn=drawn, done=state.done + 1)
            return after if after.done < state.variant.players else _play_begins(after)
    return Picking(
        state.deal, state.hands, state.stock, state.auction, state.trump, state.aside, state.drawn, state.done
    )


def _picked(state: Picking, event: Picked) -> Picking | Playing:
    card = event.card
    assert card is not None, "only what viewers are told hides it"
    hands = with_cards(state.hands, event.seat, (card,))
    stock = tuple([other for other in state.stock if other is not card])
    drawn = (*state.drawn, Turn(event.seat, card))
    after = replace(state, hands=hands, stock=stock, drawn=drawn)
    return after if len(hands[event.seat]) < HAND else _play_begins(replace(after, done=state.done + 1))


def _play_begins(state: Drawing | Picking) -> Playing:
    return Playing(
        state.deal, state.hands, state.stock, state.auction, state.trump, state.aside, state.drawn, state.done
    )


def _in_play(state: Playing, event: Played | TrickTaken) -> Playing:
    if isinstance(event, TrickTaken):
        return replace(state, takers=(*state.takers, event.seat))
    return replace(state, hands=without(state.hands, event.seat, event.card), plays=(*state.plays, event))
