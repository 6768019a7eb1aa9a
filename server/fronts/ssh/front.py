"""The SSH front: one process that draws the screens of many visitors."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import asyncssh
from asyncssh.kex import get_kex_algs
from msgspec.structs import replace

from chwech_tui.app import ChwechApp
from chwech_tui.link import Identity, Route
from chwech_tui.model.course import first_course
from chwech_tui.model.game import GAMES
from protocol.aio import ClientChannel
from protocol.codec import Codec
from protocol.errors import ProtocolError
from protocol.language import LANGUAGES, N_, _, catalogue
from server.fronts import own_files
from server.fronts.peers import ConnectionLog
from server.fronts.public_keys import SIGNATURES
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.request import LOBBY, PublicAddress
from server.fronts.ssh.session import FrontServices, SshSession
from server.fronts.ssh.terminal.app_session import THRESHOLDS, AppSession, Memory, StartQueue
from server.fronts.ssh.terminal.terminal import TerminalConnection, read_terminal
from server.fronts.ssh.transport.connection import Authentication, BoundedConnection, Visitor, Welcome
from server.fronts.ssh.transport.guard import FrontLimits, Guard
from server.fronts.ssh.transport.limiter import ConnectionLimiter, ConnectionRegistry, Flow
from server.host.garbage import settle
from server.host.limits import ServerConfiguration
from server.metrics import Sample, sample

ALGORITHM: Final = "ssh-ed25519"


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """Return the key in a file, made if missing; raise ``FrontFault`` if it is damaged, or others may read it."""
    try:
        try:
            data = own_files.read_host_key(path)
        except FileNotFoundError:
            own_files.make_secret(path, asyncssh.generate_private_key(ALGORITHM).export_private_key())
            data = own_files.read_host_key(path)
    except OSError as problem:
        raise own_files.unusable(path, problem) from problem
    try:
        key = asyncssh.import_private_key(data)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as problem:
        raise own_files.damaged(path, problem) from problem
    if key.get_algorithm() != ALGORITHM:
        raise own_files.FrontFault(
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
    """Listen on a bound socket; raise ``FrontFault`` if the limits cannot be enforced here."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, asyncio.SelectorEventLoop):
        raise own_files.FrontFault(f"the SSH front needs asyncio's own event loop, not {type(loop).__module__}")
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


CLOSE_SECONDS: Final = 1.5  # Seconds that apps have to end and send their last line.
LEAVE_SECONDS: Final = 1.0  # Seconds that clients then have to disconnect by themselves.
CUT_SECONDS: Final = 0.5  # Seconds that closing the remaining connections may take.
LEAVING_SECONDS: Final = 86_400.0  # Seconds for which a front draws on after a newer version has come.

NOT_ON_THE_LIST: Final = N_("only people on the list of this server are let in now: what you have done is kept")
"""The last line for a visitor who is sent away, marked for translation."""


class OpenFront(FrontServices):
    """A front, which accepts visitors once it has begun."""

    def __init__(self, key_path: Path, host: Path, base: FrontLimits, told: ServerConfiguration | None) -> None:
        """Prepare it; ``host`` is where the host listens for fronts."""
        super().__init__(key_path.parent, HostDialler(host, Codec()))
        key = load_host_key(key_path)
        self.fingerprint: Final = key.get_fingerprint()
        self._key = key
        self._base = base
        self._guard = Guard(
            base.configured(told) if told else base,
            ban=own_files.BannedAddresses(key_path.parent / own_files.BANNED_NAME).words,
        )
        self._guard.felt = self._tell
        self.gate.closed = told is not None and told.allow_list
        self._leaves = False
        self._telling: set[asyncio.Task[None]] = set()

    async def begin(self, sock: socket.socket, public: PublicAddress | None) -> None:
        """Listen on a bound socket."""

        def welcome(visitor: Visitor, flow: Flow) -> SshSession:
            return SshSession(replace(visitor, place=public or visitor.place), flow, self)

        self._registry = await listen_ssh(sock, self._key, self._guard, welcome)
        self._unsettle = settle(THRESHOLDS)
        self._keeping = asyncio.create_task(self.memory.keep())

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return self._registry.port

    @property
    def visitors(self) -> int:
        """The number of people who are here."""
        return len(self.sessions)

    def samples(self, process: str) -> list[Sample]:
        """Return who is here, and who was refused, as figures of this process."""
        return [
            sample("chwech_ssh_visitors", self.visitors, process=process),
            sample("chwech_ssh_leaving", self.visitors if self._leaves else 0, process=process),
            sample("chwech_ssh_connections", len(self._registry.connections), process=process),
            *(
                sample("chwech_ssh_refused_total", count, process=process, reason=reason)
                for reason, count in sorted(self._registry.refused.items())
            ),
        ]

    def configure(self, told: ServerConfiguration) -> None:
        """Take over who is let in and how many; visitors who are no longer allowed are sent away."""
        self._guard.configure(self._base.configured(told))
        self.gate.closed = told.allow_list
        for session in tuple(self.sessions):
            if not self.gate.lets_in(session.visitor):
                session.close(NOT_ON_THE_LIST)

    def _tell(self, address: str, seconds: float) -> None:
        """Let the host hold off an address at all fronts."""

        async def ask() -> None:
            with contextlib.suppress(OSError, ProtocolError):
                await self.dialler.ask("penalise", f"{seconds:.0f}", address=address)

        task = asyncio.create_task(ask())
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def leave(self) -> None:
        """Accept nobody any more, since a newer version does; return when the last one has left, or after a day."""
        self._leaves = True
        self._registry.pause()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVING_SECONDS):
                # What was accepted a moment ago is counted by then.
                await asyncio.sleep(CUT_SECONDS)
                await self._registry.emptied()

    async def close(self, text: str) -> None:
        """Show a last line on every screen, and end all connections."""
        self._keeping.cancel()
        # The port is released first: the next server may be waiting for it already.
        self._registry.stop()
        for session in tuple(self.sessions):
            session.close(text)
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=CLOSE_SECONDS)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                # A client that is cut off may lose the line that it was about to show.
                await self._registry.emptied()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CUT_SECONDS):
                await self._registry.close()
        self._unsettle()


async def open_front(
    sock: socket.socket,
    key_path: Path,
    host: Path,
    limits: FrontLimits | None = None,
    public: PublicAddress | None = None,
    told: ServerConfiguration | None = None,
) -> OpenFront:
    """Start the front on a bound socket; ``host`` is where the host listens for fronts.

    Invitations name the ``public`` address, or the one that each visitor has connected to.

    Raises:
        FrontFault: the key cannot be used, or the limits cannot be enforced here.
    """
    front = OpenFront(key_path, host, limits or FrontLimits(), told)
    await front.begin(sock, public)
    return front


WARM_UP_SECONDS: Final = 10.0  # Maximum seconds per app; a front that is slower opens nevertheless.

_APPS: Final = 2


async def warm_up() -> None:
    """Load all that a visitor can need, then start and end a few apps without a terminal, which fills their caches.

    So no visitor waits for that, nor meets another version of a screen while the program is being upgraded.
    """
    for language in LANGUAGES:
        catalogue(language)
    first_course(tuple(GAMES.values()))
    for _number in range(_APPS):
        await _show_app()


async def _show_app() -> None:
    terminal = read_terminal("xterm-256color", {}, 80, 24)
    drawn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def note_drawn() -> None:
        if not drawn.done():
            drawn.set_result(None)

    connection = TerminalConnection(terminal, Flow(), lambda _: None, 0, note_drawn)
    app = partial(ChwechApp, Route(_dial_nobody, Identity("nobody")), LOBBY, terminal.palette)
    app_session = AppSession(app, connection, StartQueue(), Memory())
    showing = asyncio.create_task(app_session.run())
    both: set[asyncio.Future[Any]] = {showing, drawn}
    await asyncio.wait(both, timeout=WARM_UP_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    showing.cancel()
    await asyncio.gather(showing, return_exceptions=True)


async def _dial_nobody() -> ClientChannel:
    raise ConnectionRefusedError("nobody is there yet")
