"""The terms on which a connection is served, what a front says of who comes, and the networks that bans are about."""

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from protocol.connection import write_frame
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.people import MOST_WORDS, AdminWord

PASSPORT_LIMIT: Final = 16 * 1024

FINGERPRINT: Final = "SHA256:[A-Za-z0-9+/]{43}"  # The pattern of the fingerprint of a key, as OpenSSH writes it.


KEYLESS: Final = sentence("you came without a key: make one with ssh-keygen, and come with it to use the code")
"""What someone reads who brings a code without a key."""


class Passport(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The identity of a person who comes through a front."""

    key: Annotated[str, Meta(max_length=64, pattern=rf"^({FINGERPRINT})?\Z")] = ""
    """The fingerprint of the proven key, as OpenSSH writes it; empty for a guest."""
    address: Annotated[str, Meta(max_length=64)] = ""
    """The address or network that the connection counts against in rate limits."""
    looks: bool = False
    """True if this connection only reads and never plays; then it needs no name."""
    ticket: Annotated[str, Meta(max_length=64)] = ""
    """A random secret by which the front identifies a guest for as long as their session lasts."""
    door: Annotated[str, Meta(max_length=8)] = ""
    """By which door of another machine someone has come who has no front: ``tcp`` or ``unix``."""
    owner: Annotated[str, Meta(max_length=64)] = ""
    """The user who looks after a machine by ``chwech admin``; empty for a front."""
    asks: Annotated[tuple[AdminWord, ...], Meta(max_length=MOST_WORDS)] = ()
    """What the owner or the front asks the host for, which answers that and nothing else: of the owner the words behind
    ``chwech admin``, of a front ``invite`` and the code that the visitor has typed, or ``penalise`` and the seconds for
    which the address is to be held off."""


def write_passport(passport: Passport) -> bytes:
    """Return the frame that begins a connection."""
    return write_frame(msgspec.msgpack.encode(passport), PASSPORT_LIMIT)


def read_passport(payload: bytes) -> Passport:
    """Decode the payload of the first frame; raise ``RemoteProtocolError`` if it is not a passport."""
    try:
        return msgspec.msgpack.decode(payload, type=Passport)
    except msgspec.MsgspecError as problem:
        raise RemoteProtocolError(ErrorCode.INVALID_FRAME, f"this is no passport: {problem}") from problem


class Terms(Struct, frozen=True):
    """What a connection must prove, and what it may do."""

    account: str | None = None
    """The account of this connection, which needs no proof; None where a token or a new name is needed."""
    hurried: bool = True
    """True if limits of time, rate and number apply."""
    passport: Passport | None = None
    """The identity that a front has proven; if set, tokens are ignored."""
    address: str = ""
    """The address that the connection comes from, as limits count it; empty if there is none, or a passport has it."""

    @property
    def alone(self) -> bool:
        """True for the owner of this machine, who may make the deals repeatable."""
        return self.account is not None

    @property
    def key(self) -> str:
        """The key that a front has proven; empty if none."""
        return self.passport.key if self.passport is not None else ""

    @property
    def whence(self) -> str:
        """The address that the person comes from, as limits count it."""
        return self.passport.address if self.passport is not None else self.address


LOCAL: Final = Terms("local", hurried=False)
"""The terms of a person who plays alone on a server that their own client has started."""

PUBLIC: Final = Terms()  # The terms of any client.


def passing(passport: Passport) -> Terms:
    """Return the terms of a client that a front has identified by this passport."""
    return Terms(passport=passport)


Network = IPv4Network | IPv6Network

_SMALLEST_6: Final = 64
"""Bits of the prefix of an IPv6 network that one household has: what is smaller counts as all of it."""

_LARGEST_4: Final = 8
_LARGEST_6: Final = 16  # Bits of the shortest prefixes: with less, a slip of the hand would shut most of the world out.


@lru_cache(maxsize=1024)
def read_network(text: str) -> Network:
    """Return the network that someone typed, as ``192.0.2.0/24``; raise ``ValueError``, which tells what is right."""
    try:
        network = ip_network(text.partition("%")[0], strict=False)
    except ValueError:
        raise ValueError("write an address or a network, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32") from None
    if isinstance(network, IPv6Network):
        mapped = network.network_address.ipv4_mapped
        if mapped is not None and network.prefixlen == network.max_prefixlen:
            return IPv4Network(mapped)
        network = network.supernet(new_prefix=min(network.prefixlen, _SMALLEST_6))
    least = _LARGEST_6 if isinstance(network, IPv6Network) else _LARGEST_4
    if network.prefixlen < least:
        raise ValueError(f"this would ban too much of the world: /{least} is the most")
    return network


def network_of(address: str) -> Network | None:
    """Return the network of an address as limits count by it (see ``address_key``); None if it is no address."""
    try:
        if ":" in address:
            return IPv6Network((IPv6Address(f"{address}::"), _SMALLEST_6))
        return IPv4Network(str(ip_address(address)))
    except ValueError:
        return None


def covers(network: Network, address: Network) -> bool:
    """Return True if a network holds another one."""
    if isinstance(network, IPv6Network):
        return isinstance(address, IPv6Network) and address.subnet_of(network)
    return isinstance(address, IPv4Network) and address.subnet_of(network)
