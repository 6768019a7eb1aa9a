"""Doors let clients, and fronts that vouch for someone, in to a host, within limits."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from protocol.aio import ByteStream, ServerChannel, server_channel
from protocol.codec import Codec
from protocol.connection import HEADER, write_frame
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.language import sentence
from protocol.messages import goodbye
from protocol.people import AdminReply
from server.defaults import CONNECTIONS, CONNECTIONS_OF_ONE
from server.fronts.peers import ConnectionLog, address_key
from server.host.host import Host
from server.host.limits import FLUSH_SECONDS, Headcount, Rate, TokenBuckets
from server.host.terms import PASSPORT_LIMIT, PUBLIC, Passport, Terms, passing, read_passport
from server.storage.store import StoreFault

ARRIVALS: Final = Rate(1.0, 64.0)
"""Connections from one address: as many at once as leave two times all that it may have."""

WRITE_BUFFER: Final = 512 * 1024  # Bytes that may be buffered for one connection before its writer has to wait.


class DoorRoom(NamedTuple):
    """How many connections a door takes at once."""

    of_one: int
    """From one address."""
    of_all: int


def direct_room(of_one: int, of_all: int) -> DoorRoom:
    """Return the room of a door without a front before it: twice as much for one address as at a front."""
    return DoorRoom(2 * of_one, of_all)


_USUAL: Final = direct_room(CONNECTIONS_OF_ONE, CONNECTIONS)

ServeNamed = Callable[[ByteStream, ByteStream, str], Awaitable[None]]
"""Serves a connection of someone who comes from an address, or has a name."""


class Door:
    """Accepts connections to a host, within limits."""

    def __init__(self, host: Host, codec: Codec, terms: Terms = PUBLIC) -> None:
        self._host = host
        self._codec = codec
        self._terms = terms
        self.room = _USUAL
        self.closed = False  # True if nobody gets in, for those who are let in come by SSH.
        self._inside = Headcount()
        self._arrivals = TokenBuckets(ARRIVALS)
        self._log = ConnectionLog()

    async def let_in(self, reader: ByteStream, writer: ByteStream) -> None:
        """Serve a connection until it ends, or refuse it if there is no room."""
        await self.serve(reader, writer, address_key(writer.get_extra_info("peername")))

    async def serve(self, reader: ByteStream, writer: ByteStream, address: str) -> None:
        """Serve a connection that comes from an address, as limits count it."""
        writer.transport.set_write_buffer_limits(high=WRITE_BUFFER)
        refusal = self._refusal(address)
        channel = server_channel(reader, writer, self._codec)
        try:
            with self._inside.counted(address):
                if refusal:
                    self._log.refusal(address, refusal)
                    await _refuse(channel, refusal)
                else:
                    await self._host.serve(channel, replace(self._terms, address=address))
        finally:
            await end(reader, writer)

    def _refusal(self, address: str) -> str:
        if self.closed:
            return sentence("only invited people get in here, by SSH")
        # Where more connections are allowed, more of them may come at once, as after a lost line.
        if not self._arrivals.take(
            address, min(1.0, _USUAL.of_one / self.room.of_one), asyncio.get_running_loop().time()
        ):
            return sentence("you connect too often: wait a minute")
        return self._inside.refusal(address, *self.room)


async def _refuse(channel: ServerChannel, why: str) -> None:
    with contextlib.suppress(OSError):
        await channel.send(goodbye(ErrorCode.TOO_MANY.value, why))


async def end(reader: ByteStream, writer: ByteStream) -> None:
    """Close a connection; a client that does not read its last bytes loses them."""
    writer.close()
    try:
        async with asyncio.timeout(FLUSH_SECONDS):
            await writer.wait_closed()
    except OSError:
        writer.transport.abort()
    problem = reader.exception()
    if problem is not None:
        # The streams keep the exception of the broken connection: its traceback would keep every frame that waited for
        # them.
        problem.__traceback__ = None


PASSPORT_SECONDS: Final = 5.0  # Seconds within which a front has to send the passport.

VISITORS: Final = 512

VISITORS_OF_ONE: Final = 16


LONGEST_TOLD: Final = 1024 * 1024  # The most bytes of an answer to what is asked for.


class PassportDoor:
    """Accepts connections that a front vouches for, and what owners of machines ask.

    Every process that can reach this door is trusted: its socket is for the user that runs the server, and for root.
    """

    def __init__(self, host: Host, codec: Codec, others: Mapping[str, ServeNamed] | None = None) -> None:
        """Begin with nobody; ``others`` serve those who came by another door, on another machine."""
        self._host = host
        self._codec = codec
        self._others = others or {}
        self.room = DoorRoom(VISITORS_OF_ONE, VISITORS)
        self._inside = Headcount()
        self._log = ConnectionLog()
        self._arriving = 0

    async def let_in(self, reader: ByteStream, writer: ByteStream) -> None:
        """Serve a connection until it ends; without a passport it is closed at once."""
        writer.transport.set_write_buffer_limits(high=WRITE_BUFFER)
        try:
            passport = await self._passport(reader)
            if passport is None:
                return
            if passport.door:
                if serve := self._others.get(passport.door):
                    await serve(reader, writer, passport.address)
            elif passport.asks:
                writer.write(write_frame(self._codec.pack(await self._answer(passport)), LONGEST_TOLD))
            elif refusal := self._inside.refusal(passport.address, *self.room):
                self._log.refusal(passport.address, refusal)
                await _refuse(server_channel(reader, writer, self._codec), refusal)
            else:
                with self._inside.counted(passport.address):
                    await self._host.serve(server_channel(reader, writer, self._codec), passing(passport))
        finally:
            await end(reader, writer)

    async def _passport(self, reader: ByteStream) -> Passport | None:
        if self._arriving >= self.room.of_all:
            return None
        self._arriving += 1
        try:
            async with asyncio.timeout(PASSPORT_SECONDS):
                # No byte of what follows is read.
                size = int.from_bytes(await reader.readexactly(HEADER), "big")
                return read_passport(await reader.readexactly(size)) if size <= PASSPORT_LIMIT else None
        except (RemoteProtocolError, EOFError, OSError):
            return None
        finally:
            self._arriving -= 1

    async def _answer(self, passport: Passport) -> AdminReply:
        """Do what the owner of a machine asks for, or a front in the name of a visitor."""
        try:
            if passport.owner:
                return await self._host.admin.run_locally(passport.owner, passport.asks)
            return await self._host.moderation.serve_front(passport)
        except StoreFault as problem:
            return AdminReply(1, (f"the server cannot use its store now: {str(problem)[:200]}",), refused=True)
