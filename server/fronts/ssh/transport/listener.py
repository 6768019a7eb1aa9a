"""Listens for SSH with the host key, hardened algorithms, and without any service that a visitor does not need."""

import asyncio
import logging
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

import asyncssh
from asyncssh.kex import get_kex_algs

from protocol.language import _
from server.fronts.own_files import FrontFault, damaged, make_secret, read_host_key, unusable
from server.fronts.peers import ConnectionLog
from server.fronts.public_keys import SIGNATURES
from server.fronts.ssh.transport.connection import Authentication, BoundedConnection, Welcome
from server.fronts.ssh.transport.guard import FrontLimits, Guard
from server.fronts.ssh.transport.limiter import ConnectionLimiter, ConnectionRegistry

ALGORITHM: Final = "ssh-ed25519"


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """Return the key in a file; a missing file is created.

    Raises:
        FrontFault: the file is damaged, belongs to another user, or others can read it.
    """
    try:
        try:
            data = read_host_key(path)
        except FileNotFoundError:
            make_secret(path, asyncssh.generate_private_key(ALGORITHM).export_private_key())
            data = read_host_key(path)
    except OSError as problem:
        raise unusable(path, problem) from problem
    try:
        key = asyncssh.import_private_key(data)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as problem:
        raise damaged(path, problem) from problem
    if key.get_algorithm() != ALGORITHM:
        raise FrontFault(
            _(
                "the host key {path} is of the kind {kind}: {needed} is needed",
                path=path,
                kind=key.get_algorithm(),
                needed=ALGORITHM,
            )
        )
    return key


KEY_EXCHANGES: Final = ("mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org")
"""Key exchanges without SHA-1 or small groups; the first one also withstands quantum computers."""

CIPHERS: Final = (
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
    "aes256-ctr",
    "aes128-ctr",
    "chacha20-poly1305@openssh.com",
)
"""Ciphers. Small builds of dropbear have one of the last two alone."""

MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-512")
"""Message authentication codes for ciphers without one of their own; dropbear and older libssh2 lack the first two."""

VERSION: Final = "chwech"

_BACKLOG: Final = 1024
"""Connections that the kernel keeps until they are accepted: a flood must not crowd others out even there."""

_ACCEPTED_AT_ONCE: Final = 8
"""Connections accepted before others are read: few, so that nobody is displaced before their first bytes are seen."""


async def listen_ssh(sock: socket.socket, key: asyncssh.SSHKey, guard: Guard, welcome: Welcome) -> ConnectionRegistry:
    """Listen on a bound socket.

    Raises:
        FrontFault: the limits cannot be enforced here.
    """
    loop = asyncio.get_running_loop()
    if not isinstance(loop, asyncio.SelectorEventLoop):
        raise FrontFault(f"the SSH front needs asyncio's own event loop, not {type(loop).__module__}")
    # asyncssh logs a line for every step of every attacker; the connection log has what matters.
    asyncssh.set_log_level(logging.CRITICAL)
    options = _options(key, guard.limits, lambda: Authentication(welcome))
    registry = ConnectionRegistry(guard, lambda limiter: BoundedConnection(loop, options, limiter), ConnectionLog())
    registry.server = await loop.create_server(
        lambda: ConnectionLimiter(registry), sock=sock, backlog=_ACCEPTED_AT_ONCE
    )
    sock.listen(_BACKLOG)
    return registry


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
        # A client that signs with SHA-1 alone would not show its key, and never read why it is not accepted.
        signature_algs=tuple(sorted(name.decode() for name in SIGNATURES | {b"ssh-rsa"})),
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
