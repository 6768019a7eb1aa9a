"""Messages about a finished game that is looked at again: everything that happened in a deal, with all hands open."""

from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

from protocol.archive import GameNumber
from protocol.message import ClientMessage, CommandId, ServerMessage
from protocol.vocabulary import Event, View

E_co = TypeVar("E_co", bound=Event, covariant=True)
V_co = TypeVar("V_co", bound=View, covariant=True)


class ReadReplay(ClientMessage, frozen=True, tag="read_replay"):
    """Ask how a deal of a finished game went, or for the rest of it."""

    id: CommandId
    """The command id."""

    game: GameNumber
    """The game."""

    deal: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    """The deal, counted from 1."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """The first step of it that is wanted, counted from 0."""


class ReplayStep(Struct, Generic[E_co, V_co], frozen=True):
    """One step of a deal: the cards are dealt, somebody acts, or the deal is scored."""

    events: tuple[E_co, ...]
    """What happened, in full."""

    view: V_co
    """The game after it, as a spectator sees it but with nothing hidden."""


class ReplayPart(ServerMessage, Generic[E_co, V_co], frozen=True, tag="replay_part"):
    """Some steps of a deal."""

    id: CommandId
    """The command that this answers."""

    steps: tuple[ReplayStep[E_co, V_co], ...]
    """The steps, in order."""

    more: bool = False
    """Whether further steps of this deal follow: ask for them from the next number on."""
