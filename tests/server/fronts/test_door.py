"""The doors of a host: for clients, for fronts that vouch for someone, and for the owner of the machine."""

import asyncio
import contextlib
import os
import pwd
import socket
import stat
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from string import ascii_letters

import pytest

from games.registry import GAMES
from protocol.codec import Codec
from protocol.connection import write_frame
from protocol.errors import ErrorCode
from protocol.messages import Goodbye, Hello, Ping, Pong, Welcome
from server.bots import registry
from server.commands.hosting import copy_allowed, copy_bans
from server.defaults import CONNECTIONS, CONNECTIONS_OF_ONE
from server.fronts import door
from server.fronts.door import VISITORS_OF_ONE, Door, PassportDoor, direct_room
from server.fronts.own_files import BANNED_NAME, FrontFault
from server.fronts.peers import address_key, listening_unix
from server.fronts.public_keys import ALLOWED_NAME, allowed_keys
from server.host.host import Host
from server.host.limits import Rate
from server.host.services import HostServices
from server.host.terms import PASSPORT_LIMIT, Passport, write_passport
from server.processes.sockets import FRONTS_NAME
from server.storage.store import AuditEntry, StoreFault
from tests.running import command
from tests.server.fronts.street import PATIENCE, Caller, a_street, goodbye_code
from tests.server.host.bearers import key_of
from tests.server.host.bots import BOTS, KNOWLEDGE
from tests.server.lots import LOTS
from tests.server.storage.memory import MemoryStore


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


async def test_who_comes_too_often_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many come from one address as arrive at the usual rate, and more where it may have more connections."""
    monkeypatch.setattr(door, "ARRIVALS", Rate(1e-9, 4.0))
    for of_one, most in ((CONNECTIONS_OF_ONE, 4), (2 * CONNECTIONS_OF_ONE, 8)):
        async with a_street(tmp_path) as street:
            street.door.room = direct_room(of_one, CONNECTIONS)
            for name in range(most):
                assert isinstance(await (await street.call()).greet(f"Ann {name}"), Welcome)
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


CODEC = Codec()
ANN = Passport(key_of("ann"), "192.0.2.1")


class Yard:
    """A host behind the door of the fronts."""

    def __init__(self, path: Path) -> None:
        self.host = Host(HostServices({"lots": LOTS}, BOTS, CODEC, MemoryStore(), knowledge=KNOWLEDGE))
        self.door = PassportDoor(self.host, CODEC)
        self.path = path / "fronts.sock"
        self.callers: list[Caller] = []

    async def call(self, passport: Passport | None = None) -> Caller:
        """Come to the door, with a passport or with nothing yet."""
        caller = Caller(*await asyncio.open_unix_connection(self.path))
        self.callers.append(caller)
        if passport is not None:
            caller.writer.write(write_passport(passport))
        return caller

    async def greeted(self, passport: Passport, name: str = "") -> str:
        """Come with a passport, and give the code of the goodbye; nothing if one is welcome."""
        answer = await (await self.call(passport)).greet(name)
        return "" if isinstance(answer, Welcome) else goodbye_code(answer)


@asynccontextmanager
async def a_yard(directory: Path) -> AsyncIterator[Yard]:
    """Open a host with a door for fronts."""
    yard = Yard(directory)
    await yard.host.open()
    async with listening_unix(yard.door.let_in, yard.path):
        try:
            yield yard
        finally:
            for caller in yard.callers:
                await caller.close()
            await yard.host.close()


async def ended(caller: Caller) -> bool:
    """Say whether the connection is closed without a word."""
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(ConnectionError):
            return await caller.reader.read() == b""
    return True


BAD = [
    b"\xc1",
    b"\x80\x80",
    b"\x90",
    b"\x01",
    b"\xdd\xff\xff\xff\xff",
    b"\x91" * 500,
    b"\x81\xa3key\x01",
    b"\x81\xa3key\xa7SHA256:",
    b"\x81\xa3key\xd9\x33" + key_of("x").encode() + b"\n",
    b"\x81\xa3key\xd9\x32" + key_of("x").replace("SHA256", "sha256").encode(),
    b"\x81\xa7account\xa1x",
    b"\x81\xa5looks\x01",
    b"\x81\xa7address\xd9\x41" + b"x" * 65,
    CODEC.pack(Hello((1, 1), name="Ann")),
]


async def test_a_front_brings_somebody(tmp_path: Path) -> None:
    """With a passport the ordinary protocol is spoken, by whoever the passport names."""
    async with a_yard(tmp_path) as yard:
        ann = await yard.call(ANN)
        welcome = await ann.greet("Ann")
        assert isinstance(welcome, Welcome)
        assert (welcome.name, welcome.token) == ("Ann", "")
        await ann.channel.send(Ping(1))
        assert await ann.hear() == Pong(1)
        assert await yard.greeted(ANN) == ""
        assert await yard.greeted(Passport(key_of("ben"), "192.0.2.1")) == ErrorCode.NAME_NEEDED.value


@pytest.mark.parametrize(
    "data",
    [
        *(write_frame(payload, PASSPORT_LIMIT) for payload in BAD),
        b"\x00\x00\x00\x00",
        struct.pack(">I", PASSPORT_LIMIT + 1) + b"\x80" * 600,
        b"\xff\xff\xff\xff",
        b"GET / HTTP/1.1\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
    ],
)
async def test_a_bad_passport(tmp_path: Path, data: bytes) -> None:
    """Without a passport nobody comes in: the connection is closed without a word, and the next one is served."""
    async with a_yard(tmp_path) as yard:
        caller = await yard.call()
        caller.writer.write(data)
        assert await ended(caller)
        assert await yard.greeted(ANN, "Ann") == ""


async def test_a_passport_that_does_not_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who shows no passport in time is gone, byte by byte or not."""
    monkeypatch.setattr(door, "PASSPORT_SECONDS", 0.05)
    async with a_yard(tmp_path) as yard:
        caller = await yard.call()
        caller.writer.write(write_passport(ANN)[:-1])
        assert await ended(caller)


async def test_a_passport_at_a_public_door(tmp_path: Path) -> None:
    """A passport is worth nothing at the doors that anybody can come to."""
    async with a_street(tmp_path) as street:
        for call in (street.call, street.call_unix):
            answer = await (await call()).throw(write_passport(ANN))
            assert isinstance(answer, Goodbye)


async def test_many_from_one_address(tmp_path: Path) -> None:
    """An address has so many connections at once through all fronts; another address is not touched by that."""
    async with a_yard(tmp_path) as yard:
        await yard.greeted(ANN, "Ann")
        for number in range(1, VISITORS_OF_ONE):
            assert await yard.greeted(Passport(key_of(str(number)), ANN.address, looks=True)) == ""
        assert await yard.greeted(ANN) == ErrorCode.TOO_MANY.value
        assert await yard.greeted(Passport(ANN.key, "198.51.100.7")) == ""
        await yard.callers[0].close()
        async with asyncio.timeout(PATIENCE):
            while yard.door._inside[ANN.address] == VISITORS_OF_ONE:
                await asyncio.wait(yard.host._visits, return_when=asyncio.FIRST_COMPLETED)
        assert await yard.greeted(ANN) == ""


async def test_too_many_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All fronts together bring only so many."""
    monkeypatch.setattr(door, "VISITORS", 3)
    async with a_yard(tmp_path) as yard:
        for number in range(3):
            assert await yard.greeted(Passport(key_of(str(number)), str(number), looks=True)) == ""
        assert await yard.greeted(Passport(address="9", looks=True)) == ErrorCode.TOO_MANY.value


main = command("admin")


class FullStore(MemoryStore):
    """A store whose disk is full when told so."""

    full = False

    async def write_audit(self, entry: AuditEntry) -> None:
        """Add an entry, or fail."""
        if self.full:
            raise StoreFault("the disk is full")
        await super().write_audit(entry)


@asynccontextmanager
async def a_server(data: Path) -> AsyncIterator[FullStore]:
    """Open a host behind the socket of a data directory for fronts and for its owner."""
    store = FullStore()
    host = Host(HostServices(GAMES, registry.BOTS, CODEC, store))
    await host.open()
    host.moderation.share(partial(copy_bans, data), partial(copy_allowed, data))
    async with listening_unix(PassportDoor(host, CODEC).let_in, data / FRONTS_NAME):
        yield store
        await host.close()


async def run(data: Path, *words: str) -> int:
    """Run the command beside the server."""
    return await asyncio.to_thread(main, ["--data", str(data), *words])


async def test_the_owner_is_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is done has status 0 and is noted with the name of the user; only the owner can open the socket."""
    async with a_server(tmp_path):
        assert await run(tmp_path, "status") == 0
        assert "people here: 0" in capsys.readouterr().out
        assert await run(tmp_path, "ban", "address", "192.0.2.0/24", "1h", "--", "--floods") == 0
        assert stat.S_IMODE((tmp_path / FRONTS_NAME).stat().st_mode) == 0o600
        assert b"192.0.2.0/24" in (tmp_path / BANNED_NAME).read_bytes()
        capsys.readouterr()
        assert await run(tmp_path, "audit") == 0
        assert f"{pwd.getpwuid(os.geteuid()).pw_name} by socket: ban address 192.0.2.0/24" in capsys.readouterr().out


async def test_keys_are_put_on_the_list_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any number of them, one a line, is in the copy that the fronts read; a wrong line adds nobody."""
    keys = [f"SHA256:{letter * 43}" for letter in ascii_letters]
    async with a_server(tmp_path):
        for text, status in (("\n".join(keys), 0), ("", 2), (f"{keys[0]}\nnonsense\n", 2)):
            monkeypatch.setattr("sys.stdin", StringIO(text))
            assert await run(tmp_path, "allow", "-") == status
        assert "line 2, 'nonsense', is neither a public key" in capsys.readouterr().err
        assert allowed_keys(tmp_path / ALLOWED_NAME).look() == set(keys)
        monkeypatch.setattr("sys.stdin", StringIO("\n".join(keys[1:])))
        assert await run(tmp_path, "disallow", "-") == 0
        assert allowed_keys(tmp_path / ALLOWED_NAME).look() == {keys[0]}


async def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the server does not do has status 1, what cannot be sent has 2, and a sentence says what would be right."""
    async with a_server(tmp_path) as store:
        assert await run(tmp_path, "kick", "Nobody") == 1
        assert capsys.readouterr().err == "chwech admin: nobody is called 'Nobody': players lists who is here\n"
        for words in (["x" * 201], ["x"] * 61):
            assert await run(tmp_path, "say", *words) == 2
            assert "60 words at most, and a word 200 characters" in capsys.readouterr().err
        store.full = True
        assert await run(tmp_path, "say", "hello") == 1
        assert "the server cannot use its store now: the disk is full" in capsys.readouterr().err


async def test_without_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where no server runs it says so, and how to start one; so it does where one hangs up."""
    assert await run(tmp_path, "status") == 2
    err = capsys.readouterr().err
    assert err.startswith(f"chwech admin: no server answers at {tmp_path / FRONTS_NAME} (")
    assert err.endswith("chwech serve starts one\n")
    async with await asyncio.start_unix_server(lambda _, writer: writer.close(), str(tmp_path / FRONTS_NAME)):
        assert await run(tmp_path, "status") == 2
    assert "chwech serve starts one" in capsys.readouterr().err
