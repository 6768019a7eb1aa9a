"""Speaks SSH on one connection: asyncssh, with the limits that it lacks.

Everything that relies on undocumented behaviour of asyncssh is in this file; the self-check at the start verifies that
each method here still overrides one there.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

import asyncssh
from asyncssh.constants import DEFAULT_LANG, DISC_NO_MORE_AUTH_METHODS_AVAILABLE, MSG_IGNORE, MSG_KEXINIT
from asyncssh.packet import SSHPacket, SSHPacketLogger
from asyncssh.public_key import decode_ssh_certificate

from protocol.catalogues import in_every_language
from protocol.wording import told
from server.fronts.public_keys import SIGNATURES, fault_of_key, fault_of_proof, signature_kind
from server.fronts.ssh.transport.guard import Offence
from server.fronts.ssh.transport.limiter import ConnectionLimiter
from server.host.limits import TokenBucket

_KEX_NAMES_AT: Final = 17
"""Where the names of key exchanges begin in KEXINIT."""

_GUESSED_AT: Final = -5
"""Where it says that a guess follows."""


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
        self.limiter: Final = limiter
        """The transport-side limits of this connection."""
        self.offered = ""
        """The fingerprint of the key that the present attempt offers."""
        self.proven = ""
        """The fingerprint of the key that the latest attempt has proven; empty in every other case."""
        self.unaccepted = ""
        """Why the key that was offered last is not accepted; empty if none was refused."""
        self.failures = 0
        self._refused_channels = 0
        self._exchanges = TokenBucket(limits.key_exchanges, loop.time())
        self._heard_at = loop.time()

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
            self.disconnect(DISC_NO_MORE_AUTH_METHODS_AVAILABLE, words)
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

    def _reset_keepalive_timer(self) -> None:
        """Record that the client was heard; the timer goes on, since to set a new one at every key costs too much."""
        self._heard_at = self._loop.time()
        if self._keepalive_timer is None:
            super()._reset_keepalive_timer()

    def _keepalive_timer_callback(self) -> None:
        """Ask a client that is silent for so long whether it is still there; otherwise wait on."""
        left = self._heard_at + float(self._keepalive_interval) - self._loop.time()
        if left > 0:
            self._keepalive_timer = self._loop.call_later(left, self._keepalive_timer_callback)
        else:
            super()._keepalive_timer_callback()

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
