"""A host with its gateway and a front machine with its uplink, in this process and on this machine only."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from protocol.codec import Codec
from server.fronts.door import PassportDoor
from server.fronts.remote.certificate import FRONT_CERTIFICATE, HOST_CERTIFICATE, Certificate, load_certificate
from server.fronts.remote.gateway import Gateway
from server.fronts.remote.host_address import HostAddress
from server.fronts.remote.known_fronts import KnownFront, KnownFronts
from server.fronts.remote.stream import TlsStream, client_context
from server.fronts.remote.uplink import Uplink
from server.fronts.unix_sockets import listening_unix
from server.host.host import Host
from server.host.services import HostServices
from server.host.terms import Passport, write_passport
from tests.server.fronts.street import PATIENCE, Caller
from tests.server.host.bearers import key_of
from tests.server.host.bots import BOTS
from tests.server.lots import LOTS
from tests.server.storage.memory import MemoryStore

CODEC = Codec([LOTS.dialect])
ANN = Passport(key_of("ann"), "192.0.2.1")
"""Somebody whom a front has identified."""


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


class HostMachine:
    """The machine of a host."""

    def __init__(self, data: Path) -> None:
        """Begin with the tables and the gateway closed."""
        data.mkdir()
        self.data = data
        self.host = Host(HostServices({"lots": LOTS}, BOTS, CODEC, MemoryStore()))
        self.door = PassportDoor(self.host, CODEC)
        self.own = load_certificate(data / HOST_CERTIFICATE)
        self.known = KnownFronts(data)
        self.path = data / "fronts.sock"
        self.gateway = Gateway(data, self.own, self.path, CODEC)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(0)
        self.port: int = self.listener.getsockname()[1]

    @property
    def address(self) -> HostAddress:
        """Where fronts reach it, and by which fingerprint."""
        return HostAddress("127.0.0.1", self.port, self.own.fingerprint)

    def know(self, *fronts: tuple[str, Certificate]) -> None:
        """Let these fronts in, and no others."""
        self.known.write(tuple(KnownFront(name, own.der) for name, own in fronts))

    def figure(self, name: str, **labels: str) -> float:
        """Give a figure of the gateway."""
        found = [one for one in self.gateway.samples("gateway") if one.name == name]
        return sum(one.value for one in found if labels.items() <= dict(one.labels).items())

    @property
    def lines(self) -> int:
        """The number of fronts that are connected."""
        return sum(one.name == "chwech_remote_visitors" for one in self.gateway.samples("gateway"))

    @asynccontextmanager
    async def tables(self) -> AsyncIterator[None]:
        """Let the tables be reached by the gateway."""
        async with listening_unix(self.door, self.path):
            yield


class FrontMachine:
    """The machine of a front."""

    def __init__(self, data: Path, host: HostMachine, *addresses: HostAddress, name: str = "attic") -> None:
        """Begin out of reach."""
        data.mkdir()
        self.data = data
        self.own = load_certificate(data / FRONT_CERTIFICATE)
        self.path = data / "fronts.sock"
        self.uplink = Uplink(data, addresses or (host.address,), self.own, self.path, name=name, chance=lambda: 0.0)

    async def call(self, passport: Passport = ANN) -> Caller:
        """Bring somebody to the host, with a passport."""
        caller = Caller(*await asyncio.open_unix_connection(self.path))
        caller.writer.write(write_passport(passport))
        return caller

    @asynccontextmanager
    async def within_reach(self) -> AsyncIterator[None]:
        """Keep the line."""
        keeping = asyncio.create_task(self.uplink.keep())
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)


@asynccontextmanager
async def a_host_machine(data: Path) -> AsyncIterator[HostMachine]:
    """Give a machine whose gateway is open, and whose tables are reached only inside ``tables``."""
    machine = HostMachine(data)
    await machine.host.open()
    serving = asyncio.create_task(machine.gateway.serve([machine.listener]))
    try:
        yield machine
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        machine.listener.close()
        await machine.host.close()


@asynccontextmanager
async def dialled(
    machine: HostMachine, own: Certificate, protocol: str, change: Callable[[ssl.SSLContext], object] = lambda _: None
) -> AsyncIterator[TlsStream]:
    """Connect to a gateway as a program of one's own, before the handshake."""
    connection = socket.create_connection(("127.0.0.1", machine.port))
    connection.settimeout(0)
    context = client_context(own, protocol)
    change(context)
    with contextlib.closing(TlsStream(connection, context, server_side=False)) as stream:
        async with asyncio.timeout(PATIENCE):
            yield stream
