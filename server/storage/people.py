"""What every store knows of people: accounts, and what proves to be one of them."""

from enum import Enum
from typing import Protocol

from msgspec import Struct


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


class People(Protocol):
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
