"""Messages about games that have ended: the list of one's own, and the record of any of them."""

from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

from protocol.message import ClientCommand, Name, ServerAnswer
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat, View

GameNumber = Annotated[int, Meta(ge=1, le=2**63 - 1)]
"""The number of a finished game on this server: they count from 1."""


class ListGames(ClientCommand, frozen=True, tag="list_games"):
    """Ask which games one has finished here."""


class ReadRecord(ClientCommand, frozen=True, tag="read_record"):
    """Ask for the record of a finished game, or for the rest of it."""

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


class Games(ServerAnswer, frozen=True, tag="games"):
    """One's finished games, the newest first."""

    games: tuple[GameEntry, ...]
    """The games; only the newest where there are very many."""


class RecordPart(ServerAnswer, frozen=True, tag="record_part"):
    """Some lines of a record."""

    lines: tuple[str, ...]
    """The lines, without line ends."""

    more: bool = False
    """Whether further lines follow: ask for them from the next number on."""


E_co = TypeVar("E_co", bound=Event, covariant=True)
V_co = TypeVar("V_co", bound=View, covariant=True)


class ReadReplay(ClientCommand, frozen=True, tag="read_replay"):
    """Ask how a deal of a finished game went, or for the rest of it."""

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


class ReplayPart(ServerAnswer, Generic[E_co, V_co], frozen=True, tag="replay_part"):
    """Some steps of a deal."""

    steps: tuple[ReplayStep[E_co, V_co], ...]
    """The steps, in order."""

    more: bool = False
    """Whether further steps of this deal follow: ask for them from the next number on."""


class ReadStatistics(ClientCommand, frozen=True, tag="read_statistics"):
    """Ask how somebody has played so far."""

    name: Name = ""
    """Whose; empty for one's own."""


class Statistics(ServerAnswer, frozen=True, tag="statistics"):
    """How somebody has played so far; points a deal are ``points`` by ``deals``."""

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
    """Deals that came out exactly: in Chwech, with a multiple of nine cards won, none at all included."""
