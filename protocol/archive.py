"""Messages about games that have ended: the list of one's own, and the record of any of them."""

from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

from protocol.message import ClientMessage, CommandId, Name, ServerMessage
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat, View

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

    sides: tuple[int, ...] = ()
    """The side of each seat, from 0, where people played in sides."""

    chips: tuple[int, ...] = ()
    """The chips of each seat in the end, where the game was played for chips."""


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

    deals: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """How many deals the game had; 0 from a server that does not say."""


class ReadStatistics(ClientMessage, frozen=True, tag="read_statistics"):
    """Ask how somebody has played one game so far."""

    id: CommandId
    """The command id."""

    name: Name = ""
    """Whose; empty for one's own."""

    game: Annotated[str, Meta(max_length=40)] = ""
    """Which game; empty for the first that the welcome offers."""


class Statistics(ServerMessage, frozen=True, tag="statistics"):
    """How somebody has played one game so far; points a deal are ``points`` by ``deals``."""

    id: CommandId
    """The command that this answers."""

    name: str
    """Who."""

    games: int
    """Games that they have played to the end."""

    wins: int = 0
    """Games that they have won, alone or with others."""

    deals: int = 0
    """Deals in those games."""

    points: int = 0
    """Points in those deals."""

    exact: int = 0
    """The same as ``count``, which had this name while there was one game."""

    game: str = ""
    """Which game."""

    counted: str = ""
    """What the game counts besides points, in the plural; empty where it counts nothing."""

    count: int = 0
    """How many of these there were."""
