"""The legal actions of a seat, and the one for a seat that did not act in time."""

from protocol.cards import Card
from protocol.durak.actions import FINISH, GIVE_UP, PASS, Add, Attack, Beat, DurakAction
from protocol.durak.pack import beats, power
from protocol.vocabulary import Seat
from server.rules.durak.asking import asked
from server.rules.durak.state import Fighting, State


def legal(state: State, seat: Seat) -> tuple[DurakAction, ...]:
    """Return every legal action of the seat; none if it may not act."""
    if not isinstance(state, Fighting):
        return ()
    there = asked(state)
    if seat in there.free:
        return (*_adds(state, seat), FINISH)
    if seat not in there.asked:
        return ()
    if not state.bout.pairs:
        return tuple([Attack(card) for card in state.hands[seat]])
    if seat == state.bout.defender:
        return (*_beats(state, seat), GIVE_UP)
    return (*_adds(state, seat), PASS)


def _adds(state: Fighting, seat: Seat) -> list[Add]:
    ranks = {card.rank for card in state.bout.cards}
    return [Add(card) for card in state.hands[seat] if card.rank in ranks]


def _beats(state: Fighting, seat: Seat) -> list[Beat]:
    trump, hand = state.deal.trump, state.hands[seat]
    return [Beat(attack, card) for attack in state.bout.open for card in hand if beats(card, attack, trump)]


def fallback(state: State, seat: Seat) -> DurakAction:
    """Return the action that shows least: give up, add nothing; the first attack is the lowest card, trumps last."""
    assert isinstance(state, Fighting)
    choices = legal(state, seat)
    for action in (GIVE_UP, PASS, FINISH):
        if action in choices:
            return action
    return Attack(min(state.hands[seat], key=lambda card: _worth(state, card)))


def _worth(state: Fighting, card: Card) -> int:
    return power(card, state.deal.trump)
