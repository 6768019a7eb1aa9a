"""How much anybody may ask of an SSH front before the host is asked at all; a test or an operator may raise any."""

from typing import Final

from msgspec import Struct

READ_AT_ONCE: Final = 4096
"""Bytes read from one connection before the others have their turn."""


class FrontLimits(Struct, frozen=True):
    """The bounds of one front."""

    connections: int = 512
    """Connections at once."""

    connections_of_one: int = 16
    """Connections from one address at once."""

    strangers: int = 64
    """Connections that have not completed authentication, at once."""

    strangers_welcome: int = 32
    """So many strangers are always let in; beyond, the more there are the likelier the next one is dropped."""

    strangers_of_one: int = 4
    """Strangers from one address at once."""

    returning: int = 16
    """Strangers beyond that at once, of all addresses together, where as many people of their address are known."""

    arrivals_per_second: float = 1 / 6
    """How often one address may connect for long."""

    arrivals_at_once: float = 20.0
    """How often one address may connect in a burst: with the rate, 30 times in any minute."""

    addresses: int = 16_384
    """Addresses whose arrivals are counted; the one longest away is forgotten first."""

    sources: int = 65_536
    """Addresses whose penalties are remembered; the oldest are forgiven first."""

    penalty_felt: float = 15.0
    """Seconds of penalty that have to come together before an address is sent away."""

    penalty_longest: float = 600.0
    """The longest that an address is sent away, in seconds."""

    handshake_seconds: float = 20.0
    """A stranger's keys are exchanged within this time."""

    crowded_seconds: float = 4.0
    """The same, while there are more strangers than are welcome: most of them will never say anything."""

    handshakes_per_second: float = 36.0
    """How many strangers may exchange keys for long; more wait, so that those who play hardly notice a crowd."""

    handshakes_at_once: float = 10.0
    """How many may in a burst."""

    login_seconds: float = 60.0
    """A stranger has proven who it is within this time: a person may be reading a fingerprint, or type a passphrase."""

    session_seconds: float = 20.0
    """Whoever has come in starts a session within this time."""

    stuck_seconds: float = 25.0
    """A connection that takes no output for this long is cut; output waits too while keys are exchanged."""

    linger_seconds: float = 3.0
    """How long a connection may stay when its session has ended."""

    keepalive_seconds: int = 15
    """A silent peer is asked for a sign of life so often; the fourth silence is the last."""

    tries: int = 6
    """Failed attempts to prove who one is, on one connection."""

    stranger_bytes: int = 65_536
    """What a stranger may send."""

    idle_bytes: int = 65_536
    """What may come between authentication and the start of a session."""

    bytes_per_second: float = 16_384.0
    """What a session may send for long; more waits in the sender's own machine."""

    bytes_at_once: float = 131_072.0
    """What a session may send at once."""

    refused_channels: int = 16
    """Channels that one connection may ask for in vain."""

    key_exchanges_per_second: float = 1 / 60
    """How often a connection may renew its keys for long."""

    key_exchanges_at_once: float = 8.0
    """How often a connection may renew its keys in a burst."""

    variables: int = 32
    """Environment variables that a session may be given, all before it starts."""
