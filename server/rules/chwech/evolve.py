"""How the state changes with each event: the one place where Chwech changes anything.

Types are compared with ``is``, here and in ``decide``: a missed ``isinstance`` or class pattern costs several times as
much on these values, whose metaclass is not ``type``, and every playout comes this way a hundred times a deal.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from protocol.cards import Card
from protocol.chwech.events import DealEnded, Dealt, GameEnded, LeadPassed, Led, Passed, Played, TrickTaken
from protocol.vocabulary import Event, Seat
from server.rules.chwech.pack import Pack
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
    change = _CHANGES.get(type(event), _foreign)
    return change(state, event)


def _foreign(state: State, event: Event) -> State:
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _passed(state: State, event: Passed) -> State:
    if type(state) is not Following:
        return _foreign(state, event)
    return _next_turn(state, event, state.held, state.fits)


def _played(state: State, event: Played) -> State:
    if type(state) is not Following:
        return _foreign(state, event)
    deal, card = state.deal, event.play.card
    place = deal.book.only.get(card) or deal.book.first_copy(card, deal.hands[event.seat] & state.held)
    fits = state.fits ^ place
    if place & deal.book.single:
        fits &= ~deal.book.single
    return _next_turn(state, event, state.held ^ place, fits)


def _next_turn(state: Following, event: Passed | Played, held: int, fits: int) -> Following:
    """Turn to the next seat of the trick, if there is one."""
    deal, order = state.deal, state.order
    turns = state.turns + (event,)  # noqa: RUF005 - a third quicker, and done at every turn
    if len(turns) == len(order):
        return Following(deal, held, state.piles, state.before, order, turns, None, (), state.suit, fits)
    turn = order[len(turns)]
    choices = deal.book.follow(deal.hands[turn] & fits)
    return Following(deal, held, state.piles, state.before, order, turns, turn, choices, state.suit, fits)


def _led(state: State, event: Led) -> State:
    """Start a trick in the suit of the card, or in the one that its player named for a Joker."""
    if type(state) is not Leading and type(state) is not Opening:
        return _foreign(state, event)
    deal, order, card = state.deal, state.order, event.play.card
    place = deal.book.only.get(card) or deal.book.first_copy(card, state.hand(event.seat))
    held = state.held ^ place
    suit = event.play.suit or card.suit
    assert suit is not None
    fits = deal.book.places_open_to(suit, place) & held
    turns = (*state.turns, event)
    if len(turns) == len(order):
        return Following(deal, held, state.piles, state.before, order, turns, None, (), suit, fits)
    turn = order[len(turns)]
    choices = deal.book.follow(deal.hands[turn] & fits)
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
    order = () if state.somebody_is_out() else _clockwise(event.seat, len(piles))
    before = TakenTrick(state.turns, state.suit, event.seat)
    return _leading(deal, held, tuple(piles), before, order, ())


def _dealt(state: State, event: Dealt) -> State:
    if type(state) is not Dealing:
        return _foreign(state, event)
    match = state.match
    pack = match.book.pack
    hands = _places(pack, event.hands)
    order = _clockwise(Seat((event.dealer + 1) % match.players), match.players)
    deal = Deal(match, match.book, hands, event.commitment, event.seed)
    choices = match.book.open(hands[order[0]])
    return Opening(deal, pack.everything, (0,) * match.players, None, order, (), order[0], choices)


def _places(pack: Pack, hands: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
    """Give each hand as places; of equal cards the first seat has the first place."""
    free = dict(pack.copies)
    taken = [0] * len(hands)
    for seat, hand in enumerate(hands):
        places = 0
        for card in hand:
            copies = free[card]
            place = copies & -copies
            free[card] = copies ^ place
            places |= place
        taken[seat] = places
    return tuple(taken)


@cache
def _clockwise(first: Seat, players: int) -> tuple[Seat, ...]:
    """Give all seats in turn, from this one."""
    return tuple(Seat((first + step) % players) for step in range(players))


def _deal_ended(state: State, event: DealEnded) -> State:
    if not isinstance(state, InDeal):
        return _foreign(state, event)
    match = state.deal.match
    return Dealing(Match(match.book, match.first_dealer, (*match.sheets, event.sheet)))


def _game_ended(state: State, event: GameEnded) -> State:
    return Ended(state.match) if type(state) is Dealing else _foreign(state, event)


_CHANGES: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    Dealt: _dealt,
    Led: _led,
    LeadPassed: _lead_passed,
    Played: _played,
    Passed: _passed,
    TrickTaken: _taken,
    DealEnded: _deal_ended,
    GameEnded: _game_ended,
}
