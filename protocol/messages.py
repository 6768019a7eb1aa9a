"""Every message of protocol version 1, of clients and of servers.

The codec binds the type variables to the actions, events and views of games. An absent field has its default.
"""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from protocol import (
    absence,
    administration,
    archive,
    contacts,
    daily,
    hints,
    identity,
    lobby,
    message,
    rankings,
    seating,
    talk,
    tournaments,
)
from protocol.daily import DailyMark
from protocol.errors import ErrorCode
from protocol.game import Answer, Own
from protocol.language import DEFAULT
from protocol.seating import Event
from protocol.setup import USUAL, Arrangement, GameOffer, Setup
from protocol.tableview import TableEntry, TableView
from protocol.talk import Said

VERSION: Final = 1  # The version of the protocol that this package speaks.

INTERRUPTIONS: Final = "interrupted"
"""The feature of a client that greets again on the same connection when it is told ``Interrupted``."""

INVITATIONS: Final = "invited"  # The feature of a client that is told ``Invited``.

CHANGES: Final = "changes"
"""The feature of a client that is told what has changed of the view before, in place of a whole view."""


# What a client sends


class Hello(message.ClientMessage, frozen=True, tag="hello"):
    """The greeting, always the first frame and never a later one."""

    versions: tuple[int, int]
    """The lowest and the highest protocol version that the client speaks."""
    client: Annotated[str, Meta(max_length=64)] = ""
    """The name of the client program, for the log."""
    name: message.Name = ""
    """The nickname for a new account."""
    token: Annotated[str, Meta(max_length=128)] = ""
    """The token from an earlier ``Welcome``; empty for a new account."""
    features: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=16)] = ()
    """Additions that the client understands; unknown ones are ignored."""
    run: Annotated[str, Meta(max_length=40)] = ""
    """A random word that the client keeps for as long as it runs, so that its later connections are recognised."""
    bot: bool = False
    """True for a program that plays by itself: a new account is then that of a bot, for good, and marked as such."""


class Ping(message.ClientCommand, frozen=True, tag="ping"):
    """Ask for a sign of life."""


class ListTables(message.ClientCommand, frozen=True, tag="list_tables"):
    """List the tables to join or to come back to."""


class ReadRules(message.ClientCommand, frozen=True, tag="read_rules"):
    """Ask for the rules of a setup in words."""

    setup: Setup
    language: Annotated[str, Meta(max_length=8)] = DEFAULT
    """The language of the answer, such as ``cy``; a server that does not speak it answers in English."""


class SeekTable(message.VisitCommand, frozen=True):
    """A command that leads to a table of which the code is known, or shows it."""

    table: message.TableCode


class ReadTable(SeekTable, frozen=True, tag="read_table"):
    """Show a table as everybody may see it, without going there."""


class OpenTable(message.VisitCommand, frozen=True, tag="open_table"):
    """Open a table and sit down at it."""

    setup: Setup
    bots: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=32)] = ()
    """The bot level of each other seat, in order; the last one applies to the rest, and none means the default."""
    pace: Annotated[float, Meta(ge=0, le=10)] = 0.6
    """Seconds that a bot takes for an action in the mean; 0 for none."""
    seed: Annotated[str, Meta(max_length=64)] = ""
    """Makes the deals repeatable; refused if the server does not allow that."""
    arrangement: Arrangement = USUAL


class GoToTable(SeekTable, frozen=True):
    """A command that leads to a table, perhaps once more."""

    seq: message.Seq | None = None
    """The last event number that the client has seen; it is then sent what it missed, if that is still known."""
    back: bool = False
    """True for an automatic reconnect, which must not displace a newer client of the same person."""


class JoinTable(GoToTable, frozen=True, tag="join_table"):
    """Take a seat at a table, or come back to one's own."""


class WatchTable(GoToTable, frozen=True, tag="watch_table"):
    """Watch a table without a seat; a person with a seat there comes back to it instead."""

    heard: message.Seq = 0
    """The number of the last overheard line that the client has; only later ones are sent."""


class LeaveTable(message.TableCommand, frozen=True, tag="leave_table"):
    """Leave a table: the seat stays the person's, and in a shared game a bot plays it meanwhile."""

    table: message.AnyTableCode = ""


class Begin(message.TableCommand, frozen=True, tag="begin"):
    """Begin the game; bots take the free seats. Only for the host of the table."""


class Continue(message.TableCommand, frozen=True, tag="continue"):
    """Agree to the next deal, which is dealt once every person at the table has agreed."""

    seq: message.StateSeq


class Act(message.TableCommand, frozen=True, tag="act"):
    """Take one's turn in the game."""

    seq: message.StateSeq
    action: Answer
    """One of the legal actions in the view of that state."""


# What a server sends


class Welcome(message.ServerMessage, frozen=True, tag="welcome"):
    """The answer to the greeting."""

    version: int
    """The protocol version of this connection."""
    server: str
    """The name of the server program."""
    name: str
    """The nickname of the account."""
    games: tuple[GameOffer, ...]
    """The games of this server."""
    token: str = ""
    """The token of a new account, sent only once: it is the way back to the account and its seats."""
    guest: bool = False
    """True for a guest's account, which nobody can come back to unless a key is added."""
    features: tuple[str, ...] = ()
    """The features in use."""
    settings: dict[str, str] = {}
    """The settings that this client or another of the same person has stored."""
    title: str = ""
    """The name that the operator has given to the server; empty for none."""
    greeting: str = ""
    """A few lines of the operator for everybody who comes; empty for none."""


class Pong(message.ServerAnswer, frozen=True, tag="pong"):
    """A sign of life."""


class Tables(message.ServerAnswer, frozen=True, tag="tables"):
    """The tables to join or to come back to: one's own first, and the newest first."""

    tables: tuple[TableEntry, ...]


class Rules(message.ServerAnswer, frozen=True, tag="rules"):
    """The rules of a setup in words."""

    text: str
    """Markdown."""


class TableShown(message.ServerAnswer, frozen=True, tag="table_shown"):
    """A table as everybody may see it; no events follow."""

    view: TableView


class Seated(message.ServerAnswer, frozen=True, tag="seated"):
    """The client is at a table, seated or watching; from now on it is sent what happens there."""

    view: TableView
    own: Own | None = None
    spent: message.Seq = 0
    """The highest command id that this table has from the account; later commands need higher ones."""
    talk: tuple[Said, ...] = ()
    """The last lines of chat, for a client that joins without a ``seq``."""
    daily: DailyMark | None = None


class Accepted(message.ServerAnswer, frozen=True, tag="accepted"):
    """The command is carried out and stored."""

    seq: message.Seq
    """The number of the table's last event after the command."""


class Refused(message.ServerMessage, frozen=True, tag="refused"):
    """The command is refused; nothing has changed."""

    id: message.CommandId | None
    """The command that this answers; None if its id could not be read."""
    code: ErrorCode
    """The reason, for a program."""
    text: str
    """The reason, for a person, and what to do instead."""
    view: TableView | None = None
    """The current view, if the command answered an outdated state or was illegal."""
    wording: message.Wording | None = None


class Happened(message.ServerMessage, frozen=True, tag="happened"):
    """An event at the table; every number comes once, in order."""

    seq: message.Seq
    """The number of the event."""
    event: Event
    """The event, as far as the reader may know."""
    view: TableView
    """The view of the table after it."""
    own: Own | None = None


class TableChanged(message.ServerMessage, frozen=True, tag="table_changed"):
    """The view has changed without an event, such as who is connected or has agreed; the event number is the same."""

    view: TableView
    own: Own | None = None


Showing = Seated | Happened | TableChanged
"""What shows a table as it is now."""


class Interrupted(message.ServerMessage, frozen=True, tag="interrupted"):
    """The server behind this connection was lost: greet again here, and repeat all unanswered commands."""

    text: str
    """The reason, for a person."""
    wording: message.Wording | None = None


class Goodbye(message.ServerMessage, frozen=True, tag="goodbye"):
    """The last message before the server closes the connection."""

    code: str
    """The reason, for a program: an error code, ``superseded``, ``revoked``, ``kicked`` or ``closing``."""
    text: str
    """The reason, for a person."""
    wording: message.Wording | None = None


FromClient = Hello | message.ClientCommand
"""Every message of a client, whatever the games."""

FromServer = message.ServerMessage
"""Every message of a server, whatever the games."""

_AREAS: Final = (
    seating, absence, hints, talk, lobby, archive, rankings, identity, contacts, tournaments, daily, administration,
)  # fmt: skip
"""The files with messages besides this one."""


def _by_name(base: type[Struct]) -> dict[str, Any]:
    """Return the messages of a base by their names on the wire."""
    known = [kind for area in (globals(), *map(vars, _AREAS)) for kind in area.values() if isinstance(kind, type)]
    tags = {kind: str(kind.__struct_config__.tag) for kind in known if issubclass(kind, base)}
    # A class that is only the base of others is tagged with its own name.
    return {tag: kind for kind, tag in tags.items() if tag != kind.__name__}


CLIENT_MESSAGES: Final = _by_name(message.ClientMessage)
SERVER_MESSAGES: Final = _by_name(FromServer)  # The types of all messages by their names on the wire.
