"""The limits of an SSH front, which apply before the host is contacted; tests and operators may raise any of them."""

from typing import Final

from msgspec import Struct

from server.defaults import CONNECTIONS, CONNECTIONS_OF_ONE
from server.host.rate_limits import Rate

READ_AT_ONCE: Final = 4096
"""Bytes read from one connection before other connections get their turn."""


class FrontLimits(Struct, frozen=True):
    """The limits of one front, each the most that is allowed.

    ``…_of_one`` counts for one address.
    """

    connections: int = CONNECTIONS
    connections_of_one: int = CONNECTIONS_OF_ONE
    strangers: int = 96
    """Maximum number of concurrent connections that have not completed authentication ("strangers").

    Beyond it, each new one displaces the one that has come least far.
    """

    strangers_of_one: int = 4
    returning: int = 16
    """Further strangers, over all addresses together, from addresses where at least as many people are known."""

    arrivals: Rate = Rate(1 / 6, 20.0)
    """New connections from one address: 30 in any minute."""

    addresses: int = 16_384
    """Addresses whose arrivals are counted; the one that has been idle longest is forgotten first."""

    sources: int = 65_536
    """Addresses whose penalties are remembered; the oldest penalties are dropped first."""

    penalty_felt: float = 15.0
    """Seconds of penalty that have to add up before an address is banned."""

    penalty_longest: float = 600.0
    handshake_seconds: float = 20.0
    """Seconds within which a stranger has to exchange keys."""

    handshakes: Rate = Rate(80.0, 20.0)
    """Strangers' key exchanges; more have to wait, so that players hardly notice a crowd."""

    login_seconds: float = 60.0
    """Seconds to authenticate: a person may be reading a fingerprint or typing a passphrase."""

    session_seconds: float = 20.0
    """Seconds within which an authenticated visitor has to start a session."""

    stuck_seconds: float = 25.0
    """Seconds without accepting output before a connection is cut; output also waits during a key exchange."""

    close_seconds: float = 30.0
    """Seconds that a channel may take to close: on a slow network the end of an answer is still being sent."""

    linger_seconds: float = 3.0
    """Seconds that a connection may stay after its last session has ended and its channel is closed."""

    keepalive_seconds: int = 15
    """Seconds of silence between keepalive requests; the fourth one without an answer ends the connection."""

    tries: int = 6
    stranger_bytes: int = 65_536
    idle_bytes: int = 327_680
    """Maximum number of bytes between authentication and the start of a session: the largest packet, and some more.

    So the longest command that a client can send is answered with a sentence.
    """

    session_bytes: Rate = Rate(16_384.0, 131_072.0)
    """Input of a session; more waits in the sender's own machine."""

    refused_channels: int = 16
    """Refused channels after which a connection is cut."""

    key_exchanges: Rate = Rate(1 / 60, 8.0)
    variables: int = 32
    """Maximum number of environment variables of a session, all sent before it starts."""
