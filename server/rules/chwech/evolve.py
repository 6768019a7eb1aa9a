"""How the state changes with each event: the one place where Chwech changes anything.

Types are compared with ``is``, here and in ``decide``: a missed ``isinstance`` or class pattern costs several times as
much on these values, whose metaclass is not ``type``, and every playout comes this way a hundred times a deal.
"""

from collections.abc import Callable
from typing import Any, Final

from protocol.cards import Card
from protocol.chwech.events import DealEnded, Dealt, GameEnded, LeadPassed, Led, Passed, Played, TrickTaken
from protocol.vocabulary import Event, Seat
from server.rules.chwech.rulebook import Rulebook
from server.rules.chwech.state import (
    Deal,
    Dealing,
    Ended,
    Following,
    InDeal,
    Leading,
    Match,
    Opening,
    State,
    TakenTrick,
    TurnTaken,
)


class ForeignEvent(ValueError):
    """An event that Chwech never decides in this state: the log is not a log of this game."""


def evolve(state: State, event: Event) -> State:
    """Give the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    if type(state) is Following and (type(event) is Passed or type(event) is Played):
        return _followed(state, event)
    return _CHANGES.get(type(event), _foreign)(state, event)


def place_of(deal: Deal, held: int, turn: Led | Played) -> int:
    """Give the place of the card that a seat plays from what it holds: of equal cards, the first."""
    card = turn.play.card
    return deal.book.only.get(card) or deal.book.first_copy(card, deal.hands[turn.seat] & held)


def _foreign(state: State, event: Event) -> State:
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _followed(state: Following, event: Passed | Played) -> Following:
    """Put the card down, if there is one, and turn to the next seat of the trick, if there is one."""
    deal, held, order, fits = state.deal, state.held, state.order, state.fits
    if type(event) is Played:
        place = place_of(deal, held, event)
        held ^= place
        fits ^= place
        if place & deal.book.single:
            fits &= ~deal.book.single
    turns = state.turns + (event,)  # noqa: RUF005 - a third quicker, and done at every turn
    if len(turns) == len(order):
        return Following(deal, held, state.piles, state.before, order, turns, None, (), state.suit, fits)
    turn = order[len(turns)]
    choices = deal.book.follow[deal.hands[turn] & fits]
    return Following(deal, held, state.piles, state.before, order, turns, turn, choices, state.suit, fits)


def _led(state: State, event: Led) -> State:
    """Start a trick in the suit of the card, or in the one that its player named for a Joker."""
    if type(state) is not Leading and type(state) is not Opening:
        return _foreign(state, event)
    deal, order = state.deal, state.order
    place = place_of(deal, state.held, event)
    held = state.held ^ place
    suit = event.play.suit or event.play.card.suit
    assert suit is not None
    fits = deal.book.places_open_to(suit, place) & held
    turns = (*state.turns, event)
    if len(turns) == len(order):
        return Following(deal, held, state.piles, state.before, order, turns, None, (), suit, fits)
    turn = order[len(turns)]
    choices = deal.book.follow[deal.hands[turn] & fits]
    return Following(deal, held, state.piles, state.before, order, turns, turn, choices, suit, fits)


def _lead_passed(state: State, event: LeadPassed) -> State:
    if type(state) is not Leading:
        return _foreign(state, event)
    turns = (*state.turns, event)
    return _leading(state.deal, state.held, state.piles, state.before, state.order, turns)


def _leading(
    deal: Deal,
    held: int,
    piles: tuple[int, ...],
    before: TakenTrick | None,
    order: tuple[Seat, ...],
    turns: tuple[TurnTaken, ...],
) -> Leading:
    """Turn to the next seat that may lead, if there is one."""
    if len(turns) == len(order):
        return Leading(deal, held, piles, before, order, turns, None, ())
    turn = order[len(turns)]
    return Leading(deal, held, piles, before, order, turns, turn, deal.book.lead(deal.hands[turn] & held))


def _taken(state: State, event: TrickTaken) -> State:
    """Give the taker the cards; it may lead or pass, and after it the others in turn, once each."""
    if type(state) is not Following:
        return _foreign(state, event)
    deal, held = state.deal, state.held
    piles = list(state.piles)
    piles[event.seat] |= deal.book.pack.everything ^ held ^ sum(piles)
    order = () if 0 in [hand & held for hand in deal.hands] else deal.book.rounds[event.seat]
    before = TakenTrick(state.turns, state.suit, event.seat)
    return _leading(deal, held, tuple(piles), before, order, ())


def _dealt(state: State, event: Dealt) -> State:
    if type(state) is not Dealing or state.match.done:
        return _foreign(state, event)
    match = state.match
    hands = _places(match.book, event.hands)
    order = match.book.rounds[(event.dealer + 1) % match.players]
    deal = Deal(match, match.book, hands, event.commitment, event.seed)
    choices = match.book.open(hands[order[0]])
    return Opening(deal, match.book.pack.everything, (0,) * match.players, None, order, (), order[0], choices)


def _places(book: Rulebook, hands: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
    """Give each hand as places; of equal cards the first seat has the first place."""
    free = book.pack.everything
    taken = []
    for hand in hands:
        places = 0
        for card in hand:
            places |= book.only.get(card) or book.first_copy(card, free & ~places)
        free ^= places
        taken.append(places)
    return tuple(taken)


def _deal_ended(state: State, event: DealEnded) -> State:
    if not isinstance(state, InDeal):
        return _foreign(state, event)
    match = state.deal.match
    return Dealing(Match(match.book, match.first_dealer, (*match.sheets, event.sheet)))


def _game_ended(state: State, event: GameEnded) -> State:
    return Ended(state.match) if type(state) is Dealing and state.match.done else _foreign(state, event)


_CHANGES: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    Dealt: _dealt,
    Led: _led,
    LeadPassed: _lead_passed,
    TrickTaken: _taken,
    DealEnded: _deal_ended,
    GameEnded: _game_ended,
}
