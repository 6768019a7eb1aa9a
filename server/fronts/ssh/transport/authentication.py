"""Authenticates SSH clients, and describes authenticated visitors by what was proven, not by what they claim."""

from collections.abc import Callable, Sequence
from typing import Final, NoReturn

import asyncssh
from asyncssh.constants import OPEN_ADMINISTRATIVELY_PROHIBITED
from msgspec import Struct

from protocol.text import clean_text
from server.fronts.ssh.request import UNKNOWN, PublicAddress, reached_at
from server.fronts.ssh.transport.connection import BoundedConnection
from server.fronts.ssh.transport.guard import Offence
from server.fronts.ssh.transport.limiter import Flow


class Visitor(Struct, frozen=True):
    """The authenticated person at the other end of a connection."""

    number: int
    """The number of the connection on this front, counted from 1; identifies it in the log."""

    key: str
    """The fingerprint of the proven key (``SHA256:…``); empty for a guest."""

    user: str
    """The user name, cleaned; it identifies nobody."""

    address: str
    """The address that limits count by: one address or one network."""

    place: PublicAddress = UNKNOWN
    """The address of this server as the visitor may tell it to others."""

    unaccepted: str = ""
    """Why the key of a guest is not accepted, to be said in the visitor's language; empty if none was offered."""

    @property
    def guest(self) -> bool:
        """True if no key was proven."""
        return not self.key


GUEST: Final = "guest"

_NAME_CELLS: Final = 32

Welcome = Callable[[Visitor, Flow], "asyncssh.SSHServerSession[bytes]"]


class Authentication(asyncssh.SSHServer):
    """The server callbacks of one connection: authentication, the session, and refusals to forward.

    asyncssh itself refuses whatever has no callback here: passwords, and listening for the client.
    """

    def __init__(self, welcome: Welcome) -> None:
        self._welcome = welcome
        self._visitor: Visitor | None = None
        self._connection: BoundedConnection | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Store the connection."""
        assert isinstance(conn, BoundedConnection)
        self._connection = conn

    def connection_lost(self, exc: Exception | None) -> None:
        """Log how the connection ended, and penalise a stranger who never authenticated."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        limiter = connection.limiter
        log = limiter.registry.log
        # The peer may have written the reason.
        why = f": {clean_text(str(exc), cells=120)}" if exc is not None else ""
        log.info("connection %d has ended%s", limiter.number, why)
        ours = exc is not None and not isinstance(exc, asyncssh.Error | OSError)
        if self._visitor is None:
            # Faults that strangers trigger are asyncssh's own, and often provoked: no traceback is needed.
            if ours:
                log.warning("connection %d from %s made asyncssh stumble", limiter.number, limiter.address)
            if not limiter.displaced:
                limiter.punish(Offence.FLOOD if ours else _offence(connection, exc))
        elif exc is not None and ours:
            log.fault(exc, "connection %d from %s made the front stumble", limiter.number, limiter.address)

    def begin_auth(self, username: str) -> bool:
        """Return True if a user name needs authentication; what was proven under another name becomes void."""
        self._void()
        return username != GUEST

    def public_key_auth_supported(self) -> bool:
        """Enable public keys."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept a key that the connection has found good; offering a key proves nothing yet."""
        if self._connection is None:
            return False
        self._connection.offered = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        """Enable keyboard-interactive authentication, through which people without a key come in."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """Accept a guest without a challenge; a key that was offered or proven before becomes void."""
        self._void()
        return True

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """Refuse any response: no challenge was sent."""
        self._void()
        return False

    def auth_completed(self) -> None:
        """Fix the identity of the visitor for the whole connection."""
        connection = self._connection
        if connection is None or self._visitor is not None:
            return
        limiter = connection.limiter
        user = str(connection.get_extra_info("username", ""))
        key = "" if user == GUEST else connection.proven
        place = reached_at(connection.get_extra_info("sockname"), connection.get_extra_info("peername"))
        self._visitor = Visitor(
            limiter.number,
            key,
            clean_text(user, cells=_NAME_CELLS),
            limiter.address,
            place,
            "" if key else connection.unaccepted,
        )
        limiter.registry.log.info("connection %d is %s, user %r", limiter.number, key or "a guest", self._visitor.user)
        limiter.trust(key)

    def session_requested(self) -> "asyncssh.SSHServerSession[bytes]":
        """Create a session of the connection; OpenSSH shares one among several commands, if told to.

        Raises:
            ChannelOpenError: there are too many.
        """
        if self._connection is None or self._visitor is None:
            raise _refusal("log in first")
        flow = self._connection.limiter.open_session()
        if isinstance(flow, str):
            raise _refusal(flow)
        return self._welcome(self._visitor, flow)

    def _forward(self, *_where: object, **_more: object) -> NoReturn:
        raise _refusal("this server forwards nothing")

    connection_requested = unix_connection_requested = tun_requested = tap_requested = _forward

    def _void(self) -> None:
        """Forget every key that was offered or proven."""
        if self._connection is not None:
            self._connection.offered = self._connection.proven = ""


def _offence(connection: BoundedConnection, problem: Exception | None) -> Offence:
    if isinstance(problem, asyncssh.ConnectionLost) and "timeout" in str(problem):
        return Offence.TOO_SLOW
    # The first attempt of most clients only asks which methods there are.
    return Offence.NOT_PROVEN if connection.failures > 1 else Offence.NOTHING_TRIED


def _refusal(reason: str) -> asyncssh.ChannelOpenError:
    return asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, reason)
