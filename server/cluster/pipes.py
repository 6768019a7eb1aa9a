"""The pipes of a node: those that it opens to the node that leads, and those that others open to it.

What is said on all pipes to a node in one turn of the loop is one message: messages cost more than the bytes in them.

NATS may lose the last bytes of a pipe, or its end, and a node that has died says nothing. So every node says once a
second which pipes it has and how much it has sent on each. A pipe is cut by the end that has heard less, or whose other
end knows nothing of it, or says nothing more. The pipes to a node that leads no more are cut when the next one leads.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Final, NamedTuple, Protocol

import msgspec
from msgspec import Struct
from nats.aio.client import Client
from nats.aio.msg import Msg

from server.cluster.nats_client import NATS_FAULTS
from server.cluster.pipe import PIECE, Kind, Pipe

OPEN_SECONDS: Final = 3.0
"""Seconds that the node that leads has to answer; one that is still reading its tables is asked again."""

ALIVE_SECONDS: Final = 1.0
"""Seconds between two signs of life."""

SILENT_SECONDS: Final = 3.0
"""Seconds without one after which a node counts as dead."""

UNKNOWN_SIGNS: Final = 3
"""How many signs may not know a pipe: it may just have been opened when the first of them was given."""

MESSAGE: Final = 256 * 1024
"""Bytes after which a message is long enough; NATS takes a megabyte at once."""


class Serving(Protocol):
    """What serves connections."""

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection until it ends."""


Dial = Callable[[str], Awaitable[Serving]]
"""Returns what serves at the door of this name on this node; raises ``OSError`` if there is none."""


class NobodyLeads(Exception):
    """The node that led does not answer."""


class _Knock(Struct, frozen=True, array_like=True):
    """What asks for a pipe."""

    node: str
    pipe: str
    door: str
    address: str = ""
    """The address that the connection comes from; empty for one of this machine."""


class Standing(Struct, frozen=True, array_like=True):
    """How a node stands."""

    position: int
    """The number of the last entry of the journal that it holds."""

    led: float | None = None
    """For how many seconds it has led; None for a node that does not lead."""

    tables: int = 0
    """The number of tables that run there."""

    followed: bool = True
    """False if it cannot continue its copy of the journal, and so run no tables."""


class Other(NamedTuple):
    """Another node, by its last sign of life."""

    standing: Standing
    silent: float
    """How many seconds ago that was."""


class _Sign(Struct, frozen=True, array_like=True):
    """A sign of life."""

    node: str
    pipes: dict[str, tuple[int, int]]
    """How many bytes the node has sent on each of its pipes, and how many it has taken from it."""

    standing: Standing


class _Said(Struct, frozen=True, array_like=True, gc=False):
    """What is said on a pipe."""

    pipe: str
    kind: Kind
    number: int
    data: bytes


class _End(Struct):
    """This node's end of an open pipe."""

    pipe: Pipe
    other: str
    """The node at the other end."""

    door: str = ""
    """The door there; empty if the pipe leads to a door here."""

    sent: int = 0
    """How many bytes that had sent at its last sign but one, or its last."""

    unknown: int = 0
    """How many of its last signs did not know the pipe."""


class _Outbox:
    """What is to be said to other nodes, until the end of the turn."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self._name = name
        self._said: dict[str, list[_Said]] = {}
        self._any = asyncio.Event()

    def put(self, node: str, said: _Said) -> None:
        """Say something to a node soon."""
        self._said.setdefault(node, []).append(said)
        self._any.set()

    def clear(self) -> None:
        """Say nothing of it."""
        self._said.clear()

    async def run(self) -> None:
        """Say without end what there is to say."""
        while True:
            await self._any.wait()
            self._any.clear()
            # NATS may have lost what cannot be said; the numbers tell the other end.
            with contextlib.suppress(*NATS_FAULTS):
                await self.flush()

    async def flush(self) -> None:
        """Say everything now.

        Raises:
            NATS_FAULTS: it cannot be said.
        """
        waiting, self._said = self._said, {}
        for node, said in waiting.items():
            for message in _messages(said):
                await self._client.publish(f"{self._name}.pipes.{node}", msgspec.msgpack.encode(message))


def _messages(said: list[_Said]) -> list[list[_Said]]:
    """Return what is said in messages of which none is much too long."""
    if len(said) * PIECE <= MESSAGE or sum(len(one.data) for one in said) <= MESSAGE:
        return [said]
    found, size = [list[_Said]()], 0
    for one in said:
        if size > MESSAGE:
            found, size = [*found, []], 0
        found[-1].append(one)
        size += len(one.data)
    return found


class Pipes:
    """The pipes of one node."""

    def __init__(self, client: Client, name: str, node: str, standing: Callable[[], Standing]) -> None:
        self._client = client
        self._name = name
        self.node = node
        self._standing = standing
        self._others: dict[str, Standing] = {}
        self._outbox = _Outbox(client, name)
        self._open: dict[str, _End] = {}
        self._heard: dict[str, float] = {}
        self._carrying: set[asyncio.Task[None]] = set()

    @property
    def standing(self) -> Standing:
        """How this node stands."""
        return self._standing()

    @property
    def others(self) -> dict[str, Other]:
        """The other nodes that live, by their names."""
        now = asyncio.get_running_loop().time()
        return {
            node: Other(standing, now - self._heard[node])
            for node, standing in sorted(self._others.items())
            if node in self._heard
        }

    def cut(self) -> None:
        """Cut every pipe, and tell the other ends as soon as NATS answers again."""
        self._outbox.clear()
        for end in tuple(self._open.values()):
            end.pipe.abort()

    def cut_but_to(self, leader: str) -> None:
        """Cut every pipe to a door of another node than the one that leads."""
        for end in tuple(self._open.values()):
            if end.door and end.other != leader:
                end.pipe.cut()

    async def end(self) -> None:
        """End every pipe, so that the other ends learn of it at once."""
        for end in tuple(self._open.values()):
            end.pipe.abort()
        with contextlib.suppress(*NATS_FAULTS):
            await self._outbox.flush()

    @contextlib.asynccontextmanager
    async def opened(self, leader: str, door: str, address: str = "") -> AsyncIterator[Pipe]:
        """Give a pipe to a door of the node that leads, for a connection that comes from this address.

        Raises:
            NobodyLeads: that node does not answer.
        """
        knock = _Knock(self.node, secrets.token_hex(12), door, address)
        with self._pipe(knock.pipe, leader, door) as pipe:
            try:
                answer = await self._client.request(
                    f"{self._name}.doors.{leader}", msgspec.msgpack.encode(knock), timeout=OPEN_SECONDS
                )
            except NATS_FAULTS as problem:
                raise NobodyLeads(str(problem)) from problem
            if answer.data:
                raise NobodyLeads(answer.data.decode(errors="replace"))
            yield pipe

    @contextlib.asynccontextmanager
    async def serving(self, dial: Dial) -> AsyncIterator[None]:
        """Let other nodes open pipes to the doors of this one."""

        async def answer(message: Msg) -> None:
            task = asyncio.create_task(self._answer(message, dial))
            self._carrying.add(task)
            task.add_done_callback(self._carrying.discard)

        async def note(message: Msg) -> None:
            await self._note(msgspec.msgpack.decode(message.data, type=_Sign))

        async def hear(message: Msg) -> None:
            self._hear(msgspec.msgpack.decode(message.data, type=list[_Said]))

        said = await self._client.subscribe(f"{self._name}.pipes.{self.node}", cb=hear)
        signs = await self._client.subscribe(f"{self._name}.alive", cb=note)
        knocks = await self._client.subscribe(f"{self._name}.doors.{self.node}", cb=answer)
        await self._client.flush()
        working = [asyncio.create_task(self._watch()), asyncio.create_task(self._outbox.run())]
        try:
            yield
        finally:
            with contextlib.suppress(*NATS_FAULTS):
                await knocks.unsubscribe()
                await signs.unsubscribe()
            await asyncio.gather(*self._carrying, return_exceptions=True)
            for work in working:
                work.cancel()
            await asyncio.gather(*working, return_exceptions=True)
            with contextlib.suppress(*NATS_FAULTS):
                await said.unsubscribe()
                await self._outbox.flush()

    async def say_alive(self) -> None:
        """Say without end that this node lives, and what it has sent."""
        while True:
            open_ends = ((number, end.pipe) for number, end in self._open.items() if not end.pipe.is_cut)
            pipes = {number: (pipe.sent, pipe.given) for number, pipe in open_ends}
            sign = _Sign(self.node, pipes, self._standing())
            with contextlib.suppress(*NATS_FAULTS):
                await self._client.publish(f"{self._name}.alive", msgspec.msgpack.encode(sign))
            await asyncio.sleep(ALIVE_SECONDS)

    async def _note(self, sign: _Sign) -> None:
        """Cut the pipes to a node that knows nothing of them, or had sent more by its sign before than has come."""
        self._heard[sign.node] = asyncio.get_running_loop().time()
        if sign.node != self.node:
            self._others[sign.node] = sign.standing
        for number, end in tuple(self._open.items()):
            if end.other != sign.node:
                continue
            end.unknown = 0 if number in sign.pipes else end.unknown + 1
            if end.pipe.heard < end.sent or end.unknown == UNKNOWN_SIGNS:
                end.pipe.abort()
            end.sent, given = sign.pipes.get(number, (end.sent, 0))
            end.pipe.note_taken(given)

    def _hear(self, said: list[_Said]) -> None:
        """Hand what another node has said to its pipes; one that is not there any more does not hear it."""
        for one in said:
            end = self._open.get(one.pipe)
            if end is not None:
                end.pipe.hear(one.kind, one.number, one.data)

    async def _answer(self, message: Msg, dial: Dial) -> None:
        """Serve one pipe from its opening to its end."""
        knock = msgspec.msgpack.decode(message.data, type=_Knock)
        with contextlib.suppress(*NATS_FAULTS), self._pipe(knock.pipe, knock.node, address=knock.address) as pipe:
            self._heard[knock.node] = asyncio.get_running_loop().time()
            try:
                behind = await dial(knock.door)
            except OSError as problem:
                await message.respond(str(problem).encode() or b"closed")
                return
            await message.respond(b"")
            await behind.let_in(pipe.reader, pipe.writer)

    @contextlib.contextmanager
    def _pipe(self, number: str, other: str, door: str = "", address: str = "") -> Iterator[Pipe]:
        def say(kind: Kind, count: int, data: bytes) -> None:
            self._outbox.put(other, _Said(number, kind, count, data))

        pipe = Pipe(say, number, other, address)
        self._open[number] = _End(pipe, other, door)
        try:
            yield pipe
        finally:
            del self._open[number]
            pipe.abort()

    async def _watch(self) -> None:
        """Cut the pipes of nodes that are silent; a node that stood still itself waits for new signs first."""
        loop = asyncio.get_running_loop()
        looked = loop.time()
        while True:
            await asyncio.sleep(ALIVE_SECONDS)
            late, looked = loop.time() - looked - ALIVE_SECONDS, loop.time()
            for node in self._heard:
                self._heard[node] += late
            silent = {node for node, heard in self._heard.items() if looked - heard > SILENT_SECONDS}
            for end in tuple(self._open.values()):
                if end.other in silent:
                    end.pipe.abort()
            for node in silent:
                del self._heard[node]
                self._others.pop(node, None)
