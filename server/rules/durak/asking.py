"""Whom a state asks, and who may act unasked; it follows from what everybody sees, so it tells nothing of any hand.

While the defender has a card to beat, only the defender is asked, and those who may add can do so at any time. Once all
is beaten, or the defender has given up, everybody who may add is asked, and the bout waits for each of them. So
nobody has to hurry to use the right to add, and who cannot add is asked like the others.
"""

from msgspec import Struct

from protocol.vocabulary import Seat
from server.rules.durak.state import Fighting, State
from server.rules.durak.variant import side_of

_NOBODY: frozenset[Seat] = frozenset()


class Asked(Struct, frozen=True, gc=False):
    """The seats that may act."""

    asked: frozenset[Seat] = _NOBODY
    """Those that the game waits for."""

    free: frozenset[Seat] = _NOBODY
    """Those that may act, and that nobody waits for."""


def asked(state: State) -> Asked:
    """Return the seats that may act in this state; none in a state that only lasts until the next event."""
    if not isinstance(state, Fighting):
        return Asked()
    bout = state.bout
    if not bout.pairs:
        return Asked(frozenset({bout.attacker}))
    adders = _adders(state)
    if bout.open and not bout.given_up:
        return Asked(frozenset({bout.defender}), adders)
    return Asked(adders - state.passed)


def _adders(state: Fighting) -> frozenset[Seat]:
    """Return the seats that may still add: those against the defender that hold cards, while there is room.

    The attacker has the first call: until the defender first acts, and while the attacker may still add, nobody else
    may.
    """
    bout = state.bout
    if not bout.room:
        return _NOBODY
    side = side_of(bout.attacker)
    seats = frozenset(
        [
            Seat(seat)
            for seat, hand in enumerate(state.hands)
            if hand and side_of(seat) == side and seat not in state.finished
        ]
    )
    first_call = not bout.given_up and all(pair.beat is None for pair in bout.pairs)
    return frozenset({bout.attacker}) if first_call and bout.attacker in seats else seats
