"""With ``tls://`` nothing goes over the wire before it is encrypted, whatever the first line of a server says."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from server.cluster.address import ClusterAddress
from server.cluster.encrypted_client import EncryptedClient, NotEncrypted
from server.cluster.nats_client import connected
from server.storage.store import StoreFault
from tests.nats_servers import PROGRAM, NatsServer
from tests.server.cluster.certificates import make_certificate

pytestmark = [
    pytest.mark.skipif(not PROGRAM, reason="there is no nats-server for this kind of machine"),
    pytest.mark.timeout(60),
]

PASSWORD = "a-password-of-NATS"
GUARDED = f"authorization {{ user: chwech, password: {PASSWORD} }}"


class Relay:
    """Somebody in the middle, who reads along and writes the first line of the server anew."""

    def __init__(self, port: int, change: Callable[[dict[str, object]], None]) -> None:
        self._port = port
        self.change = change
        self.read = bytearray()
        """What came from the clients."""
        self.met = asyncio.Event()
        """Set when a client has read the first line."""
        self._open: list[asyncio.StreamWriter] = []

    def cut(self) -> None:
        """Close every connection."""
        for writer in self._open:
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection."""
        its_reader, its_writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._open += [writer, its_writer]
        with contextlib.suppress(OSError):
            info = json.loads((await its_reader.readline()).removeprefix(b"INFO "))
            self.change(info)
            writer.write(b"INFO " + json.dumps(info).encode() + b"\r\n")
            self.met.set()
            await asyncio.gather(self._up(reader, its_writer), self._down(its_reader, writer))
        writer.transport.abort()
        its_writer.transport.abort()

    async def _up(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            self.read += data
            writer.write(data)
        writer.transport.abort()

    async def _down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.transport.abort()


@contextlib.asynccontextmanager
async def in_the_middle(
    port: int, change: Callable[[dict[str, object]], None] = lambda _info: None
) -> AsyncIterator[tuple[Relay, ClusterAddress]]:
    """Give somebody in the middle, and the address at which clients come to them."""
    relay = Relay(port, change)
    server = await asyncio.start_server(relay.carry, "127.0.0.1", 0)
    async with server:
        place = f"tls://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield relay, ClusterAddress((place,), "chwech", "chwech", PASSWORD)
        relay.cut()


@pytest.fixture
def plain_server(tmp_path: Path) -> Iterator[NatsServer]:
    """Give a server that asks for a password, and encrypts nothing."""
    server = NatsServer(tmp_path / "plain", "plain", more=[GUARDED])
    server.start()
    server.wait()
    yield server
    server.kill()


@pytest.fixture
def tls_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NatsServer]:
    """Give a server that encrypts, with a certificate that is trusted here."""
    certificate, key = make_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    tls = f'tls {{ cert_file: "{certificate}", key_file: "{key}" }}'
    server = NatsServer(tmp_path / "tls", "tls", more=[GUARDED, tls])
    server.start()
    server.wait()
    yield server
    server.kill()


def without_tls(info: dict[str, object]) -> None:
    """Say that the server encrypts nothing, and that there is another one."""
    info["tls_required"] = info["tls_available"] = False
    info["connect_urls"] = ["127.0.0.2:4222"]


async def test_nothing_is_sent_to_a_server_that_does_not_encrypt(
    plain_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal says what would be right."""
    monkeypatch.setattr("server.cluster.nats_client.START_SECONDS", 1.0)
    async with in_the_middle(plain_server.port) as (relay, address):
        with pytest.raises(StoreFault, match=r"not be encrypted\): give each a part `tls` .*, or write nats://"):
            async with connected(address, lambda: None):
                pass
        assert relay.met.is_set()
        assert not relay.read


async def test_nothing_is_sent_where_somebody_says_that_nothing_is_encrypted(
    tls_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server would encrypt, and somebody in the middle says that it does not."""
    monkeypatch.setattr("server.cluster.nats_client.START_SECONDS", 1.0)
    async with in_the_middle(tls_server.port, without_tls) as (relay, address):
        with pytest.raises(StoreFault, match="not be encrypted"):
            async with connected(address, lambda: None):
                pass
        assert not relay.read


async def test_a_certificate_that_is_not_trusted_is_told(
    tls_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is there: to start it, or to name another, would not help."""
    monkeypatch.delenv("SSL_CERT_FILE")
    monkeypatch.setattr("server.cluster.nats_client.START_SECONDS", 1.0)
    async with in_the_middle(tls_server.port) as (relay, address):
        why = r"\(its certificate is not valid here: self-signed certificate\): give each .* SSL_CERT_FILE"
        with pytest.raises(StoreFault, match=why):
            async with connected(address, lambda: None):
                pass
        assert b"chwech" not in relay.read


async def test_a_password_goes_to_a_server_that_encrypts(tls_server: NatsServer) -> None:
    """The server knows it, and nobody in the middle reads it; other servers that are named there are not asked."""

    def name_another(info: dict[str, object]) -> None:
        info["connect_urls"] = ["127.0.0.2:4222"]

    async with in_the_middle(tls_server.port, name_another) as (relay, address), connected(address, print) as client:
        assert client.is_connected
        assert client.discovered_servers == []
        assert relay.read
        assert b"chwech" not in relay.read


async def test_nothing_is_sent_over_a_connection_that_is_made_again(tls_server: NatsServer) -> None:
    """Neither the password nor what waits to be sent, also when the client ends meanwhile."""
    lost = asyncio.Event()
    async with in_the_middle(tls_server.port) as (relay, address):
        async with connected(address, lost.set) as client:
            relay.change = without_tls
            relay.read.clear()
            relay.met.clear()
            relay.cut()
            await lost.wait()
            await client.publish("x", b"somebody's hand")
            await relay.met.wait()
        assert not relay.read


async def test_an_encrypted_connection_is_made_again(tls_server: NatsServer) -> None:
    """It is encrypted then, too."""
    async with in_the_middle(tls_server.port) as (relay, address), connected(address, print) as client:
        relay.cut()
        async with asyncio.timeout(20):
            while not client.stats["reconnects"]:
                await asyncio.sleep(0.05)
        await client.flush()
        assert b"chwech" not in relay.read


async def test_a_password_is_not_handed_out_early() -> None:
    """Whatever a later version of nats-py does with its transport."""
    client = EncryptedClient()
    with pytest.raises(NotEncrypted):
        client.once_encrypted(PASSWORD)
