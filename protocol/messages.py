"""Every message of protocol version 1: what a client may ask, what a server may say.

A message holds actions, events and views of some game as type variables; the codec binds them to the dialects of the
games that this connection knows. Defaults are left out on the wire, so an absent field has its default.
"""

from typing import Annotated, Final, Generic, TypeVar

from msgspec import Meta

from protocol.absence import Resign, SetAway, SetPause
from protocol.archive import (
    Games,
    ListGames,
    ReadRecord,
    ReadReplay,
    ReadStatistics,
    RecordPart,
    ReplayPart,
    Statistics,
)
from protocol.errors import ErrorCode
from protocol.identity import KeyCode, Keys, ListKeys, NameKey, OfferKey, RevokeKey, UseCode
from protocol.lobby import EnterLobby, LeaveLobby, LobbyChanged, LobbyShown, SayInLobby
from protocol.message import (
    AnyTableCode,
    ClientCommand,
    ClientMessage,
    CommandId,
    Name,
    Seq,
    ServerAnswer,
    ServerMessage,
    TableCode,
)
from protocol.seating import FillSeats, GiveHost, QuickTable, Rematch, RemoveSeat, SetReady
from protocol.setup import USUAL, Arrangement, GameOffer, Setup
from protocol.tableview import TableEntry, TableView
from protocol.talk import Overheard, Said, Say, SayPhrase
from protocol.vocabulary import Action, Event, View

VERSION: Final = 1
"""The version of the protocol that this package speaks."""

INTERRUPTIONS: Final = "interrupted"
"""The feature of a client that greets again on the same connection when it is told ``Interrupted``."""

A_co = TypeVar("A_co", bound=Action, covariant=True)
E_co = TypeVar("E_co", bound=Event, covariant=True)
V_co = TypeVar("V_co", bound=View, covariant=True)

# What a client sends


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The greeting, always the first frame and never a later one."""

    versions: tuple[int, int]
    """The least and the greatest version of the protocol that the client speaks."""

    client: Annotated[str, Meta(max_length=64)] = ""
    """What the client calls itself, for the log."""

    name: Name = ""
    """The nickname of a person who comes for the first time."""

    token: Annotated[str, Meta(max_length=128)] = ""
    """The secret that an earlier ``Welcome`` gave; empty for a new account."""

    features: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=16)] = ()
    """Additions that the client understands; unknown ones are ignored."""

    run: Annotated[str, Meta(max_length=40)] = ""
    """A word that the client has drawn by chance for as long as it runs: by it a later connection of it is known."""


class Ping(ClientCommand, frozen=True, tag="ping"):
    """Ask for a sign of life."""


class ListTables(ClientCommand, frozen=True, tag="list_tables"):
    """Ask which tables there are to sit down at or to come back to."""


class ReadRules(ClientCommand, frozen=True, tag="read_rules"):
    """Ask for the rules of a setup in words."""

    setup: Setup
    """The game and its options."""


class ReadTable(ClientCommand, frozen=True, tag="read_table"):
    """Ask how a table is now, as everybody may know it, without going there."""

    table: TableCode
    """The code of the table."""


class OpenTable(ClientCommand, frozen=True, tag="open_table"):
    """Make a table and sit down at it."""

    setup: Setup
    """The game and its options."""

    bots: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=32)] = ()
    """The level of the bot for each other seat, in order; the last one serves for the rest, none means the default."""

    pace: Annotated[float, Meta(ge=0, le=10)] = 0.6
    """Seconds that a bot takes for an action."""

    seed: Annotated[str, Meta(max_length=64)] = ""
    """Makes the deals repeatable; refused where the server does not allow it."""

    arrangement: Arrangement = USUAL
    """How the table is run."""


class JoinTable(ClientCommand, frozen=True, tag="join_table"):
    """Sit down at a table, or come back to one's seat there."""

    table: TableCode
    """The code of the table."""

    seq: Seq | None = None
    """The last sequence number that the client has seen; it is then told what it missed, if that is still known."""

    back: bool = False
    """Whether the client comes back by itself: what another run of the same person has by now stays where it is."""


class WatchTable(ClientCommand, frozen=True, tag="watch_table"):
    """Watch a table without a seat; whoever has one there comes back to it instead."""

    table: TableCode
    """The code of the table."""

    seq: Seq | None = None
    """The last sequence number that the client has seen, as when joining."""

    heard: Seq = 0
    """The number of the last line that the client has overheard; only later ones are told."""

    back: bool = False
    """Whether the client comes back by itself: what another run of the same person has by now stays where it is."""


class LeaveTable(ClientCommand, frozen=True, tag="leave_table"):
    """Get up: the seat is kept for the person, and a bot plays it in a game that others play."""

    table: AnyTableCode = ""
    """Which table, where the client may not be at it any more; empty for the one that it is at."""


class Begin(ClientCommand, frozen=True, tag="begin"):
    """Begin the game; bots take the seats that are still empty. For the host of the table."""


class Continue(ClientCommand, frozen=True, tag="continue"):
    """Agree to the next deal: it is dealt when every person at the table has agreed."""

    seq: Seq
    """The sequence number of the state that this answers."""


class Act(ClientCommand, Generic[A_co], frozen=True, tag="act"):
    """Take one's turn."""

    seq: Seq
    """The sequence number of the state that this answers."""

    action: A_co
    """One of the actions that the view of that state calls legal."""


# What a server sends


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The answer to the greeting."""

    version: int
    """The version of the protocol that is spoken from now on."""

    server: str
    """What the server calls itself."""

    name: str
    """The nickname of the account."""

    games: tuple[GameOffer, ...]
    """What can be played here."""

    token: str = ""
    """The secret of a new account, told once: keep it, it is the way back to the seats."""

    guest: bool = False
    """Whether the account is a guest's: nobody can come back to it unless a key is added."""

    features: tuple[str, ...] = ()
    """Additions that are in use."""


class Pong(ServerAnswer, frozen=True, tag="pong"):
    """A sign of life."""


class Tables(ServerAnswer, frozen=True, tag="tables"):
    """The tables to sit down at or to come back to, one's own first, the newest first."""

    tables: tuple[TableEntry, ...]
    """The tables."""


class Rules(ServerAnswer, frozen=True, tag="rules"):
    """The rules of a setup in words."""

    text: str
    """Markdown."""


class TableShown(ServerAnswer, Generic[V_co], frozen=True, tag="table_shown"):
    """A table as everybody may know it; nothing follows."""

    view: TableView[V_co]
    """The table now."""


class Seated(ServerAnswer, Generic[V_co], frozen=True, tag="seated"):
    """The reader is at a table, on a seat or watching; what follows is told as it happens."""

    view: TableView[V_co]
    """The table now."""

    spent: Seq = 0
    """The greatest command id that this table has from the account: later commands need greater ones."""

    talk: tuple[Said, ...] = ()
    """What was said last, to a client that comes without a ``seq``: it has heard nothing of it yet."""


class Accepted(ServerAnswer, frozen=True, tag="accepted"):
    """The command is done and will not be lost."""

    seq: Seq
    """The number of the last event of the table once it was done."""


class Refused(ServerMessage, Generic[V_co], frozen=True, tag="refused"):
    """The command is not done; nothing has changed."""

    id: CommandId | None
    """The command that this answers; None where it could not be read."""

    code: ErrorCode
    """Why, for a program."""

    text: str
    """Why, for a person, and what would be right."""

    view: TableView[V_co] | None = None
    """The table now, where the command answered another state or the rules forbade it."""


class Happened(ServerMessage, Generic[E_co, V_co], frozen=True, tag="happened"):
    """Something happened at the table; every number comes once and in order."""

    seq: Seq
    """The number of the event."""

    event: E_co
    """What happened, as far as the reader may know."""

    view: TableView[V_co]
    """The table after it."""


class TableChanged(ServerMessage, Generic[V_co], frozen=True, tag="table_changed"):
    """Something that is no event of the game changed: who is here, who has agreed. The number stays as it was."""

    view: TableView[V_co]
    """The table now."""


class Interrupted(ServerMessage, frozen=True, tag="interrupted"):
    """The server behind this connection was lost: greet again here, and repeat what has no answer."""

    text: str
    """Why, for a person."""


class Goodbye(ServerMessage, frozen=True, tag="goodbye"):
    """The last message before the server closes the connection."""

    code: str
    """Why, for a program: an error code, ``superseded``, ``revoked`` or ``closing``."""

    text: str
    """Why, for a person."""


FromClient = (
    Hello
    | Ping
    | ListTables
    | ReadRules
    | ReadTable
    | OpenTable
    | QuickTable
    | JoinTable
    | WatchTable
    | LeaveTable
    | SetReady
    | FillSeats
    | RemoveSeat
    | GiveHost
    | Begin
    | Continue
    | Act[Action]
    | Rematch
    | SetAway
    | Resign
    | SetPause
    | Say
    | SayPhrase
    | EnterLobby
    | LeaveLobby
    | SayInLobby
    | ReadStatistics
    | ListGames
    | ReadRecord
    | ReadReplay
    | ListKeys
    | NameKey
    | RevokeKey
    | OfferKey
    | UseCode
)
"""Everything that a client may send, whatever the games."""

FromServer = (
    Welcome
    | Pong
    | Tables
    | Rules
    | TableShown[View]
    | Seated[View]
    | Accepted
    | Refused[View]
    | Happened[Event, View]
    | TableChanged[View]
    | Overheard
    | LobbyShown
    | LobbyChanged
    | Statistics
    | Games
    | RecordPart
    | ReplayPart[Event, View]
    | Keys
    | KeyCode
    | Interrupted
    | Goodbye
)
"""Everything that a server may send, whatever the games."""
