"""Messages about the lobby: its tables, the people online, and its chat, kept up to date."""

from enum import Enum

from msgspec import Struct

from protocol.message import CleanName, ClientCommand, Count, ServerAnswer, ServerMessage
from protocol.table import Line, TableEntry, Words


class Where(Enum):
    """Where a person online is."""

    LOBBY = "lobby"
    """In the lobby."""
    TABLE = "table"
    """Seated at a table."""
    WATCHING = "watching"
    """Watching a table."""
    ELSEWHERE = "elsewhere"
    """Anywhere else."""


class Person(Struct, frozen=True, gc=False, omit_defaults=True):
    """A person online."""

    name: CleanName
    where: Where = Where.ELSEWHERE
    table: str = ""
    """The code of their table, if it is listed."""


class EnterLobby(ClientCommand, frozen=True, tag="enter_lobby"):
    """Ask for the lobby, and for every change from then on."""


class LeaveLobby(ClientCommand, frozen=True, tag="leave_lobby"):
    """Stop the news of the lobby."""


class SayInLobby(ClientCommand, frozen=True, tag="say_in_lobby"):
    """Say something in the lobby; ``accepted`` has the number of the line."""

    text: Words


class LobbyShown(ServerAnswer, frozen=True, tag="lobby_shown"):
    """The lobby."""

    tables: tuple[TableEntry, ...]
    """The tables where the reader has a seat, can take one, or can watch: one's own first, then the newest."""
    people: tuple[Person, ...]
    """The people online; only some of them if there are very many."""
    talk: tuple[Line, ...]
    """The last lines of chat, in order."""
    online: Count
    """The number of people online."""


class LobbyChanged(ServerMessage, frozen=True, tag="lobby_changed"):
    """The changes in the lobby; anything not named is unchanged."""

    online: Count
    """The number of people online."""
    tables: tuple[TableEntry, ...] = ()
    """New and changed tables; each replaces the entry with its code."""
    gone: tuple[str, ...] = ()
    """The codes of tables that are gone; remove them before adding the others."""
    people: tuple[Person, ...] = ()
    """People who have come or moved; each replaces the person with this name."""
    left: tuple[str, ...] = ()
    """The names of people who have gone; remove them before adding the others."""
    talk: tuple[Line, ...] = ()
    """New lines of chat, in order."""


class ReadStatus(ClientCommand, frozen=True, tag="read_status"):
    """Ask how the server is, without going to the lobby."""


class ServerStatus(ServerAnswer, frozen=True, tag="server_status"):
    """How the server is, as it was some seconds ago at most."""

    name: str
    """What the server is called; empty if it has no name of its own."""
    version: str
    """The version of the program."""
    since: float
    """Since when it has been up, in seconds since 1970."""
    people: int
    """The number of people online."""
    playing: int
    """The number of tables whose game has begun and is not over."""
    waiting: int
    """The number of public tables where people wait for others."""
    day: str
    """The day of the deal of the day, such as ``2026-11-21``."""
    day_ends_at: float
    """When that day ends, in seconds since 1970."""
    night_at: float = 0.0
    """When the next game night begins, or this one began, in seconds since 1970; 0 if the host sets none."""
