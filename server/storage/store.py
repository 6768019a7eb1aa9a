"""The values that stores take and give; what is done with them is in the modules of the queries.

An append names the expected length of the log, so two writers can never both succeed. A refused append and an append
with an unknown outcome are results, not exceptions; everything else raises a ``StoreFault`` if it fails.
"""

from enum import Enum
from typing import NamedTuple

from msgspec import Struct

from protocol.command_line import CommandFault
from server.tables.heading import Player
from server.tables.ratings import Belief


class FinishedGame(Struct, frozen=True, gc=False):
    """A game in the archive, without its record."""

    number: int
    log: str
    ended_at: float
    """The time of its end, in seconds since 1970."""
    entry: bytes


class RatingChange(NamedTuple):
    """What one game has changed in the rating of a player."""

    player: Player
    before: float
    """The mean of the belief before the game."""
    after: Belief


class StoredTournament(Struct, frozen=True, gc=False):
    """A tournament as it is stored."""

    number: int
    version: int
    """How often it has been stored."""
    state: bytes


class Account(Struct, frozen=True, gc=False):
    """A player's account."""

    id: str
    name: str
    """The display name, unique among accounts."""
    guest: bool = False
    """True if there is no way to return to the account: it is deleted when its person has left."""


class Token(Struct, frozen=True, gc=False):
    """A proof of an account; its secret is never stored."""

    id: str
    """The public part, by which the token is found."""
    digest: bytes


class PublicKey(Struct, frozen=True, gc=False):
    """A public key that proves an account; a key belongs to one account at most."""

    id: str
    name: str
    added_at: float


class Joining(Enum):
    """The result of adding a key to an account."""

    JOINED = "joined"
    """The key was added; the account is no longer a guest's."""
    TAKEN = "taken"
    FULL = "full"
    GONE = "gone"


class Revoking(Enum):
    """The result of revoking a key of an account."""

    REVOKED = "revoked"
    """The key was revoked and belongs to no account now."""
    UNKNOWN = "unknown"
    LAST = "last"
    """The key was kept: without it there would be no way to return to the account."""


class ContactKind(Enum):
    """What another account is to an account."""

    FRIEND = "friend"
    BLOCKED = "blocked"


class Contact(Struct, frozen=True, gc=False):
    """Another account, and what it is to the one that keeps it."""

    account: Account
    kind: ContactKind


class Appended(Struct, frozen=True, gc=False, tag=True):
    """The record is stored and survives a power failure."""


class Conflict(Struct, frozen=True, gc=False, tag=True):
    """Nothing is stored: the log does not have the expected length."""

    length: int


class Failed(Struct, frozen=True, gc=False, tag=True):
    """Nothing is stored: the store could not write."""

    text: str


class Unknown(Struct, frozen=True, gc=False, tag=True):
    """The record may or may not be stored: read the log to find out."""

    text: str


AppendResult = Appended | Conflict | Failed | Unknown


class StoreFault(CommandFault):
    """The store cannot be opened or used at the moment; the text says why and what helps."""


class StoreBusy(StoreFault):
    """The store cannot be opened or written until another program releases it; nothing was changed."""


class BrokenLog(StoreFault):
    """One log cannot be read: records are missing or damaged; everything else can."""


class CompactedLog(BrokenLog):
    """The records of a log were deleted: its game is in the archive."""


class Brief(Struct, frozen=True, gc=False):
    """What is stored beside a log, so that logs can be listed without reading them."""

    heading: bytes
    """A summary of the log, opaque to the store."""
    live: bool
    """True if the log can still grow; other logs are not listed."""


class Ban(Struct, frozen=True, gc=False):
    """Someone who may not come in, or not talk."""

    kind: str
    """What is banned: ``account``, ``key``, ``address``, or ``mute`` for an account that may not talk."""
    what: str
    """The id of the account, the fingerprint of the key, or the network."""
    shown: str
    """What people call it: the name of the account at that time, or the same as ``what``."""
    since: float
    """When it began, in seconds since 1970."""
    until: float | None
    """When it ends, in seconds since 1970; None for never."""
    by: str
    reason: str


class AuditEntry(Struct, frozen=True, gc=False):
    """One act of someone who runs the server, or who tried to."""

    at: float
    """When, in seconds since 1970."""
    who: str
    door: str
    """How they came: ``socket``, ``ssh`` or ``other``."""
    act: str
    """What they asked for, as they wrote it."""
    refused: str
    """Why nothing was done; empty if it was."""


class TableSize(Struct, frozen=True, gc=False):
    """How much one part of the store holds."""

    name: str
    rows: int
    size: int
    """Bytes of what is in the rows, without what the database adds."""


class FileSize(Struct, frozen=True, gc=False):
    """One file of the store."""

    name: str
    size: int


class StoreSizes(Struct, frozen=True):
    """What takes room."""

    tables: tuple[TableSize, ...] = ()
    files: tuple[FileSize, ...] = ()
    free: int | None = None
    """Bytes that are free on the disk; None if the store is on none."""


class ClosedLog(Struct, frozen=True, gc=False):
    """A log that can grow no more, and has been filed or passed over."""

    log: str
    ended_at: float | None
    """When its game ended, in seconds since 1970; None if there is no finished game in it."""
    heading: bytes
    """Its heading; left out if the time of the end is known."""


class StoreLoad(Struct, frozen=True, gc=False):
    """How much a store has to do, and how much room it takes."""

    jobs: int
    """Jobs that wait for one of its threads."""
    size: int
    """Bytes on the disk."""


class DayTry(Struct, frozen=True, gc=False):
    """The game of an account that counts for a day."""

    log: str
    entry: bytes
    """Its result, opaque to the store; empty while there is none."""
