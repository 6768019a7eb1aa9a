"""Messages about the lobby: the tables and people there are, as a live picture, and what is said there."""

from enum import Enum

from msgspec import Struct

from protocol.message import ClientCommand, ServerAnswer, ServerMessage
from protocol.tableview import TableEntry
from protocol.talk import Line, Words


class Where(Enum):
    """Where somebody who is online is."""

    LOBBY = "lobby"
    """In the lobby."""

    TABLE = "table"
    """On a seat."""

    WATCHING = "watching"
    """At a table, watching."""

    ELSEWHERE = "elsewhere"
    """Online, and at nothing of this."""


class Person(Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody who is online."""

    name: str
    """Who, cleaned."""

    where: Where = Where.ELSEWHERE
    """Where they are."""

    table: str = ""
    """The code of their table, where everybody may find it in the list."""


class EnterLobby(ClientCommand, frozen=True, tag="enter_lobby"):
    """Ask for the lobby as it is, and to be told from then on what changes."""


class LeaveLobby(ClientCommand, frozen=True, tag="leave_lobby"):
    """Ask to be told no more of the lobby."""


class SayInLobby(ClientCommand, frozen=True, tag="say_in_lobby"):
    """Say something in the lobby; ``accepted`` brings the number of the line."""

    text: Words
    """What."""


class LobbyShown(ServerAnswer, frozen=True, tag="lobby_shown"):
    """The lobby as it is."""

    tables: tuple[TableEntry, ...]
    """The tables that the reader has a seat at, can sit down at or can watch; one's own first, then the newest."""

    people: tuple[Person, ...]
    """Who is online; only some of them where there are very many."""

    talk: tuple[Line, ...]
    """What was said last, in order."""

    online: int
    """How many people are online."""


class LobbyChanged(ServerMessage, frozen=True, tag="lobby_changed"):
    """What has changed in the lobby; what is not named is as it was."""

    online: int
    """How many people are online."""

    tables: tuple[TableEntry, ...] = ()
    """Tables that are new or have changed: each replaces the line with its code."""

    gone: tuple[str, ...] = ()
    """The codes of tables that the list has no more; taken out before others are put in."""

    people: tuple[Person, ...] = ()
    """Who has come or is somewhere else now: each replaces the person with this name."""

    left: tuple[str, ...] = ()
    """The names of people who have gone; taken out before others are put in."""

    talk: tuple[Line, ...] = ()
    """What was said since, in order."""
