"""The gateway of a host, and whatever comes to it."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.messages import Goodbye, Ping, Pong, Welcome
from server.commands.hosting import share_bans
from server.fronts.allow_list import ALLOWED_KEYS
from server.fronts.banned import BANNED_NAME, BannedAddresses
from server.fronts.remote import front_line, gateway, line, uplink
from server.fronts.remote.arrivals import TRIES_OF_STRANGER
from server.fronts.remote.certificate import load_certificate
from server.fronts.remote.line import FRONT_LIMIT, Beat, HostFile, LineReader, NotNow, read_message, write_message
from server.fronts.remote.stream import LINE, SESSION, TlsStream
from server.host.terms import Passport, write_passport
from tests.server.fronts.remote.machines import ANN, FrontMachine, HostMachine, a_host_machine, dialled, until
from tests.server.fronts.street import PATIENCE, Caller
from tests.server.host.bearers import key_of


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look and beat often."""
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


@pytest.fixture
async def front(tmp_path: Path, host: HostMachine) -> AsyncIterator[FrontMachine]:
    """Give a front that has connected."""
    machine = FrontMachine(tmp_path / "front", host)
    host.know(("attic", machine.own))
    async with machine.within_reach():
        await until(lambda: machine.uplink.connected)
        yield machine


async def ended(caller: Caller) -> bool:
    """Say whether the connection is closed without a word."""
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(ConnectionError):
            return await caller.reader.read() == b""
    return True


async def refused(stream: TlsStream) -> str:
    """Give the reason why a connection is refused; nothing if it is simply closed."""
    try:
        await stream.handshake()
        assert await stream.receive() == b""
    except ssl.SSLError as problem:
        return str(problem.reason)
    except ConnectionError:
        return ""
    return ""


async def test_a_front_brings_people(host: HostMachine, front: FrontMachine) -> None:
    """They are greeted as those whom the passports name, and speak the ordinary protocol; both sides count them."""
    caller = await front.call()
    answer = await caller.greet("Ann")
    assert isinstance(answer, Welcome)
    assert answer.name == "Ann"
    await caller.channel.send(Ping(1))
    assert isinstance(await caller.hear(), Pong)
    assert (host.figure("chwech_remote_visitors", front="attic"), front.uplink.visitors) == (1, 1)
    await caller.close()
    await until(lambda: host.figure("chwech_remote_visitors") == front.uplink.visitors == 0)


async def test_limits_by_address_hold_across_fronts(host: HostMachine, front: FrontMachine) -> None:
    """The host counts the addresses in the passports, whichever front they come by."""
    host.door.room = host.door.room._replace(of_one=1)
    first = await front.call()
    assert isinstance(await first.greet("Ann"), Welcome)
    second = await front.call(Passport(key_of("bob"), ANN.address))
    answer = await second.greet("Bob")
    assert isinstance(answer, Goodbye)
    assert answer.code == ErrorCode.TOO_MANY.value
    for caller in (first, second):
        await caller.close()


async def test_a_front_that_is_taken_from_the_list_is_cut_off(host: HostMachine, front: FrontMachine) -> None:
    """Its line and everybody whom it has brought, and no ticket lets it in again; put back, it comes by itself."""
    caller = await front.call()
    assert isinstance(await caller.greet("Ann"), Welcome)
    host.know()
    assert await ended(caller)
    await until(lambda: host.lines == 0 and not front.path.exists())
    await until(lambda: host.figure("chwech_remote_refused_total", reason="tls") > 1)
    host.know(("cellar", front.own))
    await until(lambda: front.uplink.connected)
    assert host.lines == 1
    await caller.close()


async def test_the_newest_line_of_a_front_holds(host: HostMachine, front: FrontMachine) -> None:
    """A front that has lost its line need not wait until the host notices."""
    caller = await front.call()
    assert isinstance(await caller.greet("Ann"), Welcome)
    async with dialled(host, front.own, LINE) as stream:
        await stream.handshake()
        assert isinstance(read_message(await LineReader(stream, 10_000).frame()), HostFile | Beat)
        assert await ended(caller)
    await caller.close()


async def test_files_of_the_host_reach_its_fronts(host: HostMachine, front: FrontMachine) -> None:
    """Bans do at once, and the allow-list where it is in force; what is too large does not."""
    (host.data / ALLOWED_KEYS).write_text("# nobody\n")
    (host.data / BANNED_NAME).write_text("[]")
    await until((front.data / BANNED_NAME).exists)
    assert not (front.data / ALLOWED_KEYS).exists()
    host.gateway.configure(512, closed=True)
    await until((front.data / ALLOWED_KEYS).exists)
    (host.data / ALLOWED_KEYS).write_bytes(b"#" * (line.LARGEST_FILE + 1))
    (host.data / BANNED_NAME).write_text("[ ]")
    await until(lambda: (front.data / BANNED_NAME).read_text() == "[ ]")
    assert (front.data / ALLOWED_KEYS).read_text() == "# nobody\n"


async def test_a_banned_address(host: HostMachine, front: FrontMachine) -> None:
    """Whoever is there is sent away, whoever comes from there is refused, and the front holds off all others."""
    share_bans(host.host, host.data)
    first = await front.call()
    assert isinstance(await first.greet("Ann"), Welcome)
    await host.host.moderation.run_locally("root", ("ban", "address", ANN.address, "1h"))
    second = await front.call(Passport(key_of("bob"), ANN.address))
    for answer in (await first.hear(), await second.greet("Bob")):
        assert isinstance(answer, Goodbye)
        assert answer.code == ErrorCode.BANNED.value
    await until(lambda: BannedAddresses(front.data / BANNED_NAME).words(ANN.address) != "")
    for caller in (first, second):
        await caller.close()


async def test_the_allow_list_holds_for_fronts_elsewhere(host: HostMachine, front: FrontMachine) -> None:
    """Whoever is not on it is told so and never reaches a table, whatever the front thinks of them."""
    first, second = await front.call(), await front.call(Passport(key_of("bob"), "192.0.2.2"))
    assert isinstance(await first.greet("Ann"), Welcome)
    assert isinstance(await second.greet("Bob"), Welcome)
    (host.data / ALLOWED_KEYS).write_text(f"{ANN.key} Ann\n")
    host.gateway.configure(512, closed=True)
    assert await ended(second)
    third = await front.call(Passport("", "192.0.2.3"))
    answer = await third.greet("Eve")
    assert isinstance(answer, Goodbye)
    assert (answer.code, answer.text) == (ErrorCode.KEY_NEEDED.value, "only invited people get in here, by SSH")
    await first.channel.send(Ping(1))
    assert isinstance(await first.hear(), Pong)
    for caller in (first, second, third):
        await caller.close()


async def test_a_front_brings_only_so_many(host: HostMachine, front: FrontMachine) -> None:
    """One more is turned away."""
    host.gateway.configure(1, closed=False)
    first = await front.call()
    assert isinstance(await first.greet("Ann"), Welcome)
    # Two that come together may arrive in either order.
    second = await front.call()
    await until(lambda: host.figure("chwech_remote_refused_total", reason="visitors") == 1)
    assert await ended(second)
    for caller in (first, second):
        await caller.close()


async def test_the_tables_start_again(tmp_path: Path) -> None:
    """While there is no host behind the gateway its fronts are told so, and they are back as soon as it is."""
    async with a_host_machine(tmp_path / "host") as host:
        front = FrontMachine(tmp_path / "front", host)
        host.know(("attic", front.own))
        async with front.within_reach():
            await until(lambda: host.gateway._known.listed != ())
            async with dialled(host, front.own, LINE) as stream:
                await stream.handshake()
                assert read_message(await LineReader(stream, 100).frame()) == NotNow()
            async with host.tables():
                await until(lambda: front.uplink.connected)
            caller = await front.call()
            assert await ended(caller)
            await until(lambda: not front.path.exists())
            async with host.tables():
                await until(lambda: front.uplink.connected)
            await caller.close()


async def test_whoever_is_no_front(host: HostMachine, front: FrontMachine, tmp_path: Path) -> None:
    """A stranger's key, none at all, old TLS and garbage get nothing but an alert or the end; fronts stay."""
    stranger = load_certificate(tmp_path / "stranger.pem")
    async with dialled(host, stranger, LINE) as stream:
        assert await refused(stream) == "TLSV1_ALERT_UNKNOWN_CA"
    bare = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    bare.check_hostname, bare.verify_mode = False, ssl.CERT_NONE
    for context, reason in ((bare, "TLSV13_ALERT_CERTIFICATE_REQUIRED"), (_old(bare), "TLSV1_ALERT_PROTOCOL_VERSION")):
        connection = socket.create_connection(("127.0.0.1", host.port))
        connection.settimeout(0)
        with contextlib.closing(TlsStream(connection, context, server_side=False)) as stream:
            assert await refused(stream) == reason
    for garbage in (b"SSH-2.0-nobody\r\n", b"\x16\x03\x01" + b"\xff" * 2000, bytes(40_000)):
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(garbage)
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(ConnectionError):
                assert len(await reader.read()) < 100
        writer.close()
    assert host.lines == 1
    assert front.uplink.connected


def _old(bare: ssl.SSLContext) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, bare.verify_mode
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context


async def test_a_handshake_that_takes_its_time(host: HostMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever connects and says nothing is let go of, and counts meanwhile."""
    monkeypatch.setattr(gateway, "HANDSHAKE_SECONDS", 0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
    async with asyncio.timeout(PATIENCE):
        assert await reader.read() == b""
    writer.close()


async def test_a_flood_of_strangers(host: HostMachine, front: FrontMachine) -> None:
    """After a few tries they are not even shaken hands with; another front beside them is none the worse."""
    # As if the front had come from elsewhere.
    host.gateway._arrivals._known.clear()
    tries = int(TRIES_OF_STRANGER.at_once)
    for _ in range(tries + 20):
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            await reader.read()
        writer.close()
    assert host.figure("chwech_remote_refused_total", reason="rate") >= 19
    assert front.uplink.connected


@pytest.mark.parametrize(
    "passport", [b"\xff\xff\xff\xff", b"\0\0\0\0", b"\0\0\0\1\xc1", b"", write_passport(Passport())[:-1]]
)
async def test_a_front_without_a_passport(host: HostMachine, front: FrontMachine, passport: bytes) -> None:
    """What is none is not passed on, and costs the front nothing else."""
    async with dialled(host, front.own, SESSION) as stream:
        await stream.handshake()
        await stream.send(passport)
        await stream.end()
        with contextlib.suppress(ConnectionError):
            assert await stream.receive() == b""
    assert front.uplink.connected


async def test_a_visitor_without_a_line(host: HostMachine, tmp_path: Path) -> None:
    """A front brings nobody before it has its line, by which it can be cut off."""
    own = load_certificate(tmp_path / "own.pem")
    host.know(("attic", own))
    await until(lambda: host.gateway._known.listed != ())
    async with dialled(host, own, SESSION) as stream:
        await stream.handshake()
        with contextlib.suppress(ConnectionError):
            assert await stream.receive() == b""
    assert host.figure("chwech_remote_refused_total", reason="visitors") == 1


async def test_a_front_of_another_version(host: HostMachine, front: FrontMachine) -> None:
    """It is let go of without a word."""
    async with dialled(host, front.own, "chwech-line/2") as stream:
        await stream.handshake()
        assert stream.protocol == ""
        with contextlib.suppress(ConnectionError):
            assert await stream.receive() == b""


async def all_until_cut(stream: TlsStream) -> None:
    """Read until the gateway ends the connection."""
    with contextlib.suppress(ConnectionError):
        while await stream.receive():
            pass


async def test_a_silent_front(host: HostMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line without signs of life is closed, as is one on which something else is said than beats."""
    own = load_certificate(tmp_path / "own.pem")
    host.know(("attic", own))
    await until(lambda: host.gateway._known.listed != ())
    monkeypatch.setattr(front_line, "SILENT_SECONDS", 0.1)
    for said in (b"", bytes([0, 0, 0, FRONT_LIMIT + 1])):
        async with dialled(host, own, LINE) as stream:
            await stream.handshake()
            await stream.send(said)
            await all_until_cut(stream)
        await until(lambda: host.lines == 0)


def test_what_is_no_message_of_a_host() -> None:
    """Only what is known is taken, and a file only by the names of those that are copied."""
    assert read_message(write_message(HostFile("allowed_keys", b"x"))[4:]) == HostFile("allowed_keys", b"x")
    wrong = write_message(HostFile("allowed_keys", b"x")).replace(b"allowed_keys", b"allowed_/../")
    for payload in (b"", b"\xc1", b"\x80", wrong[4:]):
        with pytest.raises(RemoteProtocolError, match="no message of a host"):
            read_message(payload)
