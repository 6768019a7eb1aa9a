"""Messages about games that have ended: the list of one's own, and the record of any of them."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.message import ClientMessage, CommandId, ServerMessage
from protocol.setup import Setup
from protocol.vocabulary import Seat

GameNumber = Annotated[int, Meta(ge=1, le=2**63 - 1)]
"""The number of a finished game on this server: they count from 1."""


class ListGames(ClientMessage, frozen=True, tag="list_games"):
    """Ask which games one has finished here."""

    id: CommandId
    """The command id."""


class ReadRecord(ClientMessage, frozen=True, tag="read_record"):
    """Ask for the record of a finished game, or for the rest of it."""

    id: CommandId
    """The command id."""

    game: GameNumber
    """The game."""

    line: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """The first line wanted, counted from 0."""


class GameEntry(Struct, frozen=True, omit_defaults=True):
    """One line of the list of finished games."""

    game: int
    """Its number."""

    table: str
    """The code of its table."""

    ended_at: float
    """When it ended, in seconds since 1970."""

    setup: Setup
    """The game and its options."""

    names: tuple[str, ...]
    """Who sat on each seat in the end, as lists call them: ``Nia (bot)``, ``Ben (left)``."""

    totals: tuple[int, ...]
    """The final score of each seat."""

    seat: Seat | None = None
    """The reader's own seat."""


class Games(ServerMessage, frozen=True, tag="games"):
    """One's finished games, the newest first."""

    id: CommandId
    """The command that this answers."""

    games: tuple[GameEntry, ...]
    """The games; only the newest where there are very many."""


class RecordPart(ServerMessage, frozen=True, tag="record_part"):
    """Some lines of a record."""

    id: CommandId
    """The command that this answers."""

    lines: tuple[str, ...]
    """The lines, without line ends."""

    more: bool = False
    """Whether further lines follow: ask for them from the next number on."""
