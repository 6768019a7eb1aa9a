"""The way to a server: its address, the pipes of a child process, and TCP; and connections over a network.

Over a network a connection may die silently or send impossible values. A pipe or socket on this machine ends when its
other end does, and its server belongs to this program.
"""

import asyncio
import re
import socket
import subprocess
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address
from typing import Final

from msgspec import Struct

from chwech_tui.model.game import GAMES, demand
from protocol.aio import ByteReader, ByteWriter, Channel, ClientChannel
from protocol.codec import Codec
from protocol.command_line import Misuse
from protocol.connection import ConnectionState, connection_of_client
from protocol.language import _, ngettext
from protocol.messages import FromClient, FromServer, Ping, Pong
from protocol.table import TableView

SSH_PORT: Final = 22
SSH_USER: Final = "chwech"  # The default user name at the SSH server; the game identifies players by their keys.

_USER: Final = r"(?:(?P<user>[A-Za-z0-9_][A-Za-z0-9._-]{0,63})@)?"
_NUMBER: Final = r"\[(?P<boxed>[^\]]+)\]|(?P<bare>[^\[\]:]*:[^\[\]:]*:[^\[\]]*)"
_NAME: Final = r"(?P<name>[A-Za-z0-9_][A-Za-z0-9._-]{0,252})"
_PORT: Final = r"(?::(?P<port>[0-9]{1,5}))?"
_PLACE: Final = re.compile(f"{_USER}(?:{_NUMBER}|{_NAME}){_PORT}")
"""An address; if a port follows one of IPv6, that is in brackets."""


class InvalidAddress(Misuse):
    """The text is not an address; the message says what an address looks like."""


class TcpAddress(Struct, frozen=True):
    """A server that is reached over plain TCP."""

    host: str
    port: int

    @property
    def text(self) -> str:
        """The address as ``HOST:PORT``; tokens are stored under it."""
        return f"{_bracketed(self.host)}:{self.port}"

    @property
    def place(self) -> str:
        """The address as other players type it."""
        return f"tcp://{self.text}"


class SshAddress(Struct, frozen=True):
    """A server that is reached over SSH."""

    host: str
    """Its name, IP address or alias in ssh_config, as it was typed."""
    port: int = 0
    """Its port; 0 leaves the choice to ssh_config."""
    user: str = ""
    """The user name at the SSH server; an empty text leaves the choice to ssh_config."""

    @property
    def place(self) -> str:
        """The address as other players type it."""
        return self.host if self.port in {0, SSH_PORT} else f"{_bracketed(self.host)}:{self.port}"

    @property
    def known_as(self) -> str:
        """The name under which known_hosts stores the host key."""
        return self.host if self.port in {0, SSH_PORT} else f"[{self.host}]:{self.port}"


def read_place(text: str) -> SshAddress | TcpAddress:
    """Parse ``[USER@]HOST[:PORT]`` for SSH or ``tcp://HOST:PORT`` for plain TCP, or raise ``InvalidAddress``."""
    scheme, divider, rest = text.partition("://")
    address = _read(rest.removesuffix("/") if divider else text)
    if scheme == "tcp" and divider:
        if address is None or not address.port or address.user:
            raise InvalidAddress(
                _("{given} is not an address: write HOST:PORT, such as cards.example:7466", given=repr(rest[:60]))
            )
        return TcpAddress(address.host, address.port)
    if divider and scheme != "ssh":
        raise InvalidAddress(
            _("{given} is not an address: write HOST, ssh://HOST:PORT or tcp://HOST:PORT", given=repr(text[:60]))
        )
    if address is None:
        raise InvalidAddress(
            _(
                "{given} is not an address: write HOST or HOST:PORT, such as cards.example or cards.example:2222",
                given=repr(text[:60]),
            )
        )
    return address


def _read(text: str) -> SshAddress | None:
    """Return the parts of an address; None if it is none."""
    found = _PLACE.fullmatch(text)
    if found is None or (found["port"] and not 0 < int(found["port"]) < 65536):
        return None
    number = found["boxed"] or found["bare"]
    try:
        host = str(number) if number and IPv6Address(number) else found["name"]
    except ValueError:
        return None
    return SshAddress(host, int(found["port"] or 0), found["user"] or "")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


LINE: Final = 2**16  # The most bytes of a line, as asyncio has it.


class PipeWriter(asyncio.StreamWriter):
    """Writes to a child; closing it closes the pipe from the child as well."""

    reading: asyncio.ReadTransport

    def close(self) -> None:
        """Close both directions."""
        super().close()
        self.reading.close()


async def open_pipes(process: subprocess.Popen[bytes], line: int = LINE) -> tuple[asyncio.StreamReader, PipeWriter]:
    """Return a reader of a child's output, whose lines have ``line`` bytes at most, and a writer to its input."""
    assert process.stdin is not None
    assert process.stdout is not None
    loop, reader, unused = asyncio.get_running_loop(), asyncio.StreamReader(line), asyncio.StreamReader()
    reading, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), process.stdout)
    # A StreamWriter needs a protocol with flow control; the reader of this one is never used.
    writing, protocol = await loop.connect_write_pipe(lambda: asyncio.StreamReaderProtocol(unused), process.stdin)
    writer = PipeWriter(writing, protocol, None, loop)
    writer.reading = reading
    return reader, writer


def end_child(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait until a child has exited; after ``patience`` seconds terminate it, after as many again kill it."""
    for end in (process.terminate, process.kill):
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            end()
    process.wait()


SILENCE: Final = 10.0  # Seconds without a byte after which the client sends a ping.
ANSWER: Final = 5.0  # Seconds that the server gets to answer a ping before the connection counts as dead.

GREETING: Final = 30.0
"""Seconds that a server gets to answer the greeting; long, so that a busy server does not face repeated attempts."""

_ANY: Final = 1  # The id of every ping: a ping changes nothing, so its id need not grow.


class RemoteChannel(Channel[FromClient, FromServer]):
    """The client's end of a connection, with a keepalive and a check that tables can be read."""

    async def receive(self) -> FromServer | None:
        """Return the next message other than a pong; an impossible table raises ``RemoteProtocolError``."""
        while isinstance(message := await super().receive(), Pong):
            pass
        if message is not None:
            table = getattr(message, "view", None)
            if isinstance(table, TableView):
                check_table(table)
        return message

    async def _read(self) -> bytes:
        """Return the next bytes, or raise ``ConnectionResetError`` if the server is silent for too long."""
        if self.state is not ConnectionState.OPEN:
            return await self._bytes_within(GREETING, _unanswered())
        try:
            return await self._bytes_within(SILENCE, "")
        except ConnectionResetError:
            self.put(Ping(_ANY))
        return await self._bytes_within(ANSWER, _unheard())

    async def _bytes_within(self, seconds: float, trouble: str) -> bytes:
        try:
            async with asyncio.timeout(seconds):
                return await super()._read()
        except TimeoutError as error:
            raise ConnectionResetError(trouble) from error


def check_table(table: TableView) -> None:
    """Raise ``RemoteProtocolError`` for a table without a place for each player, or whose game cannot be read.

    It does not apply the rules: a game that is merely played against them is shown.
    """
    players = table.setup.players
    demand(len(table.seats) == players, f"a table for {players} has {len(table.seats)} seats")
    for seat in filter(None, (table.viewer, table.host)):
        demand(0 < seat < players, f"there is no seat {seat} at a table for {players}")
    kind = GAMES.get(table.setup.game)
    if table.game is not None and kind is not None:
        demand(table.game.viewer == table.viewer, "the table and its game are seen from two seats")
        kind.check_view(table.game, players)


def _unanswered() -> str:
    seconds = round(GREETING)
    return ngettext(
        "the server has not answered for {n} second", "the server has not answered for {n} seconds", seconds
    )


def _unheard() -> str:
    return ngettext("nothing was heard for {n} second", "nothing was heard for {n} seconds", round(SILENCE + ANSWER))


def remote_channel(reader: ByteReader, writer: ByteWriter, codec: Codec) -> RemoteChannel:
    """Return the client's end of a new connection over these network streams."""
    return RemoteChannel(reader, writer, connection_of_client(codec))


CONNECT: Final = 5.0
"""Seconds that a connection may take: a kernel asks ever more rarely, so the link's next attempt connects sooner."""


async def reach(host: str, port: int) -> socket.socket:
    """Return a socket connected to a port, or raise ``OSError``: a ``TimeoutError`` if there was no answer."""
    async with asyncio.timeout(CONNECT):
        return await _connect(host, port)


async def _connect(host: str, port: int) -> socket.socket:
    """Try the addresses of a host one after the other."""
    loop = asyncio.get_running_loop()
    problem = OSError(_("{host} has no address", host=host))
    for family, kind, number, _name, address in await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        connection = socket.socket(family, kind, number)
        connection.settimeout(0)
        try:
            await loop.sock_connect(connection, address)
        except OSError as error:
            connection.close()
            problem = error
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise problem


def dialler(address: TcpAddress) -> Callable[[], Awaitable[ClientChannel]]:
    """Return a function that connects to an address."""
    codec = Codec()

    async def dial() -> ClientChannel:
        try:
            reader, writer = await asyncio.open_connection(sock=await reach(address.host, address.port))
        except TimeoutError as error:
            raise OSError(_("{address} does not answer", address=address.text)) from error
        except (socket.gaierror, UnicodeError) as error:
            raise OSError(_("no machine is called {host}", host=address.host[:60])) from error
        except ConnectionRefusedError as error:
            raise OSError(_("no server listens at {address}", address=address.text)) from error
        return remote_channel(reader, writer, codec)

    return dial
