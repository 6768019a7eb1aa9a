"""The door of the fronts, and whatever is sent to it."""

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from protocol.codec import Codec
from protocol.errors import ErrorCode
from protocol.framing import write_frame
from protocol.messages import Goodbye, Hello, Ping, Pong, Welcome
from server.fronts import door
from server.fronts.door import VISITORS_OF_ONE, PassportDoor
from server.fronts.listeners import listening_unix
from server.host.host import Host
from server.host.services import HostServices
from server.host.terms import PASSPORT_LIMIT, Passport, read_passport, write_passport
from tests.server.fronts.street import PATIENCE, Caller, a_street, goodbye_code
from tests.server.host.bearers import key_of
from tests.server.host.bots import BOTS, KNOWLEDGE
from tests.server.lots import LOTS
from tests.server.storage.memory import MemoryStore

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


@pytest.mark.parametrize(
    "passport", [Passport(), ANN, Passport(looks=True), Passport(key_of("x"), "2001:0db8:0000:0000", looks=True)]
)
def test_a_passport_is_read_as_written(passport: Passport) -> None:
    """What a front writes is what the host reads, in one small frame."""
    frame = write_passport(passport)
    assert read_passport(frame[4:]) == passport
    assert len(frame) <= PASSPORT_LIMIT


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


async def test_too_many_without_a_passport(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many are waited for at once."""
    monkeypatch.setattr(door, "VISITORS", 2)
    async with a_yard(tmp_path) as yard:
        silent = [await yard.call() for _ in range(2)]
        assert await ended(await yard.call())
        silent[0].writer.write(write_passport(ANN))
        assert isinstance(await silent[0].greet("Ann"), Welcome)
