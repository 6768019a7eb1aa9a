"""Every message of protocol version 1, of clients and of servers.

An absent field has its default. What a message says to a person is said in the reader's language by ``translated``.
"""

import re
from functools import cache
from string import Formatter
from typing import Annotated, Any, Final, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol import archive, daily, lobby, message, people, rating, table, tournaments
from protocol.daily import DailyMark
from protocol.errors import ErrorCode
from protocol.game import PROGRESS, Answer, Own
from protocol.language import DEFAULT, Sentence, _, retold, spoken
from protocol.message import ServerMessage, Wording
from protocol.setup import USUAL, Arrangement, GameOffer, Setup
from protocol.table import PHRASES, SEATS_TAKEN, Event, Line, Said, TableEntry, TableView

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
    """True for a program that plays automatically: a new account is then permanently marked as a bot's."""


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
    """Show a table as everyone may see it, without going there."""


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
    """True for a guest's account, which cannot be used again unless a key is added."""
    features: tuple[str, ...] = ()
    """The features in use."""
    settings: dict[str, str] = {}
    """The settings that this client or another of the same person has stored."""
    title: str = ""
    """The name that the operator has given to the server; empty for none."""
    greeting: str = ""
    """A few lines of the operator for everyone who comes; empty for none."""
    night_at: float = 0.0
    """When the next game night begins, or this one began, in seconds since 1970; 0 if the host sets none."""
    night_in: float = 0.0
    """Seconds until then; below 0 once it has begun."""


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
    """A table as everyone may see it; no events follow."""

    view: TableView


class Seated(message.ServerAnswer, frozen=True, tag="seated"):
    """The client is at a table, seated or watching; from now on it is sent what happens there."""

    view: TableView
    own: Own | None = None
    spent: message.Seq = 0
    """The highest command id that this table has from the account; later commands need higher ones."""
    lately: tuple[Event, ...] = ()
    """The last events, for a client that joins without a ``seq`` or with one too old; talk reaches further back."""
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

_AREAS: Final = (table, lobby, archive, rating, people, tournaments, daily)
"""The files with messages besides this one."""


def _by_name(base: type[Struct]) -> dict[str, Any]:
    known = [kind for area in (globals(), *map(vars, _AREAS)) for kind in area.values() if isinstance(kind, type)]
    tags = {kind: str(kind.__struct_config__.tag) for kind in known if issubclass(kind, base)}
    # A class that is only the base of others is tagged with its own name.
    return {tag: kind for kind, tag in tags.items() if tag != kind.__name__}


CLIENT_MESSAGES: Final = _by_name(message.ClientMessage)
SERVER_MESSAGES: Final = _by_name(FromServer)  # The types of all messages by their names on the wire.


# What a message says to a person


_LEFT: Final = " (left)"
SOMEBODY: Final = "somebody"
"""The name of an erased player, and in lists of one who is not listed; more than one of a game are numbered."""


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return what a table can be said to have come to, with an expression that finds the numbers in it."""
    told = dict.fromkeys((SEATS_TAKEN, *PROGRESS))
    return tuple((pattern, re.compile(_expression(pattern))) for pattern in told)


def _expression(pattern: str) -> str:
    parts = Formatter().parse(pattern)
    return "".join(re.escape(text) + (rf"(?P<{name}>-?\d{{1,9}})" if name else "") for text, name, *_more in parts)


def progress(text: str) -> str:
    """Return how far a table is, as a server said it, in the reader's language."""
    for pattern, expression in _patterns():
        found = expression.fullmatch(text)
        if found is not None:
            return retold(text, pattern, found.groupdict())
    return text


def counted(text: str) -> str:
    """Return what a game counts besides points."""
    return retold(text, text, {})


def table_entry(entry: TableEntry) -> TableEntry:
    """Return the entry of a table."""
    return replace(entry, summary=progress(entry.summary), names=names(entry.names))


def game_entry(entry: archive.GameEntry) -> archive.GameEntry:
    """Return the entry of a finished game."""
    return replace(entry, names=names(entry.names))


R = TypeVar("R", Line, Said)


def remark(said: R) -> R:
    """Return something that was said: a quick phrase in the reader's words, any other as it is."""
    return replace(said, text=_(said.text)) if said.text in PHRASES else said


def names(told: tuple[str, ...]) -> tuple[str, ...]:
    """Return names as lists show them; no name of a person ends in the mark."""
    named = [_("somebody") if name == SOMEBODY else name for name in told]
    return tuple(_("{name} (left)", name=name.removesuffix(_LEFT)) if name.endswith(_LEFT) else name for name in named)


def refused(id: int | None, code: ErrorCode, text: str, view: TableView | None = None) -> Refused:
    """Return a refusal, with the wording of its text."""
    return Refused(id, code, text, view, wording(text))


def goodbye(code: str, text: str) -> Goodbye:
    """Return a goodbye, with the wording of its text."""
    return Goodbye(code, text, wording(text))


def wording(text: str) -> Wording | None:
    """Return what a text was made from; None if it has no other form than this one."""
    return Wording(text.template, text.values) if isinstance(text, Sentence) else None


def worded(text: str, said: Wording | None) -> str:
    """Return a text of a server in the reader's language, as far as that is known."""
    return retold(text, said.template, said.values) if said is not None else text


M = TypeVar("M", bound=ServerMessage)


def translated(message: M) -> M:
    """Return a message of a server; what it says to a person is said in the reader's language, as far as known."""
    if spoken() == DEFAULT:
        return message
    match message:
        case Refused() | Goodbye() | Interrupted() | people.Notice():
            return replace(message, text=worded(message.text, message.wording))
        case Tables() | lobby.LobbyShown() | lobby.LobbyChanged():
            # In the lobby people only type: quick phrases are for tables.
            return replace(message, tables=tuple(map(table_entry, message.tables)))
        case archive.Games():
            return replace(message, games=tuple(map(game_entry, message.games)))
        case archive.Statistics():
            return replace(message, counted=counted(message.counted))
        case Happened(event=Said() as said):
            return replace(message, event=remark(said))
        case Seated():
            return replace(
                message, lately=tuple(remark(one) if isinstance(one, Said) else one for one in message.lately)
            )
        case table.Overheard():
            return replace(message, lines=tuple(map(remark, message.lines)))
    return message
