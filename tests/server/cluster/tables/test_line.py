"""A line: what is asked is answered or lost, in order, and damage ends the line and nothing else."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import ErrorCode
from protocol.framing import write_frame
from protocol.language import sentence
from server.cluster.tables import line as line_module
from server.cluster.tables.line import LARGEST, Line, LineLost
from server.cluster.tables.messages import (
    Close,
    Disturbed,
    File,
    FreshCode,
    FromLeader,
    FromNode,
    Leave,
    Read,
    Reply,
    Stopped,
)
from server.storage.store import BrokenLog, CompactedLog, StoreBusy, StoreFault
from server.tables.commands import Denied
from tests.server.cluster.tables.lines import Scripted, Wire, settle, two_lines


class Other:
    """The node that leads: it answers what it is told to."""

    def __init__(self, answer: object = "answer") -> None:
        """Answer with this, or raise it; to hold back an answer, clear ``may``."""
        self.answer = answer
        self.may = asyncio.Event()
        self.may.set()
        self.heard: list[FromNode] = []
        self.done = 0

    def take(self, message: FromNode) -> Awaitable[object] | None:
        """Keep what is said, and answer what is asked."""
        self.heard.append(message)
        return self._answer(message) if isinstance(message, Read | FreshCode | File) else None

    async def _answer(self, message: FromNode) -> object:
        if not isinstance(message, Read) or message.code != "at once":
            await self.may.wait()
        self.done += 1
        if isinstance(self.answer, BaseException):
            raise self.answer
        return message.code if self.answer is None and isinstance(message, Read) else self.answer


@asynccontextmanager
async def asking(other: Other) -> AsyncIterator[tuple[Line[FromLeader], Line[FromNode]]]:
    """Give the line of a node, at whose other end this one answers, and that other end."""
    leader, node, _, _ = two_lines()
    running = [asyncio.create_task(leader.run(other.take)), asyncio.create_task(node.run(lambda _: None))]
    yield node, leader
    node.end()
    leader.end()
    await asyncio.gather(*running)


async def test_what_is_asked_is_answered() -> None:
    """The reply has the type that was asked for."""
    async with asking(Other((b"one", b"two"))) as (line, _):
        assert await line.ask(Read("code", 0), tuple[bytes, ...]) == (b"one", b"two")


async def test_replies_find_who_asked() -> None:
    """What takes longer holds nothing up, and each gets the answer of its own."""
    other = Other(None)
    other.may.clear()
    async with asking(other) as (line, _):
        first = asyncio.create_task(line.ask(Read("first", 0), str))
        assert await line.ask(Read("at once", 0), str) == "at once"
        assert not first.done()
        other.may.set()
        assert await first == "first"


@pytest.mark.parametrize("kind", [StoreFault, BrokenLog, CompactedLog])
async def test_faults_of_the_store_cross_it(kind: type[StoreFault]) -> None:
    """Whoever asks can tell a log that is damaged or was put away from a store that cannot be used."""
    async with asking(Other(kind("the disk is gone"))) as (line, _):
        with pytest.raises(StoreFault, match="the disk is gone") as raised:
            await line.ask(Read("code", 0), tuple[bytes, ...])
        assert raised.type is kind


@pytest.mark.parametrize("fault", [StoreBusy("busy"), LineLost("lost")])
async def test_other_faults_of_the_store_are_faults_of_the_store(fault: StoreFault) -> None:
    """One that this side has no name for, or that would be taken for an end of this line, says only what is wrong."""
    async with asking(Other(fault)) as (line, _):
        with pytest.raises(StoreFault, match=str(fault)) as raised:
            await line.ask(Read("code", 0), str)
        assert raised.type is StoreFault


async def test_a_mistake_at_the_other_side_fails_one_request(caplog: pytest.LogCaptureFixture) -> None:
    """It is logged there, and is a fault of the store here; what is asked next is answered."""
    other = Other(ZeroDivisionError("oh"))
    async with asking(other) as (line, _):
        with pytest.raises(StoreFault, match="the other node is at fault"):
            await line.ask(Read("code", 0), str)
        other.answer = "fine"
        assert await line.ask(Read("code", 0), str) == "fine"
    assert "ZeroDivisionError" in caplog.text


async def test_an_answer_that_cannot_be_sent_fails_one_request(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody waits for it for ever."""
    other = Other(object())
    async with asking(other) as (line, _):
        with pytest.raises(StoreFault, match="the other node is at fault"):
            await line.ask(Read("code", 0), str)
    assert "a object is not sent on lines" in caplog.text


async def test_what_wants_no_reply_gets_none() -> None:
    """Also if it is done with a delay, or fails."""
    leader, node, to_node, _ = two_lines()
    other = Other(StoreFault("no"))
    running = asyncio.create_task(leader.run(other.take))
    node.tell(File())
    await settle()
    assert other.done == 1
    assert not to_node.frames
    node.end()
    await running


async def test_sentences_arrive_in_english() -> None:
    """What is shown to people goes in frames of the protocol, with its wording."""
    denied = Denied(ErrorCode.NOT_SEATED, sentence("{n} people are here", n=3))
    async with asking(Other(denied)) as (line, _):
        assert await line.ask(Read("code", 0), Denied) == Denied(ErrorCode.NOT_SEATED, "3 people are here")


async def test_an_end_loses_what_was_asked() -> None:
    """Whoever waits learns it, and whoever asks later at once."""
    other = Other()
    other.may.clear()
    async with asking(other) as (line, _):
        waiting = asyncio.create_task(line.ask(Read("code", 0), str))
        await settle()
        line.end()
        with pytest.raises(LineLost):
            await waiting
        with pytest.raises(LineLost):
            await line.ask(Read("code", 0), str)
        assert line.ended
        line.tell(File())
        await settle()
        assert other.heard == [Read("code", 0)]
        other.may.set()


async def test_the_end_of_the_other_side_loses_what_was_asked() -> None:
    """Though this side has said nothing of an end."""
    other = Other()
    other.may.clear()
    async with asking(other) as (line, leader):
        waiting = asyncio.create_task(line.ask(Read("code", 0), str))
        await settle()
        leader.end()
        with pytest.raises(LineLost):
            await waiting
        assert line.ended
        other.may.set()


async def test_what_was_said_before_the_end_arrives() -> None:
    """Also what was said in the same turn."""
    other = Other()
    async with asking(other) as (line, _):
        line.tell(Stopped("code", 1, 0))
        line.end()
        line.end()
        await settle()
        assert other.heard == [Stopped("code", 1, 0)]


async def test_what_is_being_done_at_the_end_is_done() -> None:
    """It may be in the middle of a change; its answer goes nowhere."""
    other = Other()
    other.may.clear()
    async with asking(other) as (line, _):
        reply = line.send(Read("code", 0))
        await settle()
        line.end()
        await settle()
        assert isinstance(reply.exception(), LineLost)
        assert other.done == 0
        other.may.set()
        await settle()
        assert other.done == 1


async def test_all_of_one_turn_is_one_frame() -> None:
    """What is told and what is asked stays in order."""
    far = Scripted(FromLeader, FromNode)
    far.line.tell(Disturbed())
    reply = far.line.send(Close("one"))
    far.line.tell(Leave(7))
    assert not far.wire.frames
    await settle()
    assert len(far.wire.frames) == 1
    assert far.heard() == [(0, Disturbed()), (1, Close("one")), (0, Leave(7))]
    far.line.tell(Leave(8))
    await settle()
    assert far.heard() == [(0, Leave(8))]
    far.line.end()
    assert isinstance(reply.exception(), LineLost)


async def test_a_reply_for_whoever_has_given_up_is_dropped() -> None:
    """So is one that nobody has asked for."""
    other = Other()
    other.may.clear()
    async with asking(other) as (line, leader):
        waiting = asyncio.create_task(line.ask(Read("code", 0), str))
        await settle()
        waiting.cancel()
        other.may.set()
        leader.tell(Reply(99, msgspec.Raw(msgspec.msgpack.encode("unasked"))))
        assert await line.ask(Read("code", 0), str) == "answer"
        assert waiting.cancelled()


def envelope(*message: object) -> bytes:
    """Give the frame of one message."""
    return write_frame(msgspec.msgpack.encode([(0, message)]), LARGEST)


DAMAGED = {
    "no array": write_frame(b"\xc3", LARGEST),
    "no bytes of msgpack": write_frame(b"\xc1\xc1", LARGEST),
    "an empty frame": bytes(4),
    "a frame too large": (LARGEST + 1).to_bytes(4, "big"),
    "an unknown message": envelope(99),
    "a wrong field": envelope(4, "code", "many"),
    "no text": envelope(6, b"\xff"),
    "a string that is no text": write_frame(b"\x91\x92\x00\x92\x06\xa1\xff", LARGEST),
    "a fault without words": envelope(0, 1, 7, "StoreFault"),
    "a deep nest": write_frame(b"\x91" * 100_000, LARGEST),
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
async def test_damage_ends_the_line_and_nothing_else(damage: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """What is asked is lost, what came before is taken, and whoever runs the line goes on."""
    far = Scripted(FromLeader, FromNode)
    heard: list[FromNode] = []
    waiting = far.line.send(Close("code"))
    far.say(Stopped("code", 1, 0))
    far.say_raw(damage)
    await far.line.run(heard.append)
    assert far.line.ended
    assert far.wire.closed
    assert heard == [Stopped("code", 1, 0)]
    assert isinstance(waiting.exception(), LineLost)
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


@given(st.data())
async def test_any_damage_ends_the_line_or_says_something(data: st.DataObject) -> None:
    """Bytes that were changed on their way never raise anything where a line is run."""
    good = envelope(0, 1, "text", "StoreFault") + envelope(4, "code", 3) + envelope(11, ("a", 1, "x", None), "code")
    broken = bytearray(good)
    for _ in range(data.draw(st.integers(1, 4))):
        broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
    far = Scripted(FromLeader, FromNode)
    waiting = far.line.send(Close("code"))
    far.say_raw(bytes(broken))
    far.hang_up()
    await far.line.run(lambda _: None)
    assert waiting.done()
    waiting.exception()


async def test_a_lost_connection_ends_the_line() -> None:
    """Nothing is raised by whoever said something last."""

    class Broken:
        async def read(self, _n: int, /) -> bytes:
            raise ConnectionResetError("gone")

    wire = Wire()
    wire.broken = True
    line: Line[FromNode] = Line(Broken(), wire, FromNode)
    waiting = line.send(Close("code"))
    await settle()
    await line.run(lambda _: None)
    assert isinstance(waiting.exception(), LineLost)
    assert wire.closed


async def test_a_turn_that_is_too_long_ends_the_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever asked in it would wait for ever."""
    monkeypatch.setattr(line_module, "LARGEST", 20)
    far = Scripted(FromLeader, FromNode)
    waiting = far.line.send(Close("a code that is too long"))
    await settle()
    assert isinstance(waiting.exception(), LineLost)
    assert far.line.ended
    assert not far.wire.frames
    assert "given up" in caplog.text
