"""The way in and out of one connection: what may come, how fast, and what becomes of what is not taken."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any, cast

import asyncssh
import pytest
from asyncssh.constants import MSG_KEXINIT
from asyncssh.packet import String, UInt32
from msgspec import structs

from server.fronts.ssh.transport.guard import FrontLimits
from server.fronts.ssh.transport.limiter import ChannelOutput, Flow, farewell
from server.host.limits import Rate
from tests.server.fronts.ssh.raw_client import CLOSED, ROOMY, SUCCESS, Front, Knocker, Stub, a_front, a_knocker, leave
from tests.server.fronts.ssh.theatre import PATIENCE, until


async def closed(reader: asyncio.StreamReader) -> bytes:
    """Wait until the other end has closed a connection, and give what it said."""
    said = b""
    async with asyncio.timeout(PATIENCE):
        try:
            while chunk := await reader.read(65_536):
                said += chunk
        except ConnectionError:
            pass
    return said


async def a_session(knocker: Knocker, front: Front) -> tuple[asyncssh.SSHClientChannel[bytes], Stub]:
    """Log in as a guest, and start a session that stays."""
    knocker.nothing("guest")
    assert await knocker.answer() == SUCCESS
    channel, _ = await knocker.create_session(asyncssh.SSHClientSession[bytes], encoding=None)
    return channel, front.sessions[-1]


def with_limits(**limits: Rate | float) -> FrontLimits:
    """Give roomy bounds but for a few."""
    return structs.replace(ROOMY, **limits)


@pytest.mark.parametrize("limits", [{"handshake_seconds": 0.05}, {"login_seconds": 0.05}], ids=["handshake", "login"])
async def test_a_silent_stranger(limits: dict[str, float]) -> None:
    """Whoever connects and says nothing is cut, and so is whoever exchanges no keys."""
    async with a_front(with_limits(**limits)) as front:
        for greeting in (b"", b"SSH-2.0-slow\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", front.port)
            writer.write(greeting)
            assert (await closed(reader)).startswith(b"SSH-2.0-chwech\r\n")
            await leave(writer)
        await until(lambda: front.guard.inside == 0)


async def test_many_strangers_take_turns() -> None:
    """Whoever would exchange keys while others do waits for a turn, and is let in then."""
    async with a_front(with_limits(handshakes=Rate(20.0, 0.0))) as front:
        begun = asyncio.get_running_loop().time()
        async with a_knocker(front.port) as first, a_knocker(front.port) as second, a_knocker(front.port) as third:
            for one in (first, second, third):
                one.nothing("guest")
                assert await one.answer() == SUCCESS
        # The second has waited for one twentieth of a second, the third for another.
        assert asyncio.get_running_loop().time() - begun >= 0.1


@pytest.mark.parametrize("greeting", [b"SSH-2.0-x\r\n", b"SSH-2.0-x\r\nx", b"SSH-1.0-x\r\n", b"GET / HTTP/1.1\r\n\r\n"])
async def test_strangers_who_exchange_no_keys_take_no_turns(greeting: bytes) -> None:
    """However many come, say something and go, whoever logs in next need not wait for them."""
    async with a_front(with_limits(handshakes=Rate(0.01, 1.0))) as front:
        for _ in range(20):
            _, writer = await asyncio.open_connection("127.0.0.1", front.port)
            writer.write(greeting)
            await writer.drain()
            await leave(writer)
        await until(lambda: front.guard.inside == 0)
        async with a_knocker(front.port) as one:
            one.nothing("guest")
            assert await one.answer() == SUCCESS


async def test_nobody_starts_a_session() -> None:
    """Whoever comes in and starts nothing is asked to go."""
    async with a_front(with_limits(session_seconds=0.05)) as front, a_knocker(front.port) as one:
        one.nothing("guest")
        assert await one.answer() == SUCCESS
        assert await one.answer() == CLOSED
        assert front.sessions == []


async def test_a_session_that_has_ended() -> None:
    """A connection goes soon after its session, though the client would let it stay."""
    async with a_front(with_limits(linger_seconds=0.05)) as front, a_knocker(front.port) as one:
        one.nothing("guest")
        assert await one.answer() == SUCCESS
        assert await one.who() == "guest guest"
        assert await one.answer() == CLOSED


async def test_a_fast_writer_waits() -> None:
    """What comes too fast waits in the sender's machine: nothing of it is lost, and nothing is kept here."""
    limits = with_limits(session_bytes=Rate(200_000.0, 20_000.0))
    async with a_front(limits) as front, a_knocker(front.port) as one:
        channel, session = await a_session(one, front)
        for _ in range(60):
            channel.write(b"x" * 1000)
        await until(lambda: not front.transport.is_reading())
        assert session.received < 60_000
        await until(lambda: session.received == 60_000)


async def test_output_that_nobody_takes() -> None:
    """A peer that takes no output holds the flow, is read no more, and is cut when it goes on for long."""
    async with a_front(with_limits(stuck_seconds=0.3)) as front, a_knocker(front.port) as one:
        channel, session = await a_session(one, front)
        one.take_nothing()
        assert session.flow.open
        assert session.channel is not None
        session.channel._send_window = 1 << 32
        while session.flow.open:
            session.channel.write(bytes(65_536))
        channel.write(b"is anybody there?")
        assert session.received == 0
        await until(lambda: front.guard.inside == 0)
        assert session.received == 0


async def test_a_key_exchange_that_is_not_finished() -> None:
    """While keys are renewed nothing is written; who does not finish is cut."""
    async with a_front(with_limits(stuck_seconds=0.3)) as front, a_knocker(front.port) as one:
        _, session = await a_session(one, front)
        one._packet_handlers = {kind: call for kind, call in one._packet_handlers.items() if kind != MSG_KEXINIT}
        one._send_kexinit()
        await until(lambda: not session.flow.open)
        await until(lambda: front.guard.inside == 0)


async def test_what_a_session_is_not_asked_for() -> None:
    """Once a session has started it takes no variables and no terminal, and 32 variables are enough before."""
    async with a_front() as front, a_knocker(front.port) as one:
        channel, session = await a_session(one, front)
        assert session.channel is not None
        before = dict(session.channel.get_environment())
        assert not await channel._make_request(b"env", String("LANG"), String("C"))
        assert not await channel._make_request(
            b"pty-req", String("xterm"), UInt32(80), UInt32(24), UInt32(0), UInt32(0), String(b"")
        )
        assert dict(session.channel.get_environment()) == before
    async with a_front() as front, a_knocker(front.port) as one:
        one.nothing("guest")
        assert await one.answer() == SUCCESS
        env: dict[bytes | str, bytes | str] = {f"A{number}": "x" for number in range(40)}
        await one.create_session(asyncssh.SSHClientSession[bytes], env=env)
        assert front.sessions[-1].channel is not None
        assert len(front.sessions[-1].channel.get_environment()) == 32


async def test_who_is_refused_reads_why(caplog: pytest.LogCaptureFixture) -> None:
    """A connection that is not let in is told why in the words of SSH; the log has a line of it once a minute."""
    caplog.set_level(logging.WARNING)
    text = "others from your address are still logging in: wait a moment"
    async with a_front(with_limits(strangers_of_one=1)) as front, a_knocker(front.port):
        for _ in range(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", front.port)
            said = await asyncio.wait_for(reader.readuntil(farewell(text)), PATIENCE)
            assert said.startswith(text.encode())
            # The other end reads on for a moment: a client that has more to write does not see a broken pipe.
            writer.write(b"SSH-2.0-slow\r\n")
            await writer.drain()
            assert not reader.at_eof()
            await leave(writer)
        assert front.guard.inside == 1
    (line,) = [line for line in caplog.messages if "127.0.0.1 is refused" in line]
    assert text in line


async def test_who_is_banned_reads_why_and_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are closed once they have had the time to read it."""
    async with a_front() as front:
        assert front.listener is not None
        monkeypatch.setattr(front.guard, "ban", lambda _: "you are banned")
        reader, writer = await asyncio.open_connection("127.0.0.1", front.port)
        assert b"you are banned" in await closed(reader)
        await leave(writer)
        assert front.listener.refused == {"banned": 1}


def test_the_flow_of_a_session() -> None:
    """It is held alone, or with that of its connection, and goes on when neither is."""
    said: list[str] = []
    connection = Flow()
    one, other = Flow(lambda: said.append("one held"), connection=connection), Flow(connection=connection)
    one.on_open(lambda: said.append("one"))
    other.on_open(lambda: said.append("other"))
    one.hold("channel")
    assert (one.open, other.open, connection.open) == (False, True, True)
    connection.hold("connection")
    assert not other.open
    connection.release("connection")
    assert said == ["one held", "other"]
    one.release("channel")
    other.forget()
    connection.hold("keys")
    connection.release("keys")
    assert said == ["one held", "other", "one", "one"]


async def test_a_channel_that_is_lost_holds_nothing() -> None:
    """A session that was closed while it took no output is no reason to cut its connection later."""
    said: list[str] = []
    channel = SimpleNamespace(set_write_buffer_limits=lambda **_: None)
    flow = Flow(lambda: said.append("held"), lambda: said.append("freed"))
    flow.hold("channel")
    ChannelOutput(cast("Any", channel), flow).lost()
    assert said == ["held", "freed"]
