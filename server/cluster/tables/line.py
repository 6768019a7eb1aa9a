"""A line between two nodes: messages in order, requests with replies, and an end that both sides notice.

All that is said in one turn of the loop is written at once. What is asked is answered, or ends with the line.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec
from msgspec import Raw, Struct

from protocol.aio import ByteReader
from protocol.codec import TypeForm
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import FrameReader, write_frame
from protocol.language import Sentence
from server.cluster.tables.messages import FromLeader, FromNode, Message, Reply
from server.storage.store import BrokenLog, CompactedLog, StoreFault
from server.storage.threads import UnknownOutcome

_log = logging.getLogger(__name__)

LARGEST: Final = 256 * 1024 * 1024
"""The most bytes of one message; the log of a long table is one."""

CHUNK: Final = 64 * 1024

_ENDED: Final = "the line to the other node has ended"

M = TypeVar("M", FromLeader, FromNode)

_DAMAGE: Final = (OSError, RemoteProtocolError, msgspec.MsgspecError, UnicodeError, RecursionError)
"""What is raised by bytes that no line says, and by a connection that is lost."""

_FAULTS: Final = {kind.__name__: kind for kind in (StoreFault, BrokenLog, CompactedLog)}
"""What a reply may raise at the side that asked."""


def _write_sentence(value: object) -> str:
    """Encode a sentence as its English text; what is shown to people is sent in frames of the protocol."""
    if isinstance(value, Sentence):
        return str.__str__(value)
    raise TypeError(f"a {type(value).__name__} is not sent on lines")


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=_write_sentence)


class LineLost(UnknownOutcome):
    """The line has ended, and with it what was asked."""


class _Envelope(Struct, frozen=True, array_like=True, gc=False):
    request: int
    """The number of a request; 0 for what wants no reply."""

    message: Raw


class Writer(Protocol):
    """What a line writes to, such as an ``asyncio.StreamWriter``."""

    def write(self, data: bytes, /) -> None:
        """Queue bytes without waiting."""

    def close(self) -> None:
        """Close once the queue is sent."""


class Line(Generic[M]):
    """One side of a line; M is what the other side says."""

    def __init__(self, reader: ByteReader, writer: Writer, kind: TypeForm) -> None:
        """Begin to listen with ``run``; ``kind`` is the union of what the other side says."""
        self._reader = reader
        self._writer = writer
        self._decoder: msgspec.msgpack.Decoder[M] = msgspec.msgpack.Decoder(kind)
        self._loop = asyncio.get_running_loop()
        self._said: list[_Envelope] = []
        self._replies: dict[int, asyncio.Future[Raw]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._last = 0
        self._ended = False

    @property
    def ended(self) -> bool:
        """True once nothing comes through any more."""
        return self._ended

    def tell(self, message: Message) -> None:
        """Say something; it is lost if the line has ended."""
        self._put(0, message)

    async def ask(self, message: Message, kind: TypeForm) -> Any:  # noqa: ANN401 - each reply has a type of its own
        """Ask something, and return the reply, which is of this type.

        Raises:
            LineLost: the line has ended; what was asked may have been done.
            StoreFault: the other side answers with it.
        """
        reply = self.send(message)
        try:
            return msgspec.msgpack.decode(await reply, type=kind)
        finally:
            # A fault would keep this frame, which would keep the fault.
            del reply

    def send(self, message: Message) -> "asyncio.Future[Raw]":
        """Ask something, and return what will be the reply; whoever waits for it may give up, and it still comes."""
        reply: asyncio.Future[Raw] = self._loop.create_future()
        if self._ended:
            reply.set_exception(LineLost(_ENDED))
            return reply
        self._last += 1
        self._replies[self._last] = reply
        self._put(self._last, message)
        return reply

    async def run(self, take: Callable[[M], Awaitable[object] | None]) -> None:
        """Take what the other side says until the line ends; what ``take`` awaits, if anything, is the reply."""
        frames = FrameReader(LARGEST)
        try:
            while data := await self._reader.read(CHUNK):
                frames.feed(data)
                for envelope in _envelopes(frames):
                    self._take(envelope, take)
        except _DAMAGE as problem:
            _log.error("a line between nodes is given up: %s", problem)
        finally:
            # What is being done for the other side is done to its end: it may be in the middle of a change.
            self.end()

    def end(self) -> None:
        """End the line once everything is sent; whatever was asked and not answered is lost."""
        if self._ended:
            return
        self._flush()
        self._ended = True
        self._writer.close()
        replies, self._replies = self._replies, {}
        for reply in replies.values():
            if not reply.done():
                reply.set_exception(LineLost(_ENDED))

    def _take(self, envelope: _Envelope, take: Callable[[M], Awaitable[object] | None]) -> None:
        message = self._decoder.decode(envelope.message)
        if isinstance(message, Reply):
            self._take_reply(message)
            return
        wanted = take(message)
        if wanted is not None:
            task = self._loop.create_task(self._answer(envelope.request, wanted))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _take_reply(self, reply: Reply) -> None:
        text = msgspec.msgpack.decode(reply.value, type=str) if reply.fault else ""
        asked = self._replies.pop(reply.request, None)
        if asked is None or asked.done():
            return
        if reply.fault:
            asked.set_exception(_FAULTS.get(reply.fault, StoreFault)(text))
        else:
            asked.set_result(reply.value)

    async def _answer(self, request: int, wanted: Awaitable[object]) -> None:
        try:
            value, fault = _ENCODER.encode(await wanted), ""
        except StoreFault as problem:
            value, fault = _ENCODER.encode(str(problem)), type(problem).__name__
        except Exception:  # noqa: BLE001  # whatever goes wrong with one request, the others go on
            _log.exception("a request of another node fails")
            value, fault = _ENCODER.encode("the other node is at fault"), StoreFault.__name__
        if request and not self._ended:
            self.tell(Reply(request, Raw(value), fault))

    def _put(self, request: int, message: Message) -> None:
        if self._ended:
            return
        if not self._said:
            self._loop.call_soon(self._flush)
        self._said.append(_Envelope(request, Raw(_ENCODER.encode(message))))

    def _flush(self) -> None:
        said, self._said = self._said, []
        if said and not self._ended:
            try:
                self._writer.write(write_frame(_ENCODER.encode(said), LARGEST))
            except OSError:
                pass
            except LocalProtocolError as problem:
                # What was asked or answered in it would be waited for without end.
                _log.error("a line between nodes is given up: %s", problem)
                self.end()


def _envelopes(frames: FrameReader) -> Iterator[_Envelope]:
    """Yield what has come.

    Raises:
        RemoteProtocolError: it is no frame.
        MsgspecError: it is no message; see ``_DAMAGE`` for what else it may be.
    """
    while (frame := frames.next_frame()) is not None:
        yield from msgspec.msgpack.decode(frame, type=list[_Envelope])
