"""What moved between two moments of a trick: the card that was played, or the cards that go to their taker."""

from typing import Final

from msgspec import Struct

from chwech_tui.model.cards import Face
from chwech_tui.model.trick import ShownTrick
from protocol.vocabulary import Seat


class Moved(Struct, frozen=True, gc=False):
    """What moved; nothing by default."""

    played: Seat | None = None
    """The seat that has played a card."""

    taker: Seat | None = None
    """The seat that has taken the trick that is cleared away."""

    taken: tuple[Seat, ...] = ()
    """The seats whose cards it takes."""


STILL: Final = Moved()


def moved(before: ShownTrick | None, after: ShownTrick | None) -> Moved:
    """Return what moved from one trick to the next."""
    if before is None or after is None or before == after:
        return STILL
    known = set() if before.laid.over else {seat for seat, _ in before.laid.turns}
    new = [seat for seat, face in after.laid.turns if isinstance(face, Face) and seat not in known]
    played = new[-1] if new and not after.laid.over else None
    if not before.laid.over or after.laid.over or before.taker is None:
        return Moved(played)
    return Moved(played, before.taker, tuple(seat for seat, face in before.laid.turns if isinstance(face, Face)))
