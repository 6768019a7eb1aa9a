"""The order of turns: who attacks whom in the next bout (``docs/durak.md``, section 3).

Turns are a line of slots that alternate between the sides. The seats of a side take its slots in turn, without those
that are out of the deal.
"""

from collections.abc import Collection

from protocol.vocabulary import Seat
from server.rules.durak.variant import SIDES


def next_bout(
    attacker: Seat, defender: Seat, within: Collection[Seat], players: int, *, held: bool
) -> tuple[Seat, Seat]:
    """Return the attacker and the defender of the bout that follows.

    Args:
        attacker: who attacked in the bout that is over.
        defender: who was attacked.
        within: the seats that still play in this deal; at least one of each side.
        players: the number of seats.
        held: True if everything was beaten; False if the defender has taken up.
    """
    attacked = following(attacker, within, players)
    if not held:
        return attacked, following(defender, within, players)
    return defender if defender in within else following(defender, within, players), attacked


def following(seat: Seat, within: Collection[Seat], players: int) -> Seat:
    """Return the next seat of the same side that still plays; perhaps the same one, if it is the only one."""
    steps = range(SIDES, players + 1, SIDES)
    return next(other for step in steps if (other := Seat((seat + step) % players)) in within)
