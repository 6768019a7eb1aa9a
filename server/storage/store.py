"""The interface of every store: append-only logs with headings, accounts, games, ratings, chat and tournaments.

An append names the expected length of the log, so two writers can never both succeed. A refused append and an append
with an unknown outcome are results, not exceptions; every other method raises a ``StoreFault`` if it fails.
"""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import NamedTuple, Protocol

from msgspec import Struct

from server.storage.compaction import CompactionStore
from server.storage.daily import DailyStore
from server.storage.moderation_store import ModerationStore
from server.tables.heading import Player
from server.tables.ladder import Ladder
from server.tables.ratings import Belief, RatedGame


class FinishedGame(Struct, frozen=True, gc=False):
    """A game in the archive, without its record."""

    number: int
    log: str
    ended_at: float
    """The time of its end, in seconds since 1970."""

    entry: bytes


class ArchiveStore(Protocol):
    """The finished games in a store; every method raises a ``StoreFault`` if it cannot read or write."""

    async def unfiled(self, limit: int) -> tuple[str, ...]:
        """Return up to ``limit`` logs that can no longer grow and have been neither filed nor passed over."""

    async def last_game(self) -> int:
        """Return the greatest number of a game; 0 if there is none."""

    async def file(self, game: FinishedGame, players: frozenset[str], record: str) -> bool:
        """Store a game for good; False if its number is not the next one. A log filed before is left as it is."""

    async def pass_over(self, log: str) -> None:
        """Mark a log that holds no finished game."""

    async def games(self, account: str, limit: int) -> tuple[FinishedGame, ...]:
        """Return up to ``limit`` games that an account has played, the newest first."""

    async def game(self, number: int) -> FinishedGame | None:
        """Return a game; None if there is no such game."""

    async def game_record(self, number: int) -> str | None:
        """Return the record of a game; None if there is no such game."""


class Standing(Struct, frozen=True, gc=False):
    """A player in the rankings."""

    player: Player
    name: str
    """The present name of the account; empty for a bot."""

    belief: Belief


class RatingChange(NamedTuple):
    """What one game has changed in the rating of a player."""

    player: Player
    before: float
    """The mean of the belief before the game."""

    after: Belief


class RatingStore(Protocol):
    """The ratings in a store; every method raises a ``StoreFault`` if it cannot read or write."""

    async def next_unrated(self) -> FinishedGame | None:
        """Return the first game that has not been looked at for ratings; None if all have."""

    async def rate(self, number: int, result: RatedGame | None) -> bool:
        """Change the ratings by a game, None if it rates nobody; False if an earlier game has not been looked at.

        A game that has been looked at before changes nothing.
        """

    async def beliefs(self, ladder: Ladder, players: Collection[Player]) -> dict[Player, Belief]:
        """Return what is believed about those of these players who have been rated."""

    async def ratings_of(self, account: str, game: str) -> dict[str, Belief]:
        """Return what is believed about a person in one game, by ruleset."""

    async def standings(self, ladder: Ladder, limit: int) -> tuple[Standing, ...]:
        """Return up to ``limit`` players, the best first; those whose rating is provisional follow the others."""

    async def rating_changes(self, log: str) -> tuple[RatingChange, ...]:
        """Return what the game of a log has changed; nothing if it was not rated, or not yet."""


class ChatStore(Protocol):
    """The newest lines of the chat; every method raises a ``StoreFault`` if it cannot read or write."""

    async def pin(self, number: int, line: bytes, keep: int) -> bool:
        """Add a line and delete all but the newest ``keep``; False if its number is not the next one."""

    async def pinned(self) -> tuple[bytes, ...]:
        """Return the stored lines, in order."""


class StoredTournament(Struct, frozen=True, gc=False):
    """A tournament as it is stored."""

    number: int
    version: int
    """How often it has been stored."""

    state: bytes


class TournamentStore(Protocol):
    """The tournaments in a store; every method raises a ``StoreFault`` if it cannot read or write."""

    async def tournaments(self, limit: int) -> tuple[StoredTournament, ...]:
        """Return up to ``limit`` tournaments: the unfinished ones first, and the newest first."""

    async def tournament(self, number: int) -> StoredTournament | None:
        """Return a tournament; None if there is no such tournament."""

    async def last_tournament(self) -> int:
        """Return the greatest number of a tournament; 0 if there is none."""

    async def keep_tournament(self, tournament: StoredTournament, *, live: bool) -> bool:
        """Store a tournament; False, and nothing is stored, if its version is not the next one. A new one has 1."""


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


class Credential(Struct, frozen=True, gc=False):
    """An account with the token by which it was found."""

    account: Account
    """The account of the token; its secret is still to be checked."""

    token: Token


class Key(Struct, frozen=True, gc=False):
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


class ContactStore(Protocol):
    """The contacts in a store; every method raises a ``StoreFault`` if it cannot read or write."""

    async def contacts(self, account: str) -> tuple[Contact, ...]:
        """Return the contacts of an account, by name."""

    async def hidden(self, account: str) -> tuple[Account, ...]:
        """Return the accounts that an account blocks, and those that block it."""

    async def keep_contact(self, account: str, other: str, kind: ContactKind, limit: int) -> bool:
        """Make another account a contact, in place of what it was before.

        False, and nothing is stored, with ``limit`` contacts of the kind already, or if either account does not exist.
        """

    async def drop_contact(self, account: str, other: str, kind: ContactKind) -> None:
        """Remove a contact if it is of this kind."""


class AccountStore(Protocol):
    """The accounts in a store; every method raises a ``StoreFault`` if it cannot read or write."""

    async def account(self, account: str) -> Account | None:
        """Return an account by its id."""

    async def named(self, name: str) -> Account | None:
        """Return the account whose name looks like this one."""

    async def credential(self, token: str) -> Credential | None:
        """Return a token and its account, by the id of the token."""

    async def keyholder(self, key: str) -> Account | None:
        """Return the account of a key, by its fingerprint."""

    async def keys(self, account: str) -> tuple[Key, ...]:
        """Return the keys of an account, the oldest first."""

    async def known_keys(self) -> tuple[tuple[str, str], ...]:
        """Return the fingerprints of all keys of all accounts, each with the name of its account."""

    async def register(self, account: Account, proof: Token | Key | None) -> bool:
        """Store a new account, or a new name for a known one; False if another account has the name or the key."""

    async def join(self, account: str, key: Key, limit: int) -> Joining:
        """Add a key to an account, unless it has ``limit`` keys already; a key that it has is left as it is."""

    async def label(self, account: str, key: str, name: str) -> bool:
        """Name a key of an account; False if it has no such key."""

    async def revoke(self, account: str, key: str, *, last: bool) -> Revoking:
        """Remove a key from an account; the last proof only with ``last``, which makes it a guest's account."""

    async def settings(self, account: str, key: str) -> dict[str, str]:
        """Return the settings of an account, overridden by those of one of its keys; an empty key is none."""

    async def keep_settings(
        self, account: str, shared: Mapping[str, str], key: str, own: Mapping[str, str], limit: int
    ) -> bool:
        """Change settings of an account and of one of its keys; an empty value forgets one.

        False, and nothing is stored, if either would have more than ``limit``, or there is no such account.
        """

    async def guests(self) -> tuple[Account, ...]:
        """Return every guest account."""

    async def forget(self, account: str) -> None:
        """Delete an account if it is a guest's; its name is free again."""


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


class StoreFault(Exception):
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


class PeopleStore(AccountStore, ContactStore, ModerationStore, Protocol):
    """What is kept of people, and of those who run the server."""


class GameStore(ArchiveStore, CompactionStore, RatingStore, TournamentStore, DailyStore, Protocol):
    """What is kept of games beside their logs."""


class Store(PeopleStore, GameStore, ChatStore, Protocol):
    """A store of logs, accounts, contacts, finished games, ratings, chat, tournaments and the deal of the day."""

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record to a log of the expected length, and replace its brief unless that is None."""

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Return every record of a log in order; none for a log that was never written.

        Raises:
            BrokenLog: the stored records are incomplete or damaged.
        """

    async def live(self) -> tuple[bytes, ...]:
        """Return the heading of every log that can still grow."""

    async def close(self) -> None:
        """Finish pending work and release everything."""
