"""Messages about who somebody is: the keys of an account, and the code by which another key comes to it."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.message import ClientMessage, CommandId, Name, ServerMessage

Fingerprint = Annotated[str, Meta(min_length=1, max_length=64)]
"""A key, by the fingerprint that OpenSSH writes: ``SHA256:`` and 43 signs."""


class ListKeys(ClientMessage, frozen=True, tag="list_keys"):
    """Ask for the keys of one's account."""

    id: CommandId
    """The command id."""


class NameKey(ClientMessage, frozen=True, tag="name_key"):
    """Give a key of one's account a name to know it by."""

    id: CommandId
    """The command id."""

    key: Fingerprint
    """The key."""

    name: Name
    """The name; empty to have none."""


class RevokeKey(ClientMessage, frozen=True, tag="revoke_key"):
    """Take a key from one's account: whoever comes with it from now on is somebody new."""

    id: CommandId
    """The command id."""

    key: Fingerprint
    """The key."""

    last: bool = False
    """Whether it may be the last one: nobody can come back to the account then."""


class OfferKey(ClientMessage, frozen=True, tag="offer_key"):
    """Ask for a code that lets another key come to one's account; it replaces an earlier one."""

    id: CommandId
    """The command id."""


class UseCode(ClientMessage, frozen=True, tag="use_code"):
    """Bring the key of this very connection to the account that the code is of."""

    id: CommandId
    """The command id."""

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


class Keys(ServerMessage, frozen=True, tag="keys"):
    """The keys of an account, the oldest first: the answer to all that is asked of keys."""

    id: CommandId
    """The command that this answers."""

    account: str
    """The nickname of the account."""

    keys: tuple[KeyEntry, ...]
    """The keys; none for a guest."""


class KeyCode(ServerMessage, frozen=True, tag="key_code"):
    """The code that brings another key to the account, once."""

    id: CommandId
    """The command that this answers."""

    code: str
    """What is typed on the other device."""

    seconds: int
    """How long it holds."""
