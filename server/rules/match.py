"""What lasts from deal to deal in a game of several deals; no game is known here."""

from typing import Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol.vocabulary import Seat


class _Variant(Protocol):
    @property
    def players(self) -> int:
        """The number of seats."""


class _Sheet(Protocol):
    @property
    def totals(self) -> tuple[int, ...]:
        """The scores of all deals up to this one, by seat."""


V = TypeVar("V", bound=_Variant)
H = TypeVar("H", bound=_Sheet)
P = TypeVar("P")


class DealtMatch(Struct, Generic[V, H, P], frozen=True, gc=False):
    """The state that lasts from deal to deal; each game adds who deals and who has won."""

    variant: V
    """The rules of the table."""

    first_dealer: Seat
    sheets: tuple[H, ...] = ()
    """The score sheets of the finished deals."""

    past: tuple[P, ...] = ()
    """The cards of the finished deals; hidden from everybody until the game has ended."""

    @property
    def number(self) -> int:
        """The number of the current or next deal, from 1."""
        return len(self.sheets) + 1

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores of the finished deals, by seat."""
        return self.sheets[-1].totals if self.sheets else (0,) * self.variant.players

    def with_deal(self, sheet: H, past: P) -> Self:
        """Return the match after one more deal, given its score sheet and its cards."""
        return replace(self, sheets=(*self.sheets, sheet), past=(*self.past, past))

    @property
    def leading(self) -> tuple[Seat, ...]:
        """The seats with the highest score."""
        most = max(self.totals)
        return tuple([Seat(seat) for seat, total in enumerate(self.totals) if total == most])
