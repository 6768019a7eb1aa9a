"""Connections to a remote server, which may die silently or send impossible values; and how TCP makes one.

It is for connections over a network. A pipe or socket on this machine ends when its other end does, and its server
belongs to this program.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Final

from chwech_tui.address import TcpAddress
from chwech_tui.model.checks import demand
from chwech_tui.model.game import GAMES
from protocol.aio import ByteReader, ByteWriter, Channel, ClientChannel
from protocol.codec import Codec
from protocol.connection import ConnectionState, connection_of_client
from protocol.language import _, ngettext
from protocol.messages import FromClient, FromServer, Ping, Pong
from protocol.table import TableView

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
