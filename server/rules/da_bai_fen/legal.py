"""The legal actions of a seat (rules, sections 2 to 4), and the one for a seat that did not act in time."""

from collections.abc import Sequence

from protocol.cards import Card
from protocol.da_bai_fen.actions import CLAIM, FINISH, PASS, Bury, DaBaiFenAction, Expose, Lay, Play
from protocol.da_bai_fen.order import PACK, Trumps, counted, height, is_trump, suit_of
from protocol.vocabulary import Seat
from server.rules.da_bai_fen.state import Burying, Drawing, Playing, State
from server.rules.da_bai_fen.variant import Leads


def legal(state: State, seat: Seat) -> tuple[DaBaiFenAction, ...]:
    """Return every legal action of the seat; none if it may not act."""
    if seat not in state.awaited and seat not in state.free:
        return ()
    match state:
        case Drawing():
            passes = (PASS,) if state.is_last else (PASS, FINISH)
            return (*[Expose(card) for card in exposable(state, seat)], *passes)
        case Burying() | Playing() if seat in state.free:
            return (CLAIM,)
        case Burying():
            claims = (CLAIM,) if not state.buried and seat in state.claiming() else ()
            return (*[Bury(card) for card in state.hands[seat]], *claims)
    assert isinstance(state, Playing)
    return _cards(state, seat)


def exposable(state: Drawing, seat: Seat) -> Sequence[Card]:
    """Return the cards of the trump rank that a seat has drawn."""
    return [card for card in state.hands[seat] if card.rank is state.match.rank]


def _cards(state: Playing, seat: Seat) -> tuple[DaBaiFenAction, ...]:
    table = state.table
    if table and table[0].seat != seat:
        return tuple([Play(card) for card in followers(state, seat)])
    if not table:
        alone = [Play(card) for card in state.hands[seat]]
        return (*alone, *[Lay(card) for card in together(state, seat) if _others(state, seat, card)])
    last = together(state, seat)
    more = last if len(last) > 1 else ()
    return (*[Play(card) for card in last], *[Lay(card) for card in more])


def _others(state: Playing, seat: Seat, card: Card) -> bool:
    """Return True if another card can be led together with this one."""
    suit = suit_of(card, state.trumps)
    return any(other is not card and suit_of(other, state.trumps) is suit for other in together(state, seat))


def together(state: Playing, seat: Seat) -> Sequence[Card]:
    """Return the cards of the leader of a trick that may be led with others, or with those of the lead so far."""
    hand = state.hands[seat]
    if state.table:
        led = suit_of(state.table[0].cards[0], state.trumps)
        hand = tuple([card for card in hand if suit_of(card, state.trumps) is led])
    if state.variant.leads is not Leads.SAFE:
        return hand
    unseen = _unseen(state, seat)
    return [card for card in hand if not beatable(card, unseen, state.trumps)]


def _unseen(state: Playing, seat: Seat) -> Sequence[Card]:
    """Return the cards of which a leader does not know that nobody else holds them."""
    aside = state.buried if seat == state.leader else ()
    laid = [card for turn in state.table for card in turn.cards]
    seen = {*state.hands[seat], *aside, *state.gone, *laid}
    return [card for card in PACK if card not in seen]


def beatable(card: Card, others: Sequence[Card], trumps: Trumps) -> bool:
    """Return True if one of the others is a higher card of the same suit."""
    suit, high = suit_of(card, trumps), height(card, trumps)
    return any(suit_of(other, trumps) is suit and height(other, trumps) > high for other in others)


def followers(state: Playing, seat: Seat) -> Sequence[Card]:
    """Return the cards that a seat may lay next to a lead: those of the suit led, or any without one."""
    led = suit_of(state.table[0].cards[0], state.trumps)
    hand = state.hands[seat]
    return [card for card in hand if suit_of(card, state.trumps) is led] or hand


def fallback(state: State, seat: Seat) -> DaBaiFenAction:
    """Return a pass, or the legal card that counts least and of these ranks lowest, no trump before a plain card."""
    choices = legal(state, seat)
    if PASS in choices:
        return PASS
    if choices == (CLAIM,):
        return CLAIM
    assert isinstance(state, Burying | Playing)
    trumps = state.trumps
    return min(
        [choice for choice in choices if isinstance(choice, Bury | Play)],
        key=lambda choice: (is_trump(choice.card, trumps), counted(choice.card), height(choice.card, trumps)),
    )
