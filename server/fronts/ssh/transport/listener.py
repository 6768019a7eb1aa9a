"""Listens for SSH with hardened algorithms, and without any service that a visitor does not need."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from typing import Final

import asyncssh
from asyncssh.kex import get_kex_algs

from server.fronts.door import FrontFault
from server.fronts.ssh.transport.authentication import Authentication, Welcome
from server.fronts.ssh.transport.connection import SIGNATURES, BoundedConnection
from server.fronts.ssh.transport.connection_log import ConnectionLog
from server.fronts.ssh.transport.guard import Guard
from server.fronts.ssh.transport.limiter import ConnectionLimiter, ConnectionRegistry
from server.fronts.ssh.transport.limits import FrontLimits
from server.fronts.ssh.transport.self_check import check_bounds

KEY_EXCHANGES: Final = ("mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org")
"""Key exchanges without SHA-1 or small groups; the first one also withstands quantum computers."""

CIPHERS: Final = ("aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "aes256-ctr")
"""Ciphers. ChaCha20, which OpenSSH would prefer, costs a front a tenth of its time here."""

MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
"""Message authentication codes for the ciphers that have none of their own."""

VERSION: Final = "chwech"

_BACKLOG: Final = 100

_FAREWELL_SECONDS: Final = 2.0


class Listener:
    """An open port."""

    def __init__(self, server: asyncio.Server, registry: ConnectionRegistry, port: int) -> None:
        self.port: Final = port
        self._server = server
        self._registry = registry

    @property
    def connections(self) -> int:
        """The number of connections."""
        return len(self._registry.connections)

    def stop(self) -> None:
        """Stop accepting connections."""
        self._server.close()

    async def close(self) -> None:
        """Stop accepting connections, and end the existing ones."""
        self.stop()
        for limiter in tuple(self._registry.connections):
            limiter.part("the server ends")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_FAREWELL_SECONDS):
                while self._registry.connections:
                    await self._registry.emptied.wait()


async def listen_ssh(sock: socket.socket, key: asyncssh.SSHKey, guard: Guard, welcome: Welcome) -> Listener:
    """Listen on a bound socket.

    Raises:
        FrontFault: the limits cannot be enforced here.
    """
    loop = asyncio.get_running_loop()
    if not isinstance(loop, asyncio.SelectorEventLoop):
        raise FrontFault(f"the SSH front needs asyncio's own event loop, not {type(loop).__module__}")
    # asyncssh logs a line for every step of every attacker; the connection log has what matters.
    asyncssh.set_log_level(logging.CRITICAL)
    usual, options = (
        _options(key, limits, lambda: Authentication(welcome)) for limits in (FrontLimits(), guard.limits)
    )
    await check_bounds(lambda limiter: BoundedConnection(loop, usual, limiter))
    registry = ConnectionRegistry(guard, lambda limiter: BoundedConnection(loop, options, limiter), ConnectionLog())
    server = await loop.create_server(lambda: ConnectionLimiter(registry), sock=sock, backlog=_BACKLOG)
    name = sock.getsockname()
    return Listener(server, registry, name[1] if isinstance(name, tuple) else 0)


def _options(
    key: asyncssh.SSHKey, limits: FrontLimits, enter: Callable[[], asyncssh.SSHServer]
) -> asyncssh.SSHServerConnectionOptions:
    """Return the options of the server; no configuration file is read."""
    return asyncssh.SSHServerConnectionOptions(
        server_factory=enter,
        server_host_keys=[key],
        server_version=VERSION,
        config=None,
        # Not every build of OpenSSL has the first one.
        kex_algs=[name for name in KEY_EXCHANGES if name.encode() in get_kex_algs()],
        encryption_algs=CIPHERS,
        mac_algs=MACS,
        signature_algs=tuple(sorted(name.decode() for name in SIGNATURES)),
        compression_algs=None,
        encoding=None,
        line_editor=False,
        host_based_auth=False,
        password_auth=False,
        public_key_auth=True,
        kbdint_auth=True,
        authorized_client_keys=None,
        known_client_hosts=None,
        x509_trusted_certs=None,
        gss_host=None,
        rdns_lookup=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        sftp_factory=None,
        tcp_keepalive=True,
        login_timeout=limits.login_seconds,
        keepalive_interval=limits.keepalive_seconds,
        keepalive_count_max=3,
        rekey_bytes=1 << 30,
        rekey_seconds=3600,
        window=65_536,
        max_pktsize=8192,
    )
