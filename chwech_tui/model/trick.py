"""What lies in the middle of the table as it is shown: a trick, a row of cards, or a card turned up before a lead."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from chwech_tui.model.cards import Face
from chwech_tui.model.ink import Line, Picture
from protocol.cards import Card
from protocol.vocabulary import Seat


class Laid(NamedTuple):
    """The turns of a trick."""

    turns: tuple[tuple[Seat, Face | str | None], ...]
    """Each seat with the card it played or, in an auction, with what it said, in order; None for a pass."""

    over: bool = False


class TurnUp(Struct, frozen=True, gc=False):
    """A card that lies face up before the first lead."""

    face: Face
    is_open: bool
    """True while somebody may still take it."""

    words: Line
    """What becomes of it."""


class Group(Struct, frozen=True, gc=False):
    """Cards that lie together in a row: one of a pile, an attack and what beat it, what a seat has led."""

    caption: str
    """What stands below them: whose they are."""

    faces: tuple[Face, ...]
    """The cards, each of which may cover a part of the one before it; none leaves a gap."""

    mark: str = ""
    """What stands below the caption; it also lights it."""

    shaded: bool = False


class ShownTrick(Struct, frozen=True, gc=False):
    """What lies in the middle of the table: a trick, groups of cards, or the card turned up before there is one."""

    titles: Picture
    """The lines above the cards, as many as the game has."""

    laid: Laid = Laid(())
    taker: Seat | None = None
    """The seat that takes the trick, or would as it stands; None if nobody does."""

    turn_up: TurnUp | None = None
    row: tuple[Group, ...] = ()
    """Cards that lie in the middle and before no seat; only in a game that is not shown round."""


class CardTurn(Protocol):
    """A card played to a trick, as the views of most games have it."""

    @property
    def seat(self) -> Seat:
        """The seat that played it."""

    @property
    def card(self) -> Card:
        """The card."""


class CardTrick(Protocol):
    """A trick of cards played one by one, as the views of most games have it."""

    @property
    def turns(self) -> Sequence[CardTurn]:
        """Its cards in the order played."""

    @property
    def taker(self) -> Seat | None:
        """The seat that takes it; None if nobody does."""
