"""The doors, and whoever comes to them with whatever they send."""

import asyncio
import socket
import struct
from pathlib import Path

import pytest

from protocol.errors import ErrorCode
from protocol.messages import Goodbye, Ping, Pong, Welcome
from server.defaults import CONNECTIONS, CONNECTIONS_OF_ONE
from server.fronts import door
from server.fronts.door import Door, direct_room
from server.fronts.listeners import listening_unix
from server.fronts.own_files import FrontFault
from server.fronts.peers import address_key
from server.host.limits import Rate
from tests.server.fronts.ssh.theatre import until
from tests.server.fronts.street import PATIENCE, a_street, goodbye_code


async def test_both_doors_lead_to_one_house(tmp_path: Path) -> None:
    """People come in by TCP and by the Unix socket, and a name is taken for both."""
    async with a_street(tmp_path) as street:
        ann, ben = await street.call(), await street.call_unix()
        assert isinstance(await ann.greet("Ann"), Welcome)
        assert goodbye_code(await ben.greet("Ann")) == ErrorCode.INVALID_NAME.value
        await ann.channel.send(Ping(1))
        assert await ann.hear() == Pong(1)


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x00\x00\x00\x00",
        b"\xff" * 100,
        struct.pack(">I", 5000) + b"x" * 5000,
        struct.pack(">I", 1025),
        struct.pack(">I", 1) + b"\xc1",
        struct.pack(">I", 5) + b"\xdd\xff\xff\xff\xff",
        struct.pack(">I", 5) + b"\xdb\xff\xff\xff\xff",
        struct.pack(">I", 1000) + b"\x91" * 1000,
        b"SSH-2.0-OpenSSH_9.2\r\n",
    ],
)
async def test_garbage_is_sent_away(tmp_path: Path, data: bytes) -> None:
    """Bytes that are no greeting are answered with a goodbye that says why, and the connection is closed."""
    async with a_street(tmp_path) as street:
        caller = await street.call()
        answer = await caller.throw(data)
        assert isinstance(answer, Goodbye)
        assert answer.text
        assert await caller.hear() is None
        assert isinstance(await (await street.call()).greet("Ann"), Welcome)


async def test_a_hundred_connections(tmp_path: Path) -> None:
    """One address gets so many connections and no more; when they are closed there is room again."""
    room = direct_room(CONNECTIONS_OF_ONE, CONNECTIONS).of_one
    async with a_street(tmp_path) as street:
        inside = [await street.call() for _ in range(room)]
        for number, caller in enumerate(inside):
            assert isinstance(await caller.greet(f"Ann {number}"), Welcome)
        for _ in range(100 - room):
            caller = await street.call()
            assert goodbye_code(await caller.hear()) == ErrorCode.TOO_MANY.value
            await caller.close()
        # The one who comes by another way is not counted with them.
        assert isinstance(await (await street.call_unix()).greet("Ben"), Welcome)


async def test_a_door_that_is_closed(tmp_path: Path) -> None:
    """Where only people on a list get in, nobody does by TCP."""
    async with a_street(tmp_path) as street:
        street.door.closed = True
        answer = await (await street.call()).hear()
        assert isinstance(answer, Goodbye)
        assert "only invited people get in here, by SSH" in answer.text


async def test_who_comes_back_is_no_arrival(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was here lately and has their token comes back where strangers of the same address come too often."""
    monkeypatch.setattr(door, "ARRIVALS", Rate(1e-9, 4.0))
    async with a_street(tmp_path) as street:
        ann = await street.call()
        welcome = await ann.greet("Ann")
        assert isinstance(welcome, Welcome)
        for _ in range(5):
            await ann.close()
            await until(lambda: not street.door._inside)
            ann = await street.call()
            assert isinstance(await ann.greet("", welcome.token), Welcome)
        for name in ("Ben", "Cerys"):
            assert isinstance(await (await street.call()).greet(name), Welcome)
        assert goodbye_code(await (await street.call()).hear()) == ErrorCode.TOO_MANY.value


@pytest.mark.parametrize(
    ("peername", "key"),
    [
        (("192.0.2.7", 5), "192.0.2.7"),
        (("2001:db8:1:2:3::4", 5, 0, 0), "2001:0db8:0001:0002"),
        (("fe80::1%eth0", 5, 0, 2), "fe80:0000:0000:0000"),
        (("::ffff:192.0.2.7", 5, 0, 0), "192.0.2.7"),
        ("", "this machine"),
        (None, "this machine"),
        ((), "this machine"),
        (("elsewhere", 5), "unknown"),
    ],
)
def test_what_counts_as_an_address(peername: object, key: str) -> None:
    """An IPv6 network counts as one address, for whoever has one has very many."""
    assert address_key(peername) == key


def a_dead_socket(path: Path) -> None:
    """Leave a socket behind as a killed server does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dead:
        dead.bind(str(path))


async def test_a_dead_socket_is_replaced(tmp_path: Path) -> None:
    """What a killed server left behind is no hindrance."""
    a_dead_socket(tmp_path / "s")
    async with a_street(tmp_path) as street:
        assert isinstance(await (await street.call_unix()).greet("Ann"), Welcome)


async def open_unix(door: Door, path: Path) -> None:
    """Open a Unix door, and close it."""
    async with listening_unix(door.let_in, path):
        pass


async def test_a_living_socket_is_left_alone(tmp_path: Path) -> None:
    """Where a server listens, another one is refused in words."""
    async with a_street(tmp_path) as street:
        with pytest.raises(FrontFault, match="another server listens on"):
            await open_unix(street.door, street.path)
        assert isinstance(await (await street.call_unix()).greet("Ann"), Welcome)


async def test_what_cannot_be_a_socket(tmp_path: Path) -> None:
    """A file in the way, a path too long and a folder that is not there are refused in words."""
    (tmp_path / "file").write_text("mine")
    async with a_street(tmp_path) as street:
        for path, why in (
            (tmp_path / "file", "is no socket"),
            (tmp_path / ("x" * 200), "cannot listen on"),
            (tmp_path / "nowhere" / "s", "cannot listen on"),
            (tmp_path / "file" / "s", "cannot look at"),
        ):
            with pytest.raises(FrontFault, match=why):
                await open_unix(street.door, path)
    assert (tmp_path / "file").read_text() == "mine"


async def test_who_never_takes_the_last_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection whose peer reads nothing more is cut off."""
    monkeypatch.setattr("server.fronts.door.FLUSH_SECONDS", 0.1)
    monkeypatch.setattr("server.host.host.FLUSH_SECONDS", 0.1)
    async with a_street(tmp_path) as street:
        caller = await street.call()
        await caller.greet("Ann")
        (inner,), (visit,) = street.host._sessions, street.host._visits
        # More than the buffers on the way hold, for a client that reads none of it.
        assert inner._channel is not None
        inner._channel._writer.write(bytes(20_000_000))
        inner.say(Pong(1))
        await asyncio.sleep(0)
        inner.part("closing", "enough")
        await asyncio.wait({visit}, timeout=PATIENCE)
        assert visit.done()
