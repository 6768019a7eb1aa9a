"""An auction by numbers: who is still in, the highest bid, and when it ends; no game is known here.

A pass is final, and the auction goes round those who have not passed until one of them is left with a bid, or nobody
is left. What may be bid, and whether a bid may be held, is up to the game: who holds a bid calls its number again.
"""

from msgspec import Struct

from protocol.vocabulary import Seat


class Call(Struct, frozen=True, gc=False):
    """What a seat said at one of its turns."""

    seat: Seat
    points: int | None
    """Its bid; None for a pass."""


class Auction(Struct, frozen=True, gc=False):
    """An auction as far as it has come."""

    order: tuple[Seat, ...]
    """All seats in the order in which they speak."""

    calls: tuple[Call, ...] = ()
    """What has been said, in order."""

    def then(self, seat: Seat, points: int | None) -> "Auction":
        """Return the auction after one more call; None is a pass."""
        return Auction(self.order, (*self.calls, Call(seat, points)))

    @property
    def passed(self) -> frozenset[Seat]:
        """The seats that are out."""
        return frozenset([call.seat for call in self.calls if call.points is None])

    @property
    def highest(self) -> Call | None:
        """The bid that stands; None if there is none yet."""
        return next((call for call in reversed(self.calls) if call.points is not None), None)

    @property
    def is_over(self) -> bool:
        """True if one seat is left with a bid, or nobody is left."""
        out = len(self.passed)
        return out == len(self.order) or (out == len(self.order) - 1 and self.highest is not None)

    @property
    def turn(self) -> Seat | None:
        """The seat that speaks next; None if the auction is over."""
        if self.is_over:
            return None
        start = self.order.index(self.calls[-1].seat) + 1 if self.calls else 0
        passed = self.passed
        return next(seat for seat in (*self.order[start:], *self.order) if seat not in passed)

    def said(self, seat: Seat) -> Call | None:
        """Return the last call of a seat; None if it has not spoken."""
        return next((call for call in reversed(self.calls) if call.seat == seat), None)
