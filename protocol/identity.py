"""Messages about who somebody is: the keys of an account, and the code by which another key comes to it."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.message import ClientCommand, Name, ServerAnswer

Fingerprint = Annotated[str, Meta(min_length=1, max_length=64)]
"""A key, by the fingerprint that OpenSSH writes: ``SHA256:`` and 43 signs."""


class ListKeys(ClientCommand, frozen=True, tag="list_keys"):
    """Ask for the keys of one's account."""


class NameKey(ClientCommand, frozen=True, tag="name_key"):
    """Give a key of one's account a name to know it by."""

    key: Fingerprint
    """The key."""

    name: Name
    """The name; empty to have none."""


class RevokeKey(ClientCommand, frozen=True, tag="revoke_key"):
    """Take a key from one's account: whoever comes with it from now on is somebody new."""

    key: Fingerprint
    """The key."""

    last: bool = False
    """Whether it may be the last one: nobody can come back to the account then."""


class OfferKey(ClientCommand, frozen=True, tag="offer_key"):
    """Ask for a code that lets another key come to one's account; it replaces an earlier one."""


class UseCode(ClientCommand, frozen=True, tag="use_code"):
    """Bring the key of this very connection to the account that the code is of."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    """The code, in small or capital letters, with or without its hyphens."""

    name: Name = ""
    """A name for the key."""


class KeyEntry(Struct, frozen=True, omit_defaults=True):
    """One key of an account."""

    key: str
    """Its fingerprint."""

    added_at: float
    """When it came to the account, in seconds since 1970."""

    name: str = ""
    """What its owner calls it."""

    current: bool = False
    """Whether the reader's own connection came with it."""


class Keys(ServerAnswer, frozen=True, tag="keys"):
    """The keys of an account, the oldest first: the answer to all that is asked of keys."""

    account: str
    """The nickname of the account."""

    keys: tuple[KeyEntry, ...]
    """The keys; none for a guest."""


class KeyCode(ServerAnswer, frozen=True, tag="key_code"):
    """The code that brings another key to the account, once."""

    code: str
    """What is typed on the other device."""

    seconds: int
    """How long it holds."""
