"""The link between the machines of one store."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from protocol.messages import Goodbye, Ping, Pong, Welcome
from server.fronts import link
from server.fronts.door import Door, DoorRoom, PassportDoor
from server.fronts.link import LinkDoor, LinkTrust, RelayDoor, Relays, link_trust, new_key
from server.fronts.peers import listening_unix, take_tcp
from server.host.terms import Passport, write_passport
from tests.server.fronts.street import CODEC, PATIENCE, Caller, a_street
from tests.server.host.bearers import key_of

TRUST = link_trust(new_key(certified=True))


class Machines:
    """A host, and a machine that stands by, with its doors for fronts, for TCP and for programs of its own."""

    def __init__(self, place: Path, door: Door, relays: Relays, host: str) -> None:
        self.place = place
        self.door = door
        self.relays = relays
        self.host = host
        self.port = 0

    async def tcp(self) -> Caller:
        """Come by TCP."""
        return Caller(*await asyncio.open_connection("127.0.0.1", self.port))

    async def unix(self) -> Caller:
        """Come by the Unix socket of the machine that stands by."""
        return Caller(*await asyncio.open_unix_connection(self.place / "own"))


@asynccontextmanager
async def machines(place: Path) -> AsyncIterator[Machines]:
    """Give two machines, of which one has the host."""
    async with AsyncExitStack() as closing:
        street = await closing.enter_async_context(a_street(place))
        tcp, own = Door(street.host, CODEC), Door(street.host, CODEC)
        fronts = PassportDoor(street.host, CODEC, {"tcp": tcp.serve, "unix": own.serve})
        listener = socket.create_server(("127.0.0.1", 0))
        listener.setblocking(False)
        closing.callback(listener.close)
        relays = Relays(TRUST)
        found = Machines(place, tcp, relays, f"127.0.0.1:{listener.getsockname()[1]}")
        await closing.enter_async_context(LinkDoor(TRUST, fronts.let_in).listening([listener]))
        entrance = socket.create_server(("127.0.0.1", 0))
        found.port = entrance.getsockname()[1]
        server = await take_tcp(RelayDoor(relays, "tcp").let_in, entrance)
        closing.callback(server.close)
        await closing.enter_async_context(listening_unix(RelayDoor(relays, "unix").let_in, place / "own"))
        await closing.enter_async_context(listening_unix(relays.let_in, place / "passage"))
        closing.callback(relays.close)
        yield found


def shaken(listening: ssl.SSLContext, calling: ssl.SSLContext) -> bool:
    """Return True if both ends of a connection have taken the other one for what it is."""
    ways = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = listening.wrap_bio(*ways, server_side=True), calling.wrap_bio(*ways[::-1])
    for _ in range(4):
        for end in ends:
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    try:
        ends[1].write(b"?")
        return ends[0].read() == b"?"
    except ssl.SSLWantReadError:
        return False


def test_both_ends_have_to_show_the_same_certificate() -> None:
    """Whoever has another one, or none, fails in the handshake, at either end."""
    ours, others = link_trust(new_key(certified=True)), link_trust(new_key(certified=True))
    nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    nobody.check_hostname, nobody.verify_mode = False, ssl.CERT_NONE
    assert shaken(*ours)
    for pair in (LinkTrust(ours.listening, others.calling), LinkTrust(others.listening, ours.calling)):
        with pytest.raises(ssl.SSLError):
            shaken(*pair)
    with pytest.raises(ssl.SSLError):
        shaken(ours.listening, nobody)


@pytest.mark.parametrize("pem", [b"", b"\xff", b"-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"])
def test_a_damaged_key(pem: bytes) -> None:
    """It is said, and not taken for a key."""
    with pytest.raises(ValueError, match="the key of the link between machines is damaged"):
        link_trust(pem)


async def test_connections_are_passed_on_with_whence_they_come(tmp_path: Path) -> None:
    """By every door; what limits count by address holds for those who come by TCP at another machine, too."""
    async with machines(tmp_path) as both:
        both.relays.lead_to(both.host)
        ann, ben = await both.tcp(), await both.unix()
        assert isinstance(await ann.greet("Ann"), Welcome)
        assert isinstance(await ben.greet("Ben"), Welcome)
        both.door.room = DoorRoom(1, 512)
        cat = await both.tcp()
        said = await cat.hear()
        assert isinstance(said, Goodbye)
        assert "there is already a connection from your address" in said.text
        dan = Caller(*await asyncio.open_unix_connection(tmp_path / "passage"))
        dan.writer.write(write_passport(Passport(key_of("Dan"), "192.0.2.1")))
        assert isinstance(await dan.greet("Dan"), Welcome)
        for caller in (ann, ben, cat, dan):
            await caller.close()


async def test_another_host_ends_what_led_to_the_one_before(tmp_path: Path) -> None:
    """Whoever comes while there is none waits for it; the connections of a lost one are ended at once."""
    async with machines(tmp_path) as both:
        ann = await both.tcp()
        greeting = asyncio.create_task(ann.greet("Ann"))
        await asyncio.sleep(0)
        assert not greeting.done()
        both.relays.lead_to(both.host)
        assert isinstance(await greeting, Welcome)
        both.relays.lead_to("")
        assert await ann.hear() is None
        await ann.close()


async def test_a_host_out_of_reach_ends_the_connection_and_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator reads where it is."""
    with socket.create_server(("127.0.0.1", 0)) as gone:
        nowhere = f"127.0.0.1:{gone.getsockname()[1]}"
    async with machines(tmp_path) as both:
        both.relays.lead_to(nowhere)
        for _ in range(2):
            ann = await both.tcp()
            assert await ann.hear() is None
            await ann.close()
    assert caplog.text.count(f"the host at {nowhere} cannot be reached") == 1


async def _answered(host: str, port: int, context: ssl.SSLContext | None) -> bytes:
    """Give what a stranger is told who pretends to be a front."""
    answer = b""
    with contextlib.suppress(OSError):
        reader, writer = await asyncio.open_connection(host, port, ssl=context)
        writer.write(write_passport(Passport(key_of("Eve"), "192.0.2.1")))
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
        writer.close()
    return answer


async def test_strangers_get_no_byte_and_only_so_many_tries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who are silent are cut off in time, and a machine of ours gets in meanwhile."""
    monkeypatch.setattr(link, "HANDSHAKE_SECONDS", 0.5)
    async with machines(tmp_path) as both:
        both.relays.lead_to(both.host)
        friend = await both.tcp()
        assert isinstance(await friend.greet("Ann"), Welcome)
        host, port = both.host.split(":")
        nobody = ssl.create_default_context()
        nobody.check_hostname, nobody.verify_mode = False, ssl.CERT_NONE
        for context in (None, nobody, None, nobody):
            assert await _answered(host, int(port), context) == b""
        await friend.channel.send(Ping(3))
        assert await friend.hear() == Pong(3)
        await friend.close()
