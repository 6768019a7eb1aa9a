"""A connection to a server over SSH: runs the user's own ``ssh``, whose standard streams carry the protocol.

So ssh_config, jump hosts, agents, hardware keys and known hosts work as usual. While no screen is drawn, ``ssh`` asks
its questions on the terminal. Behind a drawn screen it has no terminal, so neither it nor the ``ssh`` to a jump host
can ask; if an answer is needed, the app is suspended for the next attempt.
"""

import asyncio
import contextlib
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import IO, Annotated, Final, NoReturn

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from chwech_tui.remote import SSH_USER, PipeWriter, SshAddress, end_child, open_pipes, read_place, remote_channel
from chwech_tui.terminal_signals import restored_at_end
from protocol.aio import ClientChannel
from protocol.codec import Codec
from protocol.language import N_, _, ngettext
from protocol.text import clean_text

OPTIONS: Final = (
    # No terminal; a game server gets neither the agent, nor the display, nor any forwarded port.
    *("-T", "-a", "-x", "-o", "ClearAllForwardings=yes"),
    # A shared connection ends with the process that opened it.
    *("-S", "none"),
    # The output of a local command would mix with the protocol; a remote command excludes a subsystem.
    *("-o", "PermitLocalCommand=no", "-o", "RemoteCommand=none"),
    # The server admits guests this way; after a mistyped passphrase, a player with a key must not become a guest.
    *("-o", "KbdInteractiveAuthentication=no"),
    # At this level ssh reports which key it used.
    *("-o", "LogLevel=DEBUG1"),
)
"""The options of every connection, which override the configuration."""

_SILENT: Final = ("stdinnull", "forkafterauthentication")
"""Settings by which ``ssh`` reads nothing, or leaves its terminal."""

SUBSYSTEM: Final = "chwech"
CELLS: Final = 400
"""The longest message of ``ssh`` that is kept, in cells; one of its warnings contains a file and a host."""

LET_IN: Final = "Authenticated to "  # The prefix of the message after which ``ssh`` asks nothing more.

_NOISE: Final = re.compile(rf"debug\d: |{LET_IN}|Authenticating to |Transferred: |Bytes per second: |Killed by ")
_KEY: Final = re.compile(r"debug1: Server accepts key: .*(SHA256:\S+)")
_DENIED: Final = "Permission denied ("
_CHANGED: Final = "IDENTIFICATION HAS CHANGED"
_UNTRUSTED: Final = "Host key verification failed"

_REASONS: Final = (
    ("subsystem request failed", N_("the SSH server at {place} is no Chwech server")),
    (
        _CHANGED,
        N_("{place} shows another host key than before: ask why, then ssh-keygen -R '{known_as}' forgets the old one"),
    ),
    ("REVOKED HOST KEY", N_("{place} shows a host key that is marked as revoked: it may be an impostor")),
    (_UNTRUSTED, N_("the host key of {place} was not accepted")),
    (re.escape(_DENIED), N_("{place} knows people by their SSH keys, and got none from you that it accepts")),
    (r"Could not resolve hostname (?P<host>[^:]+)", N_("no machine is called {host}: check the name")),
    (
        r"connect to host (?P<host>\S+) port (?P<port>\d+): Connection refused",
        N_("nothing listens at {host} port {port}: the server is down, or has another port"),
    ),
    (
        r"connect to host (?P<host>\S+) port (?P<port>\d+): (?P<reason>.+)",
        N_("{host} port {port} cannot be reached: {reason}"),
    ),
    (r"Received disconnect from .*?:\d+: (?P<reason>.+)", "{reason}"),
)
"""Patterns of messages of ``ssh``, with the sentence for the player, marked for translation; the first match counts."""


class UnusableSsh(Exception):
    """``ssh`` is missing, or rejects its configuration or the key; the text says why."""


def destination(address: SshAddress) -> list[str]:
    """Return the arguments that name the server; missing parts are left to the configuration."""
    port = ["-p", str(address.port)] if address.port else []
    user = ["-l", address.user] if address.user else []
    return [*port, *user, "--", address.host]


def key_options(identity: Path | None) -> tuple[str, ...]:
    """Return the options that offer this key and no other; ``ssh`` itself would go on without a key it cannot read."""
    if identity is None:
        return ()
    path = identity.expanduser()
    try:
        path.open("rb").close()
    except OSError as error:
        raise UnusableSsh(
            _("the key {path} cannot be read: {reason}", path=path, reason=error.strerror or error)
        ) from error
    return ("-o", "IdentitiesOnly=yes", "-i", str(path))


class Resolved(Struct, frozen=True):
    """An address after the configuration of ``ssh`` was applied."""

    address: SshAddress
    public: SshAddress
    """The address that is valid without this configuration."""
    is_direct: bool
    """True if the connection uses no jump host or proxy, which may ask the player questions, too."""
    undone: tuple[str, ...] = ()
    """The options that undo what would keep ``ssh`` from carrying a conversation; older ones do not know them."""


def resolve(address: SshAddress) -> Resolved:
    """Resolve an address by the configuration of ``ssh``, or raise ``UnusableSsh``."""
    # Without anything to run, ssh refuses ForkAfterAuthentication.
    command = ["ssh", "-G", "-o", "RemoteCommand=none", *destination(address), SUBSYSTEM]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise _not_started(error) from error
    if done.returncode:
        said = clean_text(done.stderr.decode(errors="replace"), cells=CELLS)
        raise UnusableSsh(_("ssh says: {words}", words=said))
    settings = dict(line.partition(" ")[::2] for line in done.stdout.decode(errors="replace").splitlines())
    public = SshAddress(settings.get("hostname", address.host), int(settings.get("port", "0")))
    if not address.user and settings.get("user") == _own_user():
        # The configuration sets no user, and the server need not learn the local user name.
        address = replace(address, user=SSH_USER)
    undone = tuple(part for name in _SILENT if settings.get(name) == "yes" for part in ("-o", f"{name}=no"))
    return Resolved(address, public, settings.keys().isdisjoint({"proxyjump", "proxycommand"}), undone)


def run_in_terminal(address: SshAddress, identity: Path | None, words: Sequence[str]) -> int:
    """Run ``ssh`` in this terminal, and return its exit status; raise ``UnusableSsh`` if it or the key is unusable."""
    whole = replace(address, user=address.user or SSH_USER)
    command = ["ssh", "-t", *key_options(identity), *destination(whole), *words]
    try:
        return subprocess.run(command, check=False).returncode
    except OSError as error:
        raise _not_started(error) from error


STATUS_SECONDS: Final = 4.0  # Seconds that a server gets to say who is there.

_QUIETLY: Final = (
    # Anyone may ask: no key is offered, nothing is asked of the player, and no other machine is passed.
    *("-l", "guest", "-o", "PreferredAuthentications=none", "-o", "BatchMode=yes", "-o", "LogLevel=QUIET"),
    *("-o", "ConnectTimeout=3", "-o", "ProxyJump=none", "-o", "ProxyCommand=none"),
)


class _Presence(Struct, frozen=True):
    """Who is on a server, as it tells everyone, and at how many tables people wait."""

    people: Annotated[int, Meta(ge=0, lt=10**6)]
    waiting: Annotated[int, Meta(ge=0, lt=10**6)]


def ask_servers(places: Iterable[str], tell: Callable[[str, str], None]) -> list[asyncio.Task[None]]:
    """Ask servers who is there, all at once; ``tell`` hears of each, in words, within seconds.

    Those that are reached over TCP are left out: they want a name first.
    """

    async def ask(place: str, address: SshAddress) -> None:
        tell(place, await _who_is_there(address))

    found = ((place, read_place(place)) for place in places)
    return [asyncio.create_task(ask(place, at)) for place, at in found if isinstance(at, SshAddress)]


async def _who_is_there(address: SshAddress) -> str:
    command = ["ssh", *_QUIETLY, *OPTIONS[:-2], *destination(replace(address, user="")), "status", "--json"]
    pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    try:
        child = await asyncio.create_subprocess_exec(
            *command, stdin=nowhere, stdout=pipe, stderr=nowhere, start_new_session=True
        )
        assert child.stdout is not None
        try:
            async with asyncio.timeout(STATUS_SECONDS):
                here = msgspec.json.decode(await child.stdout.readline(), type=_Presence)
        finally:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()
    except (OSError, ValueError, TimeoutError, msgspec.DecodeError):
        return _("no answer")
    waiting = ngettext("{n} table waits", "{n} tables wait", here.waiting) if here.waiting else ""
    return ", ".join(filter(None, (_("{n} online", n=here.people), waiting)))


def _not_started(error: OSError) -> UnusableSsh:
    said = error.strerror or str(error)
    return UnusableSsh(_("ssh cannot be started ({reason}): install OpenSSH, or join tcp://HOST:PORT", reason=said))


def _own_user() -> str:
    """Return the name of the local user, which ``ssh`` sends where nothing else is configured."""
    import pwd

    return pwd.getpwuid(os.getuid()).pw_name


def reason(said: str, address: SshAddress) -> str:
    """Return the sentence for the output of ``ssh`` or the server; its last line if no pattern matches."""
    for pattern, sentence in _REASONS:
        found = re.search(pattern, said)
        if found is not None:
            return _(sentence, **found.groupdict(), place=address.place, known_as=address.known_as)
    return said.rpartition("\n")[2].removeprefix("chwech: ")


def needs_person(said: str) -> bool:
    """Return True if ``ssh`` could connect if it were allowed to ask the player."""
    return _DENIED in said or (_UNTRUSTED in said and _CHANGED not in said)


LINGER: Final = 2.0  # Seconds that ssh gets to flush its output, and then to exit.
PATIENCE: Final = 60.0  # The deadline, in seconds, for authentication in an attempt behind a drawn screen.
_AT_ONCE: Final = 0.05  # Seconds that ssh gets to exit if its connection is dead.
_ABANDONED: Final = 1.0  # Seconds that ssh gets to restore the terminal when this process is ended by a signal.

_LINES: Final = 30
_CHANGED_KEY: Final = N_("ssh has offered another key than before")


class Ssh:
    """Starts ``ssh`` for each connection to one server, and reports why it ended."""

    def __init__(self, address: SshAddress, identity: Path | None = None) -> None:
        """Resolve the address by the configuration of ``ssh``; if ``identity`` names a key, no other is used."""
        self.aside: Callable[[], AbstractContextManager[None]] = nullcontext
        """Suspends the app while ``ssh`` may ask on the terminal."""
        self.denied = False  # True if the last attempt failed because the server accepted no key.
        self._key = key_options(identity)
        resolved = resolve(address)
        self._address, self._public, self._is_direct = resolved.address, resolved.public, resolved.is_direct
        self._undone = resolved.undone
        self._asks = True
        self._arrived = False
        self._key_used = ""
        self._terminal: ExitStack | None = None
        self._child: _Child | None = None
        self._outcome = asyncio.Event()
        self._failure = ""

    @property
    def place(self) -> str:
        """The server's address for players with another ssh_config."""
        return self._public.place

    @property
    def can_be_guest(self) -> bool:
        """True if the player has chosen neither a user name nor a key."""
        return self._address.user in {"", SSH_USER} and not self._key

    def become_guest(self) -> None:
        """Connect as the guest user, without a key, from now on."""
        self._address = replace(self._address, user="guest")

    async def dial(self) -> ClientChannel:
        """Start ``ssh``, and wait until the server has authenticated it, or raise ``OSError``."""
        await self.stop()
        self.denied = False
        if self._asks and self._terminal is None:
            self._terminal = ExitStack()
            self._terminal.enter_context(self.aside())
            self._terminal.enter_context(restored_at_end(self._abandon))
            if self._arrived:
                _say(_("chwech: to connect to {place} again, ssh has to ask. Ctrl-C leaves.", place=self.place))
        child = self._child = _Child(self._answered, attended=self._asks)
        try:
            channel = await child.open(self._command())
        except OSError as error:
            self._fail(_("ssh cannot be started: {reason}", reason=error.strerror or error), asks=False)
        if not await child.is_let_in():
            said = await self.stop()
            self.denied = _DENIED in said
            self._fail(reason(said, self._public), asks=needs_person(said))
        if self._key_used and child.key not in {"", self._key_used}:
            # A reconnect must be made by the same account, even if the first key is unavailable at the moment.
            await self.stop(at_once=True)
            self._fail(_(_CHANGED_KEY), asks=True)
        self._key_used = child.key or self._key_used
        self._asks = False
        self._return_terminal()
        return channel

    async def arrive(self) -> str:
        """Wait for the server's first answer; return an empty text, or the reason why there is none."""
        await self._outcome.wait()
        self._outcome.clear()
        return self._failure

    async def explain(self) -> str:
        """Return why the last connection ended, in the words of ``ssh`` or the server; an empty text if unknown."""
        ended = self._child is not None and self._child.ended
        # If this side ended the connection, it may be dead, so ssh has no final output to wait for.
        said = await self.stop(at_once=not ended)
        words = reason(said, self._public) if ended else ""
        self._end_attempt(words or _("the server has not answered"))
        return words

    async def stop(self, *, at_once: bool = False) -> str:
        """End ``ssh`` if it runs, and return its output."""
        child, self._child = self._child, None
        return await child.end(_AT_ONCE if at_once else LINGER) if child is not None else ""

    def _command(self) -> list[str]:
        waiting: tuple[str, ...] = ()
        if not self._asks:
            # Short attempts notice sooner than one long attempt that the network works again.
            waiting = ("-o", "BatchMode=yes", "-o", "ConnectTimeout=5")
        elif self._is_direct:
            waiting = ("-o", "ConnectTimeout=10")
        return ["ssh", *OPTIONS, *self._undone, *waiting, *self._key, "-s", *destination(self._address), SUBSYSTEM]

    def _answered(self) -> None:
        self._arrived = True
        self._end_attempt("")

    def _fail(self, words: str, *, asks: bool) -> NoReturn:
        """End an attempt; keep the terminal if ``ssh`` has to ask again in the next one."""
        words = words or _("ssh ended without saying why")
        self._asks = asks
        if not asks:
            self._return_terminal()
        elif self._terminal is not None and self._arrived:
            _say(_("chwech: {trouble}. Trying again; Ctrl-C leaves.", trouble=words))
        self._end_attempt(words)
        raise OSError(words)

    def _end_attempt(self, failure: str) -> None:
        self._failure = failure
        self._outcome.set()

    def _abandon(self) -> None:
        """End the question that ``ssh`` may be asking, so that it gives the terminal back."""
        if self._child is not None:
            self._child.abandon()

    def _return_terminal(self) -> None:
        terminal, self._terminal = self._terminal, None
        if terminal is not None:
            terminal.close()


class _PtyProtocol(asyncio.StreamReaderProtocol):
    """Takes the end of a pty, which Linux reports as an error, for what it is."""

    def connection_lost(self, exc: Exception | None) -> None:
        # The error would be told, at the end of the program, as one that nobody has looked at.
        super().connection_lost(None)


class _Child:
    """One ``ssh`` process, from its start to its end."""

    def __init__(self, tell: Callable[[], None], *, attended: bool) -> None:
        """Prepare a child; if it is attended, ``ssh`` may ask on the terminal, and its messages are shown there."""
        self.key = ""  # The fingerprint of the key that was used; empty if unknown.
        self._tell = tell
        self._attended = attended
        self._let_in = False
        self._decided = asyncio.Event()
        self._answered = False
        self._said: deque[str] = deque(maxlen=_LINES)
        self._process: subprocess.Popen[bytes] | None = None
        self._pipes: tuple[asyncio.StreamReader, PipeWriter] | None = None
        self._listener: asyncio.Task[None] | None = None

    @property
    def ended(self) -> bool:
        """True if no more bytes can arrive from the server."""
        return self._pipes is None or self._pipes[0].at_eof()

    async def open(self, command: list[str]) -> ClientChannel:
        """Start the process, and return a channel over its standard streams."""
        loop = asyncio.get_running_loop()
        # ssh reports only to a terminal that a hardware key waits to be touched, so its standard error is a pty.
        ours, theirs = os.openpty()
        self._listener = loop.create_task(self._listen(os.fdopen(ours, "rb", buffering=0)))
        try:
            process = self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=theirs,
                # In a new session ssh has no terminal to ask on. In the present one, Ctrl-C reaches ssh while it asks.
                start_new_session=not self._attended,
                env=dict(os.environ) if self._attended else {**os.environ, "SSH_ASKPASS_REQUIRE": "never"},
            )
        finally:
            os.close(theirs)
        self._pipes = _reader, writer = await open_pipes(process)
        return remote_channel(self, writer, Codec())

    async def is_let_in(self) -> bool:
        """Wait for authentication and return True if it succeeded; there is a deadline only if ``ssh`` cannot ask."""
        try:
            async with asyncio.timeout(None if self._attended else PATIENCE):
                await self._decided.wait()
        except TimeoutError:
            self._said.append(_("the server does not answer"))
            await self.end(_AT_ONCE)
        return self._let_in

    async def read(self, n: int, /) -> bytes:
        """Read up to ``n`` bytes from the server."""
        assert self._pipes is not None
        data = await self._pipes[0].read(n)
        if data and not self._answered:
            self._answered = True
            self._tell()
        return data

    async def end(self, patience: float) -> str:
        """End the process, and return its messages; each step may take ``patience`` seconds."""
        if self._pipes is not None:
            self._pipes[1].close()
        if self._process is not None:
            await asyncio.to_thread(end_child, self._process, patience)
        if self._listener is not None:
            # A process that ssh has started may keep the other end open for longer.
            await asyncio.wait([self._listener], timeout=patience)
            self._listener.cancel()
        return "\n".join(self._said)

    def abandon(self) -> None:
        """End the process at once; it restores the terminal."""
        if self._process is not None:
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_ABANDONED)

    async def _listen(self, errors: IO[bytes]) -> None:
        """Read the messages of ssh, cleaned because they may be the server's; a line of 64 KiB ends the reading."""
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
        transport, _protocol = await loop.connect_read_pipe(lambda: _PtyProtocol(reader), errors)
        with contextlib.closing(transport), contextlib.suppress(ValueError):
            async for data in reader:
                self._hear(clean_text(data.decode(errors="replace"), cells=CELLS))
        self._decided.set()

    def _hear(self, line: str) -> None:
        if line.startswith(LET_IN) and not self._let_in:
            # Messages before authentication do not explain the end; later ones may be the server's.
            self._let_in = True
            self._said.clear()
            self._decided.set()
        elif not self._let_in:
            # The last such line counts.
            self.key = found[1] if (found := _KEY.match(line)) else self.key
        if line and not _NOISE.match(line):
            self._said.append(line)
            if self._attended and not self._let_in:
                _say(line)


def _say(line: str) -> None:
    """Print a line on the terminal; Textual replaces ``sys.stderr`` while it runs."""
    print(line, file=sys.__stderr__, flush=True)
