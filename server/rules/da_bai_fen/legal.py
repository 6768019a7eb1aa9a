"""The legal actions of a seat, the one for a seat that did not act in time, and why all others are refused."""

from collections.abc import Sequence
from typing import Final

from protocol.cards import Card, Suit
from protocol.da_bai_fen.actions import (
    CLAIM,
    FINISH,
    PASS,
    Bury,
    Claim,
    DaBaiFenAction,
    Expose,
    Finish,
    Lay,
    Pass,
    Play,
)
from protocol.da_bai_fen.order import PACK, Trumps, counted, height, is_trump, suit_of
from protocol.language import N_, sentence
from protocol.vocabulary import Action, Seat
from server.rules.da_bai_fen.deal import Burying, Dealing, Drawing, Ended, Playing, State
from server.rules.da_bai_fen.variant import SIX, Leads
from server.rules.deciding import NOT_YOUR_TURN


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


_LED: Final = {
    Suit.CLUBS: N_("clubs were led: play one"),
    Suit.DIAMONDS: N_("diamonds were led: play one"),
    Suit.HEARTS: N_("hearts were led: play one"),
    Suit.SPADES: N_("spades were led: play one"),
    None: N_("trumps were led: play one"),
}
"""What is said where a suit has to be followed, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if isinstance(state, Drawing):
        return _why_not_expose(state, seat, action)
    if isinstance(action, Claim):
        return sentence("a deal is annulled only by a hand without a trump, before the opening lead")
    if not state.awaited:
        return sentence("the trick is being taken")
    assert isinstance(state, Burying | Playing), "the others await nobody"
    if seat not in state.awaited:
        return sentence(NOT_YOUR_TURN)
    if isinstance(action, Bury | Lay | Play) and action.card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=action.card)
    if isinstance(state, Burying):
        left = SIX - len(state.buried)
        return sentence("lay {cards} cards aside first: {left} to go", cards=SIX, left=left)
    return _why_not_play(state, seat, action)


def _why_not_expose(state: Drawing, seat: Seat, action: Action) -> str:
    rank = state.match.rank.value
    if seat not in state.awaited:
        return sentence("you have answered already: wait for the next draw")
    if isinstance(action, Expose):
        return sentence("only a card of the trump rank, {rank}, that you hold can be exposed: or pass", rank=rank)
    if state.is_last:
        return sentence("this is the last question: expose a card of the trump rank, {rank}, or pass", rank=rank)
    return sentence("cards are still drawn: expose a card of the trump rank, {rank}, or pass", rank=rank)


def _why_not_play(state: Playing, seat: Seat, action: Action) -> str:
    if isinstance(action, Expose | Pass | Finish | Bury):
        return sentence("the draw is over: play a card")
    table = state.table
    if table and table[0].seat != seat:
        if isinstance(action, Lay):
            return sentence("only who leads says that more cards follow: play one card after the other")
        return sentence(_LED[suit_of(table[0].cards[0], state.trumps)])
    if len(together(state, seat)) == 1 or not isinstance(action, Lay):
        return sentence("that card cannot be led with the others: one that can is of their suit, and unbeatable")
    return sentence("several cards are led only if all are of one suit, and nobody can hold a higher one of it")
