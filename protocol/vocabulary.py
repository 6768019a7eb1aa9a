"""What every game says in the protocol: its actions, its events, its view; no game is known here."""

from collections.abc import Sequence
from enum import Enum
from typing import NewType, Protocol

from msgspec import Struct

from protocol.cards import Card

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 clockwise: the next seat is to the left."""


class Action(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """Something a seat can do; a game derives its own, tagged ``game.verb``, in the imperative."""


class Event(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """Something that has happened; a game derives its own, tagged ``game.verb``, in the past tense."""


class Stage(Enum):
    """How far a game has come; the phases of a game say more."""

    DEALING = "dealing"
    """The next deal is awaited."""

    PLAYING = "playing"
    """A deal is being played."""

    OVER = "over"
    """The game has ended."""


class Sheet(Protocol):
    """The result of one deal, as far as every game has one; every list is by seat."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The points scored up to and with this deal."""

    @property
    def commitment(self) -> str | None:
        """The SHA-256 that was told when the cards were dealt, in hex."""

    @property
    def seed(self) -> str | None:
        """The 32 bytes that decided the deal, in hex."""


class OpenHands(Protocol):
    """The hands of one deal, open to all; every list is by seat."""

    @property
    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The hands as dealt."""

    @property
    def left(self) -> tuple[tuple[Card, ...], ...]:
        """The cards still in hand when the deal ended, or now in a replay."""


class View(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """All that one viewer may know of a game; a game derives its own, tagged ``game.view``.

    The properties are what every view has, as a field or computed; a screen relies on them without knowing the game.
    """

    @property
    def viewer(self) -> Seat | None:
        """The seat that looks; None for a spectator."""
        raise NotImplementedError

    @property
    def stage(self) -> Stage:
        """How far the game has come."""
        raise NotImplementedError

    @property
    def deal(self) -> int:
        """The number of the deal, from 1; between two deals that of the next one."""
        raise NotImplementedError

    @property
    def dealer(self) -> Seat | None:
        """The seat that deals or dealt; None in a game without one."""
        raise NotImplementedError

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is; None if it is nobody's."""
        raise NotImplementedError

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the game waits for."""
        raise NotImplementedError

    @property
    def free(self) -> tuple[Seat, ...]:
        """The seats that may act although nobody waits for them; none in most games."""
        raise NotImplementedError

    @property
    def seats(self) -> Sequence[Struct]:
        """Every seat in public."""
        raise NotImplementedError

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""
        raise NotImplementedError

    @property
    def legal(self) -> tuple[Action, ...]:
        """Every action the viewer may take now; empty when it is not its turn."""
        raise NotImplementedError

    @property
    def sheets(self) -> Sequence[Sheet]:
        """The results of the deals that have ended, in order."""
        raise NotImplementedError

    @property
    def left(self) -> Sequence[tuple[Card, ...]]:
        """Between two deals and at the end, the cards left in each hand; empty in a game that does not show them."""
        raise NotImplementedError

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the seed of the present deal, in hex."""
        raise NotImplementedError

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won, at the end."""
        raise NotImplementedError

    @property
    def hands(self) -> Sequence[OpenHands]:
        """The hands of every deal at the end; in a replay those of the present deal; otherwise none."""
        raise NotImplementedError

    @property
    def duplicate(self) -> bool:
        """True if every seat holds the same hands in the course of the game; never where the play sets its length."""
        raise NotImplementedError


class Dialect(Struct, frozen=True, gc=False):
    """The types in which one game speaks."""

    game: str
    """The name of the game, the first part of every tag."""

    actions: tuple[type[Action], ...]
    """Every action a seat can send."""

    events: tuple[type[Event], ...]
    """Every event of the game, also those that only the log sees whole."""

    view: type[View]
    """What a viewer is shown."""

    progress: tuple[str, ...] = ()
    """What a list of tables says of the game: patterns with names in braces for numbers, marked for translation."""
