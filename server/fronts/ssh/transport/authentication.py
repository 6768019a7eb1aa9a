"""Somebody who has completed authentication: what is known of them, and nothing that they only said."""

from collections.abc import Callable, Sequence
from typing import Final

import asyncssh
from asyncssh.constants import OPEN_ADMINISTRATIVELY_PROHIBITED
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from msgspec import Struct

from protocol.text import clean_text
from server.fronts.ssh.transport.connection import BoundedConnection
from server.fronts.ssh.transport.flow import Flow
from server.fronts.ssh.transport.guard import Offence


class Visitor(Struct, frozen=True):
    """Who is at the other end of a connection."""

    number: int
    """Which connection of this front it is, counted from 1: its name in the log."""

    key: str
    """The fingerprint of the key that was proven (``SHA256:…``); empty for a guest."""

    user: str
    """The user name, cleaned; it says nothing about who it is."""

    address: str
    """Where they come from, as far as limits count it: an address or a network."""

    @property
    def guest(self) -> bool:
        """Whether they have proven no key."""
        return not self.key


GUEST: Final = "guest"
"""The user name that proves nothing and needs no proof."""

SMALLEST_RSA: Final = 2048
"""The bits of the smallest RSA key that proves anything."""

LARGEST_RSA: Final = 16_384
"""The bits of the largest RSA key that is worth the time it takes."""

KEYS: Final = frozenset(
    {
        "ssh-ed25519",
        "ecdsa-sha2-nistp256",
        "ecdsa-sha2-nistp384",
        "ecdsa-sha2-nistp521",
        "sk-ssh-ed25519@openssh.com",
        "sk-ecdsa-sha2-nistp256@openssh.com",
    }
)
"""Keys that prove something at any size; RSA does where it is large enough."""

_NAME_CELLS: Final = 32

Welcome = Callable[[Visitor, Flow], "asyncssh.SSHServerSession[bytes]"]
"""Makes the session of somebody who has completed authentication."""


class Entrance(asyncssh.SSHServer):
    """Where one connection comes in."""

    def __init__(self, welcome: Welcome) -> None:
        """Wait for the connection."""
        self._welcome = welcome
        self._visitor: Visitor | None = None
        self._seated = False
        self._connection: BoundedConnection | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take the connection."""
        assert isinstance(conn, BoundedConnection)
        self._connection = conn

    def connection_lost(self, exc: Exception | None) -> None:
        """Say how it ended, and penalise a stranger who was none of our visitors."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        gate = connection.gate
        journal = gate.house.journal
        journal.note("connection %d has ended%s", gate.number, _why(exc))
        ours = exc is not None and not isinstance(exc, asyncssh.Error | OSError)
        if self._visitor is None:
            # What a stranger stumbles upon is asyncssh's own, and often sought: a line will do.
            if ours:
                journal.warn("connection %d from %s made asyncssh stumble", gate.number, gate.address)
            gate.punish(Offence.FLOOD if ours else _offence(connection, exc))
        elif exc is not None and ours:
            journal.blame(exc, "connection %d from %s made the front stumble", gate.number, gate.address)

    def begin_auth(self, username: str) -> bool:
        """Say whether a user name needs proof; whatever was proven under another name is void."""
        self._void()
        return username != GUEST

    def public_key_auth_supported(self) -> bool:
        """Say that a key can be proven."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Say whether a key would prove something; that it is named proves nothing."""
        if self._connection is None or not worth(key):
            return False
        self._connection.offered = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        """Say that people without a key can come in."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """Let somebody in as a guest, without a question; a key that was named or proven before is void."""
        self._void()
        return True

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """Take no answer: nothing was asked."""
        self._void()
        return False

    def password_auth_supported(self) -> bool:
        """Say that there are no passwords."""
        return False

    def auth_completed(self) -> None:
        """Bind who it is, once and for all."""
        connection = self._connection
        if connection is None or self._visitor is not None:
            return
        gate = connection.gate
        user = str(connection.get_extra_info("username", ""))
        key = "" if user == GUEST else connection.proven
        self._visitor = Visitor(gate.number, key, clean_text(user, cells=_NAME_CELLS), gate.address)
        gate.house.journal.note("connection %d is %s, user %r", gate.number, key or "a guest", self._visitor.user)
        gate.trust(key)

    def session_requested(self) -> "asyncssh.SSHServerSession[bytes]":
        """Give the one session of the connection.

        Raises:
            ChannelOpenError: there was one already.
        """
        if self._connection is None or self._visitor is None or self._seated:
            raise _refusal("one session a connection: open another connection")
        self._seated = True
        return self._welcome(self._visitor, self._connection.gate.flow)

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        """Forward nothing to other machines.

        Raises:
            ChannelOpenError: always.
        """
        raise _refusal("this server forwards nothing")

    def unix_connection_requested(self, dest_path: str) -> bool:
        """Forward nothing to sockets of this machine.

        Raises:
            ChannelOpenError: always.
        """
        raise _refusal("this server forwards nothing")

    def tun_requested(self, unit: int | None) -> bool:
        """Forward no packets.

        Raises:
            ChannelOpenError: always.
        """
        raise _refusal("this server forwards nothing")

    def tap_requested(self, unit: int | None) -> bool:
        """Forward no frames.

        Raises:
            ChannelOpenError: always.
        """
        raise _refusal("this server forwards nothing")

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Open no port for anybody."""
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        """Open no socket for anybody."""
        return False

    def _void(self) -> None:
        """Forget every key that was named or proven."""
        if self._connection is not None:
            self._connection.offered = self._connection.proven = ""


def worth(key: asyncssh.SSHKey) -> bool:
    """Say whether a key is strong enough to be somebody's."""
    inner = key.pyca_key
    if isinstance(inner, RSAPublicKey):
        return SMALLEST_RSA <= inner.key_size <= LARGEST_RSA
    return key.get_algorithm() in KEYS


def _offence(connection: BoundedConnection, problem: Exception | None) -> Offence:
    """Say what a stranger is penalised for who has left."""
    if isinstance(problem, asyncssh.ConnectionLost) and "timeout" in str(problem):
        return Offence.TOO_SLOW
    # The first attempt of most clients is to ask what there is.
    return Offence.NOT_PROVEN if connection.failures > 1 else Offence.NOTHING_TRIED


def _why(problem: Exception | None) -> str:
    """Say why a connection ended; the peer may have written the reason."""
    return f": {clean_text(str(problem), cells=120)}" if problem is not None else ""


def _refusal(reason: str) -> asyncssh.ChannelOpenError:
    """Give the answer to somebody who asks for a channel that is not to be had."""
    return asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, reason)
