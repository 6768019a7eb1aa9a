"""What every store offers: logs that only grow, a heading beside each, and the accounts of people.

An append says how long it believes the log to be, so two writers can never both be right. That a write is refused, or
that nobody knows whether it happened, is an answer and no accident; only reading raises.
"""

from enum import Enum
from typing import Protocol

from msgspec import Struct


class FinishedGame(Struct, frozen=True, gc=False):
    """A game in the archive, but for its record."""

    number: int
    """Its number: they count from 1 without a gap."""

    log: str
    """The log that it follows from."""

    ended_at: float
    """When it ended, in seconds since 1970."""

    entry: bytes
    """Whatever its owner wants to know of the game at a glance."""


class ArchiveStore(Protocol):
    """The finished games in a store; whatever reads or writes raises a ``StoreFault`` where that cannot be done."""

    async def unfiled(self, limit: int) -> tuple[str, ...]:
        """Give some of the logs that can grow no more and have been neither filed nor passed over."""
        ...

    async def last_game(self) -> int:
        """Give the greatest number of a game; 0 where there is none."""
        ...

    async def file(self, game: FinishedGame, players: frozenset[str], record: str) -> bool:
        """Keep a game for all time; False where another has its number. A log that is filed already stays as it is."""
        ...

    async def pass_over(self, log: str) -> None:
        """Note that no game can be made of a log."""
        ...

    async def games(self, account: str, limit: int) -> tuple[FinishedGame, ...]:
        """Give the games that an account has played, the newest first."""
        ...

    async def game(self, number: int) -> FinishedGame | None:
        """Give a game; None where there is no such game."""
        ...

    async def game_record(self, number: int) -> str | None:
        """Give the record of a game; None where there is no such game."""
        ...


class ChatStore(Protocol):
    """The newest lines of an endless talk; what reads or writes raises a ``StoreFault`` where it cannot be done."""

    async def pin(self, number: int, line: bytes, keep: int) -> bool:
        """Add a line and let go of all but so many; False where its number is not the next one."""
        ...

    async def pinned(self) -> tuple[bytes, ...]:
        """Give the lines that are left, in order."""
        ...


class Account(Struct, frozen=True, gc=False):
    """Somebody who plays."""

    id: str
    """Who they are for ever."""

    name: str
    """What they are called, unlike everybody else."""

    guest: bool = False
    """Whether nobody can come back to the account: it is forgotten when its person has gone."""


class Token(Struct, frozen=True, gc=False):
    """A way to prove to be an account; the secret itself is kept nowhere."""

    id: str
    """The public part, by which the token is found."""

    digest: bytes
    """SHA-256 of the secret part."""


class Credential(Struct, frozen=True, gc=False):
    """An account with the token by which it was found."""

    account: Account
    """Whose token it is, if the secret fits."""

    token: Token
    """The token."""


class Key(Struct, frozen=True, gc=False):
    """A public key that proves to be an account; each is of one account at most."""

    id: str
    """Its fingerprint."""

    name: str
    """What its owner calls it."""

    added_at: float
    """When it came to its account, in seconds since 1970."""


class Joining(Enum):
    """What became of a key that was brought to an account."""

    JOINED = "joined"
    """It is that account's, which is no guest's any more."""

    TAKEN = "taken"
    """It is another account's."""

    FULL = "full"
    """The account has as many keys as it may have."""

    GONE = "gone"
    """There is no such account."""


class Revoking(Enum):
    """What became of a key that was to be taken from an account."""

    REVOKED = "revoked"
    """It is nobody's now."""

    UNKNOWN = "unknown"
    """The account has no such key."""

    LAST = "last"
    """It stays: nobody could come back to the account without it."""


class AccountStore(Protocol):
    """The accounts in a store; whatever reads or writes raises a ``StoreFault`` where that cannot be done."""

    async def account(self, account: str) -> Account | None:
        """Give an account by its id."""
        ...

    async def named(self, name: str) -> Account | None:
        """Give the account whose name looks like this one."""
        ...

    async def credential(self, token: str) -> Credential | None:
        """Give the account that a token belongs to, by the token's id."""
        ...

    async def keyholder(self, key: str) -> Account | None:
        """Give the account that a key belongs to, by its fingerprint."""
        ...

    async def keys(self, account: str) -> tuple[Key, ...]:
        """Give the keys of an account, the oldest first."""
        ...

    async def register(self, account: Account, proof: Token | Key | None) -> bool:
        """Keep a new account, or a new name for a known one; False where somebody else has the name or the key."""
        ...

    async def join(self, account: str, key: Key, limit: int) -> Joining:
        """Bring a key to an account, unless it has so many already; a key that is there stays as it is."""
        ...

    async def label(self, account: str, key: str, name: str) -> bool:
        """Name a key of an account; False where it has no such key."""
        ...

    async def revoke(self, account: str, key: str, *, last: bool) -> Revoking:
        """Take a key from an account; only where told so the last way to it, and it is a guest's from then on."""
        ...

    async def guests(self) -> tuple[Account, ...]:
        """Give every account of a guest."""
        ...

    async def forget(self, account: str) -> None:
        """Delete an account if it is a guest's; its name is free again."""
        ...


class Appended(Struct, frozen=True, gc=False):
    """The record is stored and survives a loss of power."""


class Conflict(Struct, frozen=True, gc=False):
    """Nothing is stored: the log does not have the expected length."""

    length: int
    """The length that it has."""


class Failed(Struct, frozen=True, gc=False):
    """Nothing is stored: the store could not write."""

    text: str
    """Why, for the operator."""


class Unknown(Struct, frozen=True, gc=False):
    """The record is stored or it is not: read the log to find out."""

    text: str
    """Why, for the operator."""


Append = Appended | Conflict | Failed | Unknown
"""What became of an append."""


class StoreFault(Exception):
    """The store cannot be opened, or cannot be used at the moment; the text says why and what helps."""


class StoreBusy(StoreFault):
    """The store cannot be opened now, and can be as soon as another program lets go of it."""


class BrokenLog(StoreFault):
    """A log cannot be read, for its records are not all there or not as they were written; all else can."""


class Brief(Struct, frozen=True, gc=False):
    """What is kept beside a log, so that listing logs needs no reading of any."""

    heading: bytes
    """Whatever its owner wants to know of the log at a glance."""

    live: bool
    """Whether the log can still grow; others are not listed."""


class Store(AccountStore, ArchiveStore, ChatStore, Protocol):
    """A store of logs, accounts, finished games and what is said in the lobby."""

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> Append:
        """Add a record to a log of the expected length, and replace its brief unless that is None."""
        ...

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Give every record of a log in order; none for a log that was never written.

        Raises:
            BrokenLog: what is there is not what was stored.
            StoreFault: the store cannot be read.
        """
        ...

    async def live(self) -> tuple[bytes, ...]:
        """Give the heading of every log that can still grow.

        Raises:
            StoreFault: the store cannot be read.
        """
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        ...
