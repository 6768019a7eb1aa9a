"""What every store offers: logs that only grow, a heading beside each, and the accounts of people.

An append says how long it believes the log to be, so two writers can never both be right. That a write is refused, or
that nobody knows whether it happened, is an answer and no accident; only reading raises.
"""

import unicodedata
from typing import Final, Protocol

from msgspec import Struct


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


class Brief(Struct, frozen=True, gc=False):
    """What is kept beside a log, so that listing logs needs no reading of any."""

    heading: bytes
    """Whatever its owner wants to know of the log at a glance."""

    live: bool
    """Whether the log can still grow; others are not listed."""


class Account(Struct, frozen=True, gc=False):
    """Somebody who plays."""

    id: str
    """Who they are for ever."""

    name: str
    """What they are called, unlike everybody else."""


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


class Store(Protocol):
    """A store of logs and accounts."""

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> Append:
        """Add a record to a log of the expected length, and replace its brief unless that is None."""
        ...

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Give every record of a log in order; none for a log that was never written.

        Raises:
            StoreFault: the store cannot be read.
        """
        ...

    async def live(self) -> tuple[bytes, ...]:
        """Give the heading of every log that can still grow.

        Raises:
            StoreFault: the store cannot be read.
        """
        ...

    async def account(self, account: str) -> Account | None:
        """Give an account by its id.

        Raises:
            StoreFault: the store cannot be read.
        """
        ...

    async def credential(self, token: str) -> Credential | None:
        """Give the account that a token belongs to, by the token's id.

        Raises:
            StoreFault: the store cannot be read.
        """
        ...

    async def register(self, account: Account, token: Token | None) -> bool:
        """Keep a new account, or a new name for a known one; False where somebody else has the name.

        Raises:
            StoreFault: the store cannot be written.
        """
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        ...


_LOOK_ALIKES: Final = str.maketrans(
    "01i|"
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "olll" + "abekmhopctyxljshdqw" + "abezhlkmvoptyx",
)
"""Signs that look like a letter of the Latin alphabet, small or capital: digits, Cyrillic and Greek letters."""


def name_key(name: str) -> str:
    """Give what two names must not have in common: names that look alike have the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.translate(_LOOK_ALIKES)
