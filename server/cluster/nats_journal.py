"""A journal in NATS JetStream: one stream with one subject, on three servers, from which nothing is ever removed.

An acknowledgement says that most of the servers have the entry on their disks. One that does not come says nothing: the
entry is published again under the same key, by which the servers know it for two minutes, longer than anybody waits.
"""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ClusterInfo,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    StorageType,
    StreamConfig,
    StreamInfo,
)
from nats.js.errors import APIError, BadRequestError, NotFoundError, ServiceUnavailableError

from server.cluster.journal import Entry, Holder, JournalBroken
from server.cluster.nats_client import NATS_FAULTS
from server.storage.store import StoreFault

ANSWER_SECONDS: Final = 2.0
"""Seconds after which a server that does not answer is asked again."""

PUBLISH_SECONDS: Final = 0.5
"""Seconds after which an entry is published again: nothing answers for the server that led the stream when it died."""

PAUSE: Final = 0.1
"""Seconds before servers that could not answer are asked again."""

PROMPT_SECONDS: Final = 0.3
"""Seconds after which it is tried anew to read entries: the server that should have answered may have died."""

QUIET_SECONDS: Final = 1.0
"""Seconds without an entry after which it is looked up whether one was missed."""

OVERDUE_SECONDS: Final = 0.25
"""Seconds without an entry after which one that this node has published, and that is stored, has been missed."""

BATCH: Final = 512

_DUPLICATES: Final = 120.0
"""Seconds for which the servers remember a key."""

_KEY: Final = "Nats-Msg-Id"

_SERVERS_MISSING: Final = 10005
"""What NATS answers while too few of its servers are there to hold a stream, as when they have just started."""


class NoStream(StoreFault):
    """There is no journal of this name, and none is to be made."""


class NatsJournal:
    """The journal of a cluster."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self._streams = client.jetstream(timeout=ANSWER_SECONDS)
        self._prompt = client.jetstream(timeout=PROMPT_SECONDS)
        """Asks for what is asked again soon."""
        self._stream = name
        self._subject = f"{name}.journal"
        self._stored = 0
        """The number of the last entry that this node has published and knows to be stored."""

    async def publish(self, data: bytes, key: str) -> int:
        """Append an entry, asking again until a server has said that it is stored.

        Raises:
            StoreFault: the servers do not take it.
        """
        if len(data) > self._client.max_payload:
            raise StoreFault(f"an entry of {len(data)} bytes is longer than NATS takes: {self._client.max_payload}")
        while True:
            try:
                headers = {_KEY: key}
                ack = await self._streams.publish(self._subject, data, PUBLISH_SECONDS, self._stream, headers)
            except BadRequestError as problem:
                raise StoreFault(f"NATS does not take an entry: {problem.description}") from problem
            except NATS_FAULTS:
                await asyncio.sleep(PAUSE)
            else:
                self._stored = max(self._stored, ack.seq)
                return ack.seq

    async def follow(self, after: int) -> AsyncGenerator[tuple[Entry, ...], None]:
        """Yield the entries that follow, without end.

        Raises:
            JournalBroken: the servers have no longer what should follow.
        """
        for way in itertools.cycle((self._follow_once, self._ask_each)):
            async with contextlib.aclosing(way(after)) as batches:
                async for new in batches:
                    yield new
                    after = new[-1].number
            await asyncio.sleep(PAUSE / 2)

    async def _follow_once(self, after: int) -> AsyncGenerator[tuple[Entry, ...], None]:
        """Yield the entries that follow until one was missed, or the servers do not answer."""
        with contextlib.suppress(*NATS_FAULTS):
            async with _deliveries(self._prompt, self._stream, self._subject, after) as arrived:
                while new := await self._next(arrived, after):
                    yield new
                    after = new[-1].number

    async def _ask_each(self, after: int) -> AsyncGenerator[tuple[Entry, ...], None]:
        """Yield the entries that follow as far as there are any.

        Servers that have chosen nobody yet to lead all of them cannot begin to deliver, and still answer for a stream.
        """
        with contextlib.suppress(*NATS_FAULTS):
            while True:
                message = await self._prompt.get_msg(self._stream, after + 1)
                after += 1
                yield (Entry(after, message.data or b""),)

    async def _next(self, arrived: "asyncio.Queue[Entry]", after: int) -> tuple[Entry, ...]:
        """Return what has arrived of the entries that follow; nothing if one was missed.

        Raises:
            JournalBroken: the servers have no longer what should follow.
        """
        new: list[Entry] = []
        quiet, stored = 0.0, self._stored
        while not new:
            try:
                async with asyncio.timeout(OVERDUE_SECONDS):
                    new.append(await arrived.get())
            except TimeoutError:
                quiet += OVERDUE_SECONDS
                if (stored > after or quiet >= QUIET_SECONDS) and await self._missed(after):
                    return ()
                quiet, stored = quiet % QUIET_SECONDS, self._stored
        while len(new) < BATCH and not arrived.empty():
            new.append(arrived.get_nowait())
        numbers = [entry.number for entry in new]
        return tuple(new) if numbers == [*range(after + 1, after + 1 + len(new))] else ()

    async def _missed(self, after: int) -> bool:
        """Return True if there is an entry that should have arrived.

        Raises:
            JournalBroken: the servers have no longer what should follow.
        """
        state = (await self._prompt.stream_info(self._stream)).state
        if state.first_seq > after + 1:
            raise JournalBroken(f"the journal begins with entry {state.first_seq}, and {after + 1} should follow")
        return state.last_seq > after

    async def last(self) -> int:
        """Return the number of the last entry.

        Raises:
            StoreFault: the servers do not answer.
        """
        try:
            return (await self._streams.stream_info(self._stream)).state.last_seq
        except NATS_FAULTS as problem:
            raise StoreFault(f"NATS does not say how long the journal is: {problem}") from problem

    async def holders(self) -> tuple[int, tuple[Holder, ...]]:
        """Return the number of the last entry and the servers that hold the journal.

        Raises:
            StoreFault: they do not answer, as while they choose who leads them.
        """
        try:
            info = await self._streams.stream_info(self._stream)
        except NATS_FAULTS as problem:
            raise StoreFault(f"NATS does not say who holds the journal: {problem}") from problem
        group = info.cluster or ClusterInfo()
        leads = [Holder(group.leader, leads=True, current=True, behind=0)] if group.leader else []
        others = [
            Holder(one.name or "?", leads=False, current=bool(one.current and not one.offline), behind=one.lag or 0)
            for one in group.replicas or []
        ]
        return info.state.last_seq, tuple(sorted(leads + others))


@contextlib.asynccontextmanager
async def _deliveries(
    streams: JetStreamContext, stream: str, subject: str, after: int
) -> AsyncIterator["asyncio.Queue[Entry]"]:
    """Give a queue into which the servers put the entries that follow, in order, unless they lose some."""
    arrived: asyncio.Queue[Entry] = asyncio.Queue()

    async def take(message: Msg) -> None:
        arrived.put_nowait(Entry(message.metadata.sequence.stream, message.data))

    config = ConsumerConfig(
        deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
        opt_start_seq=after + 1,
        ack_policy=AckPolicy.NONE,
        inactive_threshold=10.0,
        num_replicas=1,
        mem_storage=True,
    )
    subscription = await streams.subscribe(subject, stream=stream, config=config, cb=take, manual_ack=True)
    try:
        yield arrived
    finally:
        with contextlib.suppress(*NATS_FAULTS):
            await subscription.unsubscribe()


async def make_stream(client: Client, name: str, replicas: int, *, makes: bool = True) -> int:
    """Make the stream of a journal, unless there is one, and return on how many servers each entry is stored.

    Raises:
        NoStream: there is none, and it is not to be made.
        StoreFault: the servers do not make it, or do not answer.
    """
    return await made(
        client,
        StreamConfig(
            name=name,
            subjects=[f"{name}.journal"],
            storage=StorageType.FILE,
            num_replicas=replicas,
            discard=DiscardPolicy.NEW,
            duplicate_window=_DUPLICATES,
            deny_delete=True,
            deny_purge=True,
        ),
        makes=makes,
    )


async def made(client: Client, config: StreamConfig, *, makes: bool = True) -> int:
    """Make a stream, unless there is one of its name, and return on how many servers each message is stored.

    Raises:
        StoreFault: the servers do not make it, or do not answer; those that have just started are waited for.
    """
    streams = client.jetstream(timeout=ANSWER_SECONDS)
    patience = asyncio.get_running_loop().time() + 5 * ANSWER_SECONDS
    while True:
        try:
            info = await _found_or_made(streams, config, makes=makes)
            return info.config.num_replicas or 1
        except APIError as problem:
            why = f"NATS does not make the stream {config.name}: {problem.description}"
            if not isinstance(problem, ServiceUnavailableError) and problem.err_code != _SERVERS_MISSING:
                raise StoreFault(why) from problem
        except NATS_FAULTS as problem:
            why = f"NATS does not answer about its stream {config.name}: {problem}"
        if asyncio.get_running_loop().time() > patience:
            raise StoreFault(why)
        await asyncio.sleep(PAUSE)


async def _found_or_made(streams: JetStreamContext, config: StreamConfig, *, makes: bool) -> StreamInfo:
    assert config.name is not None
    try:
        return await streams.stream_info(config.name)
    except NotFoundError as problem:
        if not makes:
            why = f"there is no journal {config.name}: the address ends with its name, as in nats://HOST/NAME"
            raise NoStream(why) from problem
    return await streams.add_stream(config)
