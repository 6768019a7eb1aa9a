"""On which terms a connection is served: as the owner of this machine, as anybody, or as a front has proven."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.framing import write_frame

PASSPORT_LIMIT: Final = 512
"""The greatest passport, in bytes."""


class Passport(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who comes through a front."""

    key: Annotated[str, Meta(max_length=64, pattern=r"^(SHA256:[A-Za-z0-9+/]{43})?\Z")] = ""
    """The fingerprint of the key that was proven, as OpenSSH writes it; empty for a guest."""

    address: Annotated[str, Meta(max_length=64)] = ""
    """Where the connection comes from, as far as limits count it: an address or a network."""

    looks: bool = False
    """Whether this connection only asks and never plays: then even somebody without a name is welcome."""

    ticket: Annotated[str, Meta(max_length=64)] = ""
    """A word that nobody can guess, by which the front knows a guest again for as long as their session lasts."""


def write_passport(passport: Passport) -> bytes:
    """Give the frame that begins a connection."""
    return write_frame(msgspec.msgpack.encode(passport), PASSPORT_LIMIT)


def read_passport(payload: bytes) -> Passport:
    """Read what the first frame holds.

    Raises:
        RemoteProtocolError: it is no passport.
    """
    try:
        return msgspec.msgpack.decode(payload, type=Passport)
    except msgspec.MsgspecError as problem:
        raise RemoteProtocolError(ErrorCode.INVALID_FRAME, f"this is no passport: {problem}") from problem


class Terms(Struct, frozen=True):
    """What is asked of whoever comes in by a door, and what they may do."""

    account: str | None
    """Who comes in by this door without proof; None where a token or a new name is needed."""

    seeds: bool
    """Whether they may make the deals repeatable."""

    hurried: bool
    """Whether limits of time, rate and number hold for them."""

    passport: Passport | None = None
    """Who comes, as a front has proven it; then neither a token nor a name says so."""


LOCAL: Final = Terms(account="local", seeds=True, hurried=False)
"""The person who started the server as a child and plays alone."""

PUBLIC: Final = Terms(account=None, seeds=False, hurried=True)
"""Anybody."""


def passing(passport: Passport) -> Terms:
    """Give the terms for whoever shows this passport at the door of the fronts."""
    return Terms(account=None, seeds=False, hurried=True, passport=passport)
