"""A trick as the table shows it: its turns as faces, the words above it, and a card turned up before the first lead."""

from typing import NamedTuple

from msgspec import Struct

from chwech_tui.model.cards import Face
from chwech_tui.model.ink import Line, Picture
from protocol.vocabulary import Seat


class Laid(NamedTuple):
    """The turns of a trick."""

    turns: tuple[tuple[Seat, Face | None], ...]
    """Each seat with the card it played, in order; None for a pass."""

    over: bool = False


class TurnUp(Struct, frozen=True):
    """A card that lies face up before the first lead."""

    face: Face
    is_open: bool
    """True while somebody may still take it."""

    words: Line
    """What becomes of it."""


class ShownTrick(Struct, frozen=True):
    """What lies in the middle of the table: a trick, or the card turned up before there is one."""

    titles: Picture
    """The lines above the cards, as many as the game has."""

    laid: Laid = Laid(())
    taker: Seat | None = None
    """The seat that takes the trick, or would as it stands; None if nobody does."""

    turn_up: TurnUp | None = None
