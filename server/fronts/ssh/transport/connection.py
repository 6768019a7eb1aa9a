"""Speaks SSH on one connection: asyncssh, with the limits that it lacks, and who is at the other end of it.

Everything that relies on undocumented behaviour of asyncssh is in this file; its version is bounded, and tests verify
that each method here still overrides one there. A visitor is described by what was proven, not by what they claim.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

import asyncssh
from asyncssh.constants import DEFAULT_LANG, MSG_IGNORE, MSG_KEXINIT, OPEN_ADMINISTRATIVELY_PROHIBITED
from asyncssh.packet import SSHPacket, SSHPacketLogger
from asyncssh.public_key import decode_ssh_certificate
from msgspec import Struct

from protocol.language import in_every_language, told
from protocol.text import clean_text
from server.fronts.public_keys import SIGNATURES, fault_of_key, fault_of_proof, signature_kind
from server.fronts.ssh.request import UNKNOWN, PublicAddress, reached_at
from server.fronts.ssh.transport.guard import Offence
from server.fronts.ssh.transport.limiter import ConnectionLimiter, Flow
from server.host.limits import TokenBucket

_KEX_NAMES_AT: Final = 17  # Where the names of key exchanges begin in KEXINIT.
_GUESSED_AT: Final = -5  # Where it says that a guess follows.


def _log_nothing(*_packet: object, **_note: object) -> None:
    """Do nothing: asyncssh would prepare a line for each packet, which nobody reads, since its log is off."""


class BoundedConnection(asyncssh.SSHServerConnection):
    """The server side of one connection."""

    log_sent_packet = log_received_packet = _log_nothing

    def __init__(
        self, loop: asyncio.AbstractEventLoop, options: asyncssh.SSHServerConnectionOptions, limiter: ConnectionLimiter
    ) -> None:
        super().__init__(loop, options)
        limits = limiter.registry.limits
        self.limiter: Final = limiter  # The transport-side limits of this connection.
        self.offered = ""  # The fingerprint of the key that the present attempt offers.
        self.proven = ""  # The fingerprint of the key that the latest attempt has proven; empty in every other case.
        self.unaccepted = ""  # Why the key that was offered last is not accepted; empty if none was refused.
        self.failures = 0
        self._refused_channels = 0
        self._exchanges = TokenBucket(limits.key_exchanges, loop.time())

    def _send_kexinit(self) -> None:
        """Offer ChaCha20 to dropbear alone, whose small builds have nothing else.

        Most clients would prefer it; it takes two calls a packet where AES-GCM takes one, a tenth of what a key costs.
        """
        if b"dropbear" not in self._client_version:
            self._enc_algs = [one for one in self._enc_algs if b"chacha20" not in one]
        super()._send_kexinit()

    def choose_server_host_key(self, peer_host_key_algs: Sequence[bytes]) -> bool:
        """Choose the host key, and ignore the key exchange that a client has begun by a wrong guess, as dropbear does.

        asyncssh takes a guess for right if it is what both sides come to; by RFC 4253, section 7.1, it is right only if
        both sides name it first, and the client begins anew otherwise.
        """
        packet = SSHPacket(self._client_kexinit)
        packet.get_bytes(_KEX_NAMES_AT)
        guess = [*packet.get_namelist()[:1], *peer_host_key_algs[:1]]
        guessed = self._client_kexinit[_GUESSED_AT] != 0
        self._ignore_first_kex = guessed and guess != [self._kex_algs[0], *self._server_host_keys][:2]
        return super().choose_server_host_key(peer_host_key_algs)

    async def reload_config(self) -> None:
        """Do nothing: no option depends on the user name, and other sessions need not wait for files to be read."""

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Return True if a key is accepted and, if the client signed with it, the signature is valid; else say why not.

        Only a valid signature proves the key: a client may ask about any public key.
        """
        self.offered = self.proven = ""
        key = _key_in(key_data)
        fault = fault_of_key(key)
        safe = not fault and (not msg or signature_kind(signature) in SIGNATURES)
        if safe and await super().validate_public_key(username, key, msg, signature) and self.offered:
            self.proven = self.offered if msg else ""
            return True
        self.unaccepted = why = fault or fault_of_proof(key, signature)
        # Clients show a banner at once, also those that then give up.
        self.send_auth_banner("".join(f"chwech: {words}\n" for words in in_every_language(lambda: told(why))))
        return False

    def send_userauth_failure(self, partial_success: bool) -> None:  # noqa: FBT001 (the signature is asyncssh's)
        """Tell the client that an attempt failed, or disconnect it after the last one."""
        self.proven = ""
        self.failures += 1
        if self.failures > self.limiter.registry.limits.tries:
            words = "too many attempts have failed: ssh -o IdentitiesOnly=yes -i FILE offers one key alone"
            self.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, words)
        else:
            super().send_userauth_failure(partial_success)

    def send_packet(self, pkttype: int, *args: bytes, handler: SSHPacketLogger | None = None) -> None:
        """Send a packet; the start of a key exchange pauses output.

        asyncssh puts an empty packet before each, which protects ciphers that chain their blocks. None of ours does, so
        it is left out: it would be one more write here, and one more read at the visitor's end.
        """
        if pkttype == MSG_IGNORE:
            return
        if pkttype == MSG_KEXINIT:
            self.limiter.renew_keys()
        super().send_packet(pkttype, *args, handler=handler)

    def send_newkeys(self, k: bytes, h: bytes) -> None:
        """Finish a key exchange; a client that exchanges keys too often is cut off."""
        super().send_newkeys(k, h)
        self.limiter.keys_renewed()
        if not self._exchanges.take(1.0, self._loop.time()):
            self.limiter.cut(Offence.FLOOD, "it renews its keys all the time")

    def send_channel_open_failure(self, send_chan: int, code: int, reason: str, lang: str = DEFAULT_LANG) -> None:
        """Refuse a channel; a client that keeps asking is cut off."""
        super().send_channel_open_failure(send_chan, code, reason, lang)
        self._refused_channels += 1
        if self._refused_channels > self.limiter.registry.limits.refused_channels:
            self.limiter.cut(Offence.FLOOD, "it asks for channels that it cannot have")

    def create_server_channel(
        self, encoding: str | None = "", errors: str = "", window: int = 0, max_pktsize: int = 0
    ) -> asyncssh.SSHServerChannel[bytes]:
        """Create the channel of a session, in bytes mode."""
        max_pktsize = max_pktsize or self._max_pktsize
        self._update_recv_pktlen(max_pktsize)
        return BoundedChannel(self, window or self._window, max_pktsize)

    def remove_channel(self, recv_chan: int) -> None:
        """Forget the channel of a session, and close the connection soon after the last one."""
        self.limiter.close_session(self._channels.get(recv_chan))
        super().remove_channel(recv_chan)


class BoundedChannel(asyncssh.SSHServerChannel[bytes]):
    """The channel of a session; requests that belong before the start of a session are refused after it."""

    log_sent_packet = log_received_packet = _log_nothing

    def __init__(self, connection: BoundedConnection, window: int, max_pktsize: int) -> None:
        super().__init__(
            connection,
            connection._loop,  # noqa: SLF001 (the loop of the connection that makes the channel)
            allow_pty=True,
            line_editor=False,
            line_echo=False,
            line_history=0,
            max_line_length=0,
            encoding=None,
            errors="strict",
            window=window,
            max_pktsize=max_pktsize,
        )
        self._limiter = connection.limiter
        self._variables = 0
        self._asked = False

    def _process_env_request(self, packet: SSHPacket) -> bool:
        """Accept an environment variable, unless there are too many."""
        self._variables += 1
        if self._asked or self._variables > self._limiter.registry.limits.variables:
            return False
        return super()._process_env_request(packet)

    def _process_exec_request(self, packet: SSHPacket) -> bool:
        """Accept a command in any encoding: what is wrong with it is said in the session."""
        command = packet.get_string().decode(errors="replace")
        packet.check_end()
        return self._start_session(command=command)

    def _process_pty_req_request(self, packet: SSHPacket) -> bool:
        return not self._asked and super()._process_pty_req_request(packet)

    def _start_session(self, command: str | None = None, subsystem: str | None = None) -> bool:
        self._asked = True
        started = super()._start_session(command, subsystem)
        if started:
            self._limiter.start(self)
        return started

    def exit(self, status: int) -> None:
        """Send the exit status and close; a client that leaves the channel half closed does not keep the connection."""
        super().exit(status)
        self._limiter.finish(self, self._limiter.registry.limits.close_seconds)


def _key_in(data: bytes) -> bytes:
    """Return the public key in a certificate, for nobody here vouches for one; other data as it is."""
    try:
        certificate = decode_ssh_certificate(data)
    except (asyncssh.KeyImportError, OverflowError):
        # The second comes of a key with a negative exponent in a certificate.
        return data
    return data if certificate.is_x509_chain else certificate.key.public_data


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
        """Create a session; OpenSSH may share one among commands. Raise ``ChannelOpenError`` if there are too many."""
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
