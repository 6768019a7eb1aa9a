"""The way to one server over SSH: who is there is found out once, and from then on it must be the same one.

Each connection has one channel, which carries the protocol and is all that the connection is for.
"""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import asyncssh
from msgspec import Struct

from chwech_tui.address import SshAddress
from chwech_tui.reach import reach
from chwech_tui.remote import remote_channel
from chwech_tui.ssh.known_hosts import HostKey, host_key
from chwech_tui.ssh.stream import SshStream
from protocol.aio import ClientChannel
from protocol.chwech import CHWECH
from protocol.codec import Codec
from protocol.text import clean_text

SUBSYSTEM: Final = "chwech"
"""What the server is asked for: the protocol itself, no terminal."""

PATIENCE: Final = 10.0
"""Seconds that a server gets until it has shown its key."""

LOGIN_PATIENCE: Final = 60.0
"""Seconds after that in which the person may confirm that their key is used, and the server agrees."""

FRESH: Final = 3.0
"""Seconds in which a connection is still as good as new."""

_KINDS: Final = (
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "ssh-rsa",
)
"""The kinds of host keys, in the order in which OpenSSH asks for them."""

_CELLS: Final = 200

_WINDOW: Final = 512 * 1024

_LAST_REAL_CODE: Final = 0xFFFFFF00
"""Reasons above it are the library's own: the server refused what was asked for on the channel."""

# Whatever the library has to tell would be written over the screen.
logging.getLogger("asyncssh").addHandler(logging.NullHandler())


class Sight(Struct, frozen=True):
    """A key that a host has shown and that was not trusted."""

    key: HostKey
    """The key."""

    number: str
    """The host's address as a number."""


class Caller(asyncssh.SSHClient):
    """What the library asks us while it connects: is this the right host, and which key shall it try?"""

    def __init__(self, trusts: Callable[[HostKey], bool], keys: Sequence[asyncssh.SSHKeyPair]) -> None:
        self.deadline = asyncio.timeout(PATIENCE)
        """When to give up."""
        self.sight: Sight | None = None
        """The key of the host, where it was not trusted."""
        self.trusted: HostKey | None = None
        """The key of the host, where it was."""
        self.offered: asyncssh.SSHKeyPair | None = None
        """The key of the person that was offered last."""
        self.parting_words = ""
        """Why the server has ended the connection, where it said so."""
        self._trusts = trusts
        self._keys = iter(keys)

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        """Say whether the host is the right one; it is asked again each time that the encryption is renewed."""
        shown = host_key(key.public_data)
        if not self._trusts(shown):
            self.sight = Sight(shown, addr)
            return False
        if self.trusted is None:
            self.trusted = shown
            self.deadline.reschedule(asyncio.get_running_loop().time() + LOGIN_PATIENCE)
        return shown == self.trusted

    def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
        """Give the next key to try."""
        self.offered = next(self._keys, None)
        return self.offered

    def connection_lost(self, exc: Exception | None) -> None:
        """Keep what the server said when it ended the connection."""
        if isinstance(exc, asyncssh.DisconnectError) and not isinstance(exc, asyncssh.ConnectionLost):
            self.parting_words = clean_text(exc.reason.removesuffix(f" (error {exc.code})"), cells=_CELLS)


class Way:
    """Connects to a server, as often as needed."""

    def __init__(
        self,
        address: SshAddress,
        keys: Sequence[asyncssh.SSHKeyPair],
        kinds: Sequence[str] = (),
        rest: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Make a way that nobody has gone yet: ``knock`` goes it first.

        Args:
            address: where the server is.
            keys: the person's keys, in the order in which they are offered.
            kinds: the kinds of key by which the host is known already.
            rest: is called when the keys have done their work and are not needed for a while.
        """
        self._address = address
        self._keys = tuple(keys)
        self._kinds = tuple(dict.fromkeys((*(kind for kind in kinds if kind in _KINDS), *_KINDS)))
        self._rest = rest
        self._pinned: HostKey | None = None
        self._codec = Codec([CHWECH])
        self._last: tuple[SshStream, Caller] | None = None
        self._first: tuple[ClientChannel, float] | None = None

    async def knock(self, trusts: Callable[[HostKey], bool]) -> Sight | None:
        """Go the way for the first time; what is connected then is kept for the first ``dial``.

        Args:
            trusts: says whether a key is the host's.

        Returns:
            The key of the host where it is not trusted: ask, and knock again. Otherwise None.

        Raises:
            OSError: there is no connection; the text says why.
        """
        caller = Caller(trusts, self._keys)
        try:
            channel = await self._open(caller)
        except OSError:
            if caller.sight is None:
                raise
            return caller.sight
        assert caller.trusted is not None
        self._pinned = caller.trusted
        self._kinds = (caller.trusted.kind,)
        if caller.offered is not None:
            # Whoever comes back must be the same person, whatever the agent holds by then.
            self._keys = (caller.offered,)
        self._first = (channel, asyncio.get_running_loop().time())
        return None

    async def dial(self) -> ClientChannel:
        """Give a channel to the server that was found at the first time, and to no other.

        Raises:
            OSError: there is no connection; the text says why.
        """
        first, self._first = self._first, None
        if first is not None:
            channel, since = first
            if asyncio.get_running_loop().time() - since < FRESH:
                return channel
            channel.close()
        return await self._open(Caller(lambda key: key == self._pinned, self._keys))

    async def explain(self) -> str:
        """Say why the last connection ended, where the server said so."""
        if self._last is None:
            return ""
        stream, caller = self._last
        if not stream.ended:
            return ""
        words = await stream.last_words()
        await stream.wait_closed()
        return words or caller.parting_words

    async def _open(self, caller: Caller) -> ClientChannel:
        try:
            async with caller.deadline:
                stream = await self._connect(caller)
        except (OSError, ValueError, asyncssh.Error) as error:
            raise OSError(_words(self._address, error, caller)) from error
        finally:
            if self._rest is not None:
                await self._rest()
        self._last = (stream, caller)
        return remote_channel(stream, stream, self._codec)

    async def _connect(self, caller: Caller) -> SshStream:
        connection = await asyncssh.connect(
            self._address.host,
            self._address.port,
            sock=await reach(self._address.host, self._address.port),
            username=self._address.user,
            config=None,
            # Nobody is trusted by the library: it asks the caller.
            known_hosts=((), (), ()),
            x509_trusted_certs=None,
            server_host_key_algs=_algorithms(self._kinds),
            client_factory=lambda: caller,
            client_keys=None,
            preferred_auth="publickey",
            compression_algs=None,
        )
        try:
            _demand_trusted(connection, caller)
            streams = await connection.open_session(subsystem=SUBSYSTEM, encoding=None, window=_WINDOW)
        except BaseException:
            connection.abort()
            raise
        return SshStream(connection, *streams)


def _demand_trusted(connection: asyncssh.SSHClientConnection, caller: Caller) -> None:
    """Refuse a host that has proven a key about which the caller was never asked."""
    shown = connection.get_server_host_key()
    if shown is None or caller.trusted is None or shown.public_data != caller.trusted.blob:
        raise asyncssh.HostKeyNotVerifiable("the host has proven no key that was asked about")


def _algorithms(kinds: Sequence[str]) -> list[str]:
    """Give the ways to prove keys of these kinds; SHA-1 is none."""
    of_rsa = ("rsa-sha2-512", "rsa-sha2-256")
    return [algorithm for kind in kinds for algorithm in (of_rsa if kind == "ssh-rsa" else (kind,))]


def _words(address: SshAddress, error: Exception, caller: Caller) -> str:
    """Say in a sentence why there is no connection."""
    place = address.place
    match error:
        case TimeoutError() if caller.trusted is None:
            return f"{place} does not answer"
        case TimeoutError():
            return f"{place} did not let us in in time"
        case socket.gaierror():
            return f"no machine is called {address.host[:60]}"
        case ConnectionRefusedError():
            return f"no SSH server listens at {place}"
        case OSError():
            return f"{place} cannot be reached: {clean_text(error.strerror or str(error), cells=_CELLS)}"
        case asyncssh.HostKeyNotVerifiable():
            return f"{place} does not show the host key that it is known by"
        case asyncssh.PermissionDenied():
            return f"{place} lets none of your keys in"
        case asyncssh.ChannelOpenError(code=code) if code > _LAST_REAL_CODE:
            return f"the SSH server at {place} is no Chwech server"
        case asyncssh.Error():
            return f"{place} ended the connection: {clean_text(error.reason, cells=_CELLS)}"
        case _:
            return f"no connection to {place}: {clean_text(str(error), cells=_CELLS)}"
