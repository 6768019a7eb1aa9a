"""How the state changes with each event: the one place where Chwech changes anything.

Types are compared with ``is``, here and in ``decide``: a missed ``isinstance`` or class pattern costs several times as
much on these values, whose metaclass is not ``type``, and every playout comes this way a hundred times a deal.
"""

from collections.abc import Callable
from typing import Any, Final

from protocol.cards import Card, Suit
from protocol.chwech.events import DealEnded, Dealt, GameEnded, LeadPassed, Led, Passed, Played, TrickTaken
from protocol.vocabulary import Event
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


class ForeignEvent(ValueError):
    """An event that Chwech never decides in this state: the log is not a log of this game."""


def evolve(state: State, event: Event) -> State:
    """Give the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    if type(state) is Following:
        frame, held, suit, fits = state.frame, state.held, state.suit, state.fits
        if type(event) is Played:
            # As ``place_of``, without the call.
            book, card = frame.book, event.play.card
            place = book.only.get(card) or book.first_copy(card, frame.dealt[event.seat] & held)
            held ^= place
            fits ^= place
            if book.single and place & book.single:
                fits &= ~book.single
        elif type(event) is not Passed:
            return _taken(state, event) if type(event) is TrickTaken else _foreign(state, event)
    elif type(event) is Led and (type(state) is Leading or type(state) is Opening):
        frame, suit = state.frame, _suit_led(event)
        place = place_of(frame, state.held, event)
        held = state.held ^ place
        fits = frame.book.places_open_to(suit, place) & held
    else:
        return _CHANGES.get(type(event), _foreign)(state, event)
    turns = state.turns + (event,)  # noqa: RUF005 - a third quicker, and done at every turn
    if len(turns) == len(frame.order):
        return Following(frame, held, turns, None, (), suit, fits)
    turn = frame.order[len(turns)]
    places = frame.dealt[turn] & fits
    choices = frame.book.follow.known.get(places) or frame.book.follow.work_out(places)
    return Following(frame, held, turns, turn, choices, suit, fits)


def _suit_led(event: Led) -> Suit:
    """Give the suit of the card led, or the one that its player named for a Joker."""
    suit = event.play.suit or event.play.card.suit
    assert suit is not None
    return suit


def place_of(frame: Frame, held: int, turn: Led | Played) -> int:
    """Give the place of the card that a seat plays from what it holds: of equal cards, the first."""
    card = turn.play.card
    return frame.book.only.get(card) or frame.book.first_copy(card, frame.dealt[turn.seat] & held)


def somebody_is_out(frame: Frame, held: int) -> bool:
    """Say whether somebody has played its last card: nobody can before its ninth trick."""
    return frame.number >= HAND and 0 in [dealt & held for dealt in frame.dealt]


def _foreign(state: State, event: Event) -> State:
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _lead_passed(state: State, event: LeadPassed) -> State:
    return _leading(state.frame, (*state.turns, event)) if type(state) is Leading else _foreign(state, event)


def _leading(frame: Frame, turns: tuple[TurnTaken, ...]) -> Leading:
    """Turn to the next seat that may lead, if there is one."""
    order, held = frame.order, frame.held
    if len(turns) == len(order):
        return Leading(frame, held, turns, None, ())
    turn = order[len(turns)]
    return Leading(frame, held, turns, turn, frame.book.lead(frame.dealt[turn] & held))


def _taken(state: Following, event: TrickTaken) -> Leading:
    """Give the taker the cards; it may lead or pass, and after it the others in turn, once each."""
    frame, held = state.frame, state.held
    piles = list(frame.piles)
    piles[event.seat] |= frame.held ^ held
    order = () if somebody_is_out(frame, held) else frame.book.rounds[event.seat]
    before = TakenTrick(state.turns, state.suit, event.seat)
    number = frame.number + 1
    return _leading(Frame(frame.deal, frame.book, frame.dealt, number, held, tuple(piles), before, order), ())


def _dealt(state: State, event: Dealt) -> State:
    if type(state) is not Dealing or state.match.done:
        return _foreign(state, event)
    match = state.match
    book = match.book
    dealt = _places(book, event.hands)
    order = book.rounds[(event.dealer + 1) % match.players]
    deal = Deal(match, book, dealt, event.commitment, event.seed)
    frame = Frame(deal, book, dealt, 1, book.pack.everything, (0,) * match.players, None, order)
    return Opening(frame, frame.held, (), order[0], book.open(dealt[order[0]]))


def _places(book: Rulebook, hands: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
    """Give each hand as places; of equal cards the first seat has the first place."""
    free = book.pack.everything
    dealt = []
    for hand in hands:
        places = sum([book.only.get(card, 0) for card in hand])
        if places.bit_count() < len(hand):
            places |= _places_of_equal_cards(book, hand, free)
        free ^= places
        dealt.append(places)
    return tuple(dealt)


def _places_of_equal_cards(book: Rulebook, hand: tuple[Card, ...], free: int) -> int:
    """Give the places of those cards of a hand that the pack has several times, each the first that is free."""
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
    return Dealing(Match(match.book, match.first_dealer, (*match.sheets, event.sheet), (*match.past, past)))


def _game_ended(state: State, event: GameEnded) -> State:
    return Ended(state.match) if type(state) is Dealing and state.match.done else _foreign(state, event)


_CHANGES: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    Dealt: _dealt,
    LeadPassed: _lead_passed,
    DealEnded: _deal_ended,
    GameEnded: _game_ended,
}
