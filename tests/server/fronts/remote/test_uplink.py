"""The uplink of a front machine: how it reaches its host, and what it says where it cannot."""

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.fronts.banned import BANNED_NAME
from server.fronts.remote import front_line, gateway, line, uplink
from server.fronts.remote.certificate import load_certificate
from server.fronts.remote.files import keep_file
from server.fronts.remote.host_pin import PIN_NAME, HostPin
from server.fronts.remote.stream import TlsStream, server_context
from server.fronts.remote.uplink import DIALS, LONGEST_PAUSE, SHORTEST_PAUSE, pause
from server.fronts.unix_sockets import shut_out_mark
from tests.server.fronts.remote.machines import FrontMachine, HostMachine, a_host_machine, until


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look, beat and try often."""
    monkeypatch.setattr(gateway, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(front_line, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(line, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(uplink, "SHORTEST_PAUSE", 0.01)
    monkeypatch.setattr(uplink, "LONGEST_PAUSE", 0.02)


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[HostMachine]:
    """Give a host that is open."""
    async with a_host_machine(tmp_path / "host") as machine, machine.tables():
        yield machine


async def test_a_front_that_is_not_known_yet(
    host: HostMachine, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It says what to type on the host, in whose list its line is then, and comes in by itself."""
    front = FrontMachine(tmp_path / "front", host, host.address._replace(pin=""))
    async with front.within_reach():
        await until(lambda: any("does not know this machine" in text for text in caplog.messages))
        assert f"chwech fronts add attic {front.own.text}" in caplog.text
        assert f"the key of the host at {host.address} is {host.own.fingerprint}: it is kept" in caplog.text
        assert shut_out_mark(front.path).exists()
        host.know(("attic", front.own))
        await until(lambda: front.uplink.connected)
        assert not shut_out_mark(front.path).exists()
        host.know()
        await until(shut_out_mark(front.path).exists)
    assert not shut_out_mark(front.path).exists()
    assert (front.data / PIN_NAME).read_text() == f"{host.address} {host.own.fingerprint}\n"
    assert not front.path.exists()


async def test_a_host_with_another_key(host: HostMachine, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is told nothing, and nobody is brought to it, for it may be somebody else."""
    pinned = host.address._replace(pin="x" * 43)
    front = FrontMachine(tmp_path / "front", host, pinned)
    host.know(("attic", front.own))
    async with front.within_reach():
        await until(lambda: "shows another key than expected" in caplog.text)
        assert not front.path.exists()
    await until(lambda: host.lines == 0)
    assert not (front.data / PIN_NAME).exists()


async def test_a_host_that_is_not_there(host: HostMachine, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The reason is told, and it is tried again."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    front = FrontMachine(tmp_path / "front", host, host.address._replace(port=port))
    async with front.within_reach():
        await until(lambda: caplog.text.count("cannot be reached: ") > 1)
    assert f"the host at 127.0.0.1:{port} cannot be reached: " in caplog.text
    lost = FrontMachine(tmp_path / "lost", host, host.address._replace(host="chwech.invalid"))
    async with lost.within_reach():
        await until(lambda: "the host at chwech.invalid:" in caplog.text)


async def test_another_node_takes_the_place_of_one_that_is_gone(
    host: HostMachine, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """By turns, each by its own fingerprint; one that does not know this machine is passed over."""
    async with a_host_machine(tmp_path / "other") as other, other.tables():
        addresses = [machine.address._replace(pin="") for machine in (host, other)]
        front = FrontMachine(tmp_path / "front", host, *addresses)
        other.know(("attic", front.own))
        async with front.within_reach():
            await until(lambda: front.uplink.connected)
            assert (host.lines, other.lines) == (0, 1)
            host.know(("attic", front.own))
            other.know()
            await until(lambda: (host.lines, other.lines) == (1, 0))
        assert f"the host at {host.address} does not know this machine" in caplog.text
    kept = "".join(f"{machine.address} {machine.own.fingerprint}\n" for machine in (host, other))
    assert (front.data / PIN_NAME).read_text() == kept


async def test_a_port_that_speaks_no_tls(host: HostMachine, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Such as that for SSH: it is said which port is meant, in words that are not those of a library."""

    def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-anything\r\n")
        writer.close()

    other = await asyncio.start_server(greet, "127.0.0.1", 0)
    port = other.sockets[0].getsockname()[1]
    front = FrontMachine(tmp_path / "front", host, host.address._replace(port=port))
    async with other, front.within_reach():
        await until(lambda: "does not speak TLS" in caplog.text)
    assert f"what listens at 127.0.0.1:{port} does not speak TLS: is it the port of fronts-listen?" in caplog.text
    assert "_ssl.c" not in caplog.text


async def test_a_host_that_does_not_answer(
    host: HostMachine, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither to the handshake nor on the line: both end after a while, and it is tried again."""
    monkeypatch.setattr(uplink, "DIAL_SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        front = FrontMachine(tmp_path / "front", host, host.address._replace(port=mute.getsockname()[1]))
        async with front.within_reach():
            await until(lambda: "cannot be reached: it does not answer; it is tried again" in caplog.text)


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a silent line up soon."""
    monkeypatch.setattr(uplink, "SILENT_SECONDS", 0.1)


class Impostor:
    """A host that speaks on the line as a test wants."""

    def __init__(self, host: HostMachine, front: FrontMachine, said: bytes, *, alpn: bool = True) -> None:
        """Begin with the key of the host itself."""
        self._context = server_context(host.own, front.own.der)
        if not alpn:
            self._context.set_alpn_protocols(["chwech-line/2"])
        self._said = said
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(0)
        self.port: int = self._listener.getsockname()[1]

    async def serve(self) -> None:
        """Say it to everybody, and fall silent."""
        loop = asyncio.get_running_loop()
        with contextlib.ExitStack() as closing:
            closing.enter_context(self._listener)
            while True:
                connection, _ = await loop.sock_accept(self._listener)
                connection.settimeout(0)
                stream = TlsStream(connection, self._context, server_side=True)
                closing.callback(stream.close)
                await stream.handshake()
                await stream.send(self._said)


BEAT = line.write_message(line.Beat())


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (BEAT, "it does not answer"),
        (b"\xff\xff\xff\xff", "a frame has 1 to"),
        (b"\0\0\0\1\xc1", "this is no message of a host"),
        (line.write_message(line.NotNow()), "the game server there is starting again"),
        (None, "runs another version of Chwech"),
    ],
)
@pytest.mark.usefixtures("_impatient")
async def test_what_a_host_should_not_say(
    host: HostMachine, tmp_path: Path, caplog: pytest.LogCaptureFixture, said: bytes | None, told: str
) -> None:
    """Silence, nonsense or another version end the line; nobody is brought there meanwhile."""
    front = FrontMachine(tmp_path / "front", host)
    impostor = Impostor(host, front, said or b"", alpn=said is not None)
    front.uplink._pins = (HostPin(front.data, host.address._replace(port=impostor.port)),)
    serving = asyncio.create_task(impostor.serve())
    async with front.within_reach():
        await until(lambda: told in caplog.text)
        await until(lambda: not front.uplink.connected)
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


async def test_many_come_at_once(host: HostMachine, tmp_path: Path) -> None:
    """Those who return after a cut line come in turn, and all get in; a host of that address takes so many."""
    front = FrontMachine(tmp_path / "front", host)
    host.know(("attic", front.own))
    host.door.room = host.door.room._replace(of_one=100)
    async with front.within_reach():
        await until(lambda: front.uplink.connected)
        callers = [await front.call() for _ in range(3 * DIALS)]
        await until(lambda: host.figure("chwech_remote_visitors") == len(callers))
        for caller in callers:
            await caller.close()


async def test_a_machine_takes_only_so_many(host: HostMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more is let go of at once."""
    monkeypatch.setattr(uplink, "VISITORS", 0)
    front = FrontMachine(tmp_path / "front", host)
    host.know(("attic", front.own))
    async with front.within_reach():
        await until(lambda: front.uplink.connected)
        caller = await front.call()
        with contextlib.suppress(ConnectionError):
            assert await caller.reader.read() == b""
        await caller.close()


async def test_a_visitor_whom_the_host_does_not_take(
    host: HostMachine, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the connection cannot be made, the visitor's ends too."""
    caplog.set_level(logging.INFO)
    front = FrontMachine(tmp_path / "front", host)
    host.know(("attic", front.own))
    async with front.within_reach():
        await until(lambda: front.uplink.connected)
        front.uplink._pins = (HostPin(front.data, host.address._replace(port=1)),)
        caller = await front.call()
        with contextlib.suppress(ConnectionError):
            assert await caller.reader.read() == b""
        await until(lambda: "a visitor cannot be connected to the host" in caplog.text)
        await caller.close()


async def test_a_full_disk_of_a_front(
    host: HostMachine, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is cut off; the file before holds, its successor is written once there is room, and both are said."""
    front = FrontMachine(tmp_path / "front", host)
    host.know(("attic", front.own))
    banned = front.data / BANNED_NAME
    full = True

    def keep(data: Path, file: line.HostFile) -> None:
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")
        keep_file(data, file)

    monkeypatch.setattr(uplink, "keep_file", keep)
    (host.data / BANNED_NAME).write_bytes(b"192.0.2.1\n")
    async with front.within_reach():
        await until(lambda: front.uplink.connected)
        caller = await front.call()
        await until(lambda: host.figure("chwech_remote_visitors") == 1)
        (host.data / BANNED_NAME).write_bytes(b"192.0.2.1\n192.0.2.2\n")
        await until(lambda: "the files of the host cannot be written here: No space left on device" in caplog.text)
        assert not banned.exists()
        full = False
        await until(banned.exists)
        await until(lambda: banned.read_bytes() == b"192.0.2.1\n192.0.2.2\n")
        assert caplog.messages.count("the files of the host are written here again") == 1
        assert front.uplink.visitors == 1
        assert "cannot be reached" not in caplog.text
        await caller.close()


def test_pauses_grow_and_differ() -> None:
    """From a quarter of a second to five, each between half and the whole of it."""
    assert [pause(attempt, 1.0) for attempt in (0, 1, 2, 50)] == [0.01, 0.02, 0.02, 0.02]
    assert pause(0, 0.0) == 0.005
    assert (SHORTEST_PAUSE, LONGEST_PAUSE) == (0.25, 5.0)


async def test_the_key_of_a_front_stays(tmp_path: Path, host: HostMachine) -> None:
    """A front that is started again is the same front."""
    front = FrontMachine(tmp_path / "front", host)
    assert load_certificate(front.own.path) == front.own
