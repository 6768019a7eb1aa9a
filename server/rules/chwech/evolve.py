"""The state after each event: the one place where the state of Chwech changes.

Types are compared with ``is``, here and in ``decide``: a failed ``isinstance`` or class pattern costs several times as
much on these values, whose metaclass is not ``type``, and every playout runs this code about a hundred times per deal.
"""

from collections.abc import Callable
from typing import Any, Final

from protocol.cards import Card, Suit
from protocol.chwech.events import DealEnded, Dealt, GameEnded, LeadPassed, Led, Passed, Played, TrickTaken
from protocol.vocabulary import Event, Seat
from server.rules.chwech.pack import HAND
from server.rules.chwech.rulebook import Rulebook
from server.rules.chwech.state import (
    Deal,
    Dealing,
    Ended,
    Following,
    Frame,
    InDeal,
    Leading,
    Match,
    Opening,
    PastDeal,
    State,
    TakenTrick,
    TurnTaken,
)
from server.rules.game import ForeignEvent

_NOBODY: Final = (None,)
"""The order of a trick that nobody leads."""


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    if type(state) is Following:
        frame, held, suit, fits, played = state.frame, state.held, state.suit, state.fits, state.played
        if type(event) is Played:
            # The same as ``place_of``, inlined.
            book, card = frame.book, event.play.card
            place = book.only.get(card) or book.first_copy(card, frame.dealt[event.seat] & held)
            held ^= place
            played += (event,)
            if book.single and place & book.single:
                fits &= ~book.single
        elif type(event) is not Passed:
            return _taken(state, event) if type(event) is TrickTaken else _foreign(state, event)
    elif type(event) is Led and (type(state) is Leading or type(state) is Opening):
        frame, suit, played = state.frame, _suit_led(event), (event,)
        place = place_of(frame, state.held, event)
        held = state.held ^ place
        fits = frame.book.places_open_to(suit, place) & held
    else:
        return _CHANGES.get(type(event), _foreign)(state, event)
    turns = state.turns + (event,)  # noqa: RUF005 - a third quicker, and done at every turn
    turn = frame.order[len(turns)]
    if turn is None:
        return Following(frame, held, turns, None, (), suit, fits, played)
    places = frame.dealt[turn] & fits
    choices = frame.book.follow.known.get(places) or frame.book.follow.work_out(places)
    return Following(frame, held, turns, turn, choices, suit, fits, played)


def _suit_led(event: Led) -> Suit:
    suit = event.play.suit or event.play.card.suit
    assert suit is not None
    return suit


def place_of(frame: Frame, held: int, turn: Led | Played) -> int:
    """Return the place of the card that a seat plays from its hand; of equal cards, the first."""
    card = turn.play.card
    return frame.book.only.get(card) or frame.book.first_copy(card, frame.dealt[turn.seat] & held)


def somebody_is_out(frame: Frame, held: int) -> bool:
    """True if a seat has played its last card; impossible before its ninth trick."""
    return frame.number >= HAND and 0 in map(held.__and__, frame.dealt)


def _foreign(state: State, event: Event) -> State:
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _lead_passed(state: State, event: LeadPassed) -> State:
    return _leading(state.frame, (*state.turns, event)) if type(state) is Leading else _foreign(state, event)


def _leading(frame: Frame, turns: tuple[TurnTaken, ...]) -> Leading:
    """Return the state in which the next seat may lead, or in which every seat has passed."""
    held, turn = frame.held, frame.order[len(turns)]
    if turn is None:
        return Leading(frame, held, turns, None, ())
    return Leading(frame, held, turns, turn, frame.book.lead(frame.dealt[turn] & held))


def _taken(state: Following, event: TrickTaken) -> Leading:
    """Move the cards to the taker, who may lead or pass; then the other seats in turn, once each."""
    frame, held = state.frame, state.held
    piles = list(frame.piles)
    piles[event.seat] |= frame.held ^ held
    order = _NOBODY if somebody_is_out(frame, held) else frame.book.rounds[event.seat]
    before = TakenTrick(state.turns, state.suit, event.seat)
    number = frame.number + 1
    return _leading(Frame(frame.deal, frame.book, frame.dealt, number, held, tuple(piles), before, order), ())


def _dealt(state: State, event: Dealt) -> State:
    if type(state) is not Dealing or state.match.done:
        return _foreign(state, event)
    match = state.match
    book = match.book
    dealt = _places(book, event.hands)
    first = Seat((event.dealer + 1) % match.players)
    deal = Deal(match, book, dealt, event.commitment, event.seed)
    frame = Frame(deal, book, dealt, 1, book.pack.everything, (0,) * match.players, None, book.rounds[first])
    return Opening(frame, frame.held, (), first, book.open(dealt[first]))


def _places(book: Rulebook, hands: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
    """Return each hand as places; of equal cards, the first seat has the first place."""
    free = book.pack.everything
    dealt = []
    for hand in hands:
        places = sum(map(book.only_or_none.__getitem__, hand))
        if places.bit_count() < len(hand):
            places |= _places_of_equal_cards(book, hand, free)
        free ^= places
        dealt.append(places)
    return tuple(dealt)


def _places_of_equal_cards(book: Rulebook, hand: tuple[Card, ...], free: int) -> int:
    """Return the places of the cards of a hand of which the pack has several, each the first that is free."""
    places = 0
    for card in hand:
        if card not in book.only:
            places |= book.first_copy(card, free & ~places)
    return places


def _deal_ended(state: State, event: DealEnded) -> State:
    if not isinstance(state, InDeal):
        return _foreign(state, event)
    match = state.deal.match
    past = PastDeal(state.deal.dealt, state.hands)
    seed = state.deal.seed if match.book.variant.duplicate else None
    sheets = (*match.sheets, event.sheet)
    return Dealing(Match(match.book, match.first_dealer, sheets, (*match.past, past), seed), state)


def _game_ended(state: State, event: GameEnded) -> State:
    return Ended(state.match, state.ended) if type(state) is Dealing and state.match.done else _foreign(state, event)


_CHANGES: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    Dealt: _dealt,
    LeadPassed: _lead_passed,
    DealEnded: _deal_ended,
    GameEnded: _game_ended,
}
