"""The state after each event: the one place where the state of the game changes."""

from typing import TypeVar

from msgspec.structs import replace

from protocol.cards import Card
from protocol.durak.events import (
    Added,
    Attacked,
    Beaten,
    BoutBegun,
    BoutEnded,
    DealEnded,
    Dealt,
    Drawn,
    Finished,
    GameEnded,
    GivenUp,
    Passed,
    WentOut,
)
from protocol.durak.views import Bout, Pair
from protocol.vocabulary import Event, Seat
from server.rules.durak.state import Deal, Dealing, Ended, Fighting, InDeal, Match, Settling, State, open_deal
from server.rules.game import ForeignEvent
from server.rules.hands import in_order, with_cards, without

T = TypeVar("T")


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Fighting(), Attacked() | Added() | Beaten() | GivenUp() | Passed() | Finished() | BoutEnded():
            return _in_bout(state, event)
        case Settling(), Drawn() | WentOut() | BoutBegun() | DealEnded():
            return _after_bout(state, event)
        case Dealing(), Dealt() if not state.match.over:
            return _dealt(state.match, event)
        case Dealing(), GameEnded() if state.match.over:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _dealt(match: Match, event: Dealt) -> Settling:
    hands = tuple([in_order(hand) for hand in event.hands])
    shown = {event.turn_up, event.lowest}
    return Settling(
        deal=Deal(match, hands, event.stock, event.turn_up, event.lowest, event.commitment, event.seed),
        hands=hands,
        stock=event.stock,
        gone=(),
        taken=(0,) * len(hands),
        known=tuple([frozenset(card for card in hand if card in shown) for hand in hands]),
        out=(),
        bouts=0,
        last=None,
    )


def _in_bout(state: Fighting, event: Event) -> State:
    """Return the state after an event of a bout."""
    match event:
        case Attacked(seat, card) | Added(seat, card):
            bout = replace(state.bout, pairs=(*state.bout.pairs, Pair(seat, card)))
            return replace(_without(state, seat, card), bout=bout, passed=frozenset())
        case Beaten(seat, attack, card):
            pairs = tuple([replace(pair, beat=card) if pair.attack is attack else pair for pair in state.bout.pairs])
            return replace(_without(state, seat, card), bout=replace(state.bout, pairs=pairs))
        case GivenUp():
            return replace(state, bout=replace(state.bout, given_up=True))
        case Passed(seat):
            return replace(state, passed=state.passed | {seat})
        case Finished(seat):
            return replace(state, finished=state.finished | {seat})
    assert isinstance(event, BoutEnded)
    return _bout_over(state, event)


def _without(state: Fighting, seat: Seat, card: Card) -> Fighting:
    """Return the state without a card that a seat has played."""
    hands, known = without(state.hands, seat, card), state.known[seat]
    if card in known:
        return replace(state, hands=hands, known=_with(state.known, seat, known - {card}))
    return replace(state, hands=hands)


def _bout_over(state: Fighting, event: BoutEnded) -> Settling:
    """Return the state after a bout: its cards leave the game, or the defender takes them up."""
    settled = Settling(
        deal=state.deal,
        hands=state.hands,
        stock=state.stock,
        gone=state.gone,
        taken=state.taken,
        known=state.known,
        out=state.out,
        bouts=state.bouts + 1,
        last=state.bout,
    )
    if event.held:
        return replace(settled, gone=(*state.gone, *event.cards))
    seat = event.defender
    return replace(
        settled,
        hands=with_cards(state.hands, seat, event.cards),
        taken=_with(state.taken, seat, state.taken[seat] + len(event.cards)),
        known=_with(state.known, seat, state.known[seat].union(event.cards)),
    )


def _after_bout(state: Settling, event: Event) -> State:
    """Return the state after an event between two bouts."""
    match event:
        case Drawn(seat, number, cards, turn_up):
            seen = () if turn_up is None else (turn_up,)
            return replace(
                state,
                hands=with_cards(state.hands, seat, cards),
                stock=state.stock[number:],
                known=_with(state.known, seat, state.known[seat].union(seen)),
            )
        case WentOut(seat):
            return replace(state, out=(*state.out, seat))
        case BoutBegun(attacker, defender, limit):
            return _fighting(state, Bout(attacker, defender, limit))
    assert isinstance(event, DealEnded)
    return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)


def _fighting(state: InDeal, bout: Bout) -> Fighting:
    return Fighting(
        deal=state.deal,
        hands=state.hands,
        stock=state.stock,
        gone=state.gone,
        taken=state.taken,
        known=state.known,
        out=state.out,
        bouts=state.bouts,
        last=state.last,
        bout=bout,
    )


def _with(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return a list by seat with another value for one seat."""
    return (*values[:seat], value, *values[seat + 1 :])
