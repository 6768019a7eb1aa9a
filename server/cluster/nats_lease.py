"""The lease in NATS JetStream: one message in a stream of its own, which is dropped when it is old."""

import asyncio
import contextlib
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import StorageType, StreamConfig
from nats.js.errors import APIError, NotFoundError

from server.cluster.journal import LEASE_SECONDS
from server.cluster.nats_client import NATS_FAULTS
from server.cluster.nats_journal import made
from server.storage.store import StoreFault

_EXPECTED: Final = "Nats-Expected-Last-Subject-Sequence"

_ANSWER_SECONDS: Final = 1.0
"""Seconds for an answer: a claim that takes longer has to be made anew before the lease lapses."""


class NatsLease:
    """The lease on leading a cluster, as one node sees it."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self._streams = client.jetstream(timeout=_ANSWER_SECONDS)
        self.stream, self._subject, self._freed = f"{name}-lease", f"{name}.lease", f"{name}.freed"
        self._mine = 0
        """The number of the message by which this node has it; 0 if it has not."""

    async def make(self, replicas: int, *, makes: bool = True) -> int:
        """Make the stream, unless there is one, and return on how many servers it is kept.

        Raises:
            NoStream: there is none, and it is not to be made.
            StoreFault: the servers do not make it.
        """
        config = StreamConfig(
            name=self.stream,
            subjects=[self._subject],
            storage=StorageType.MEMORY,
            num_replicas=replicas,
            max_msgs_per_subject=1,
            max_age=LEASE_SECONDS,
            duplicate_window=LEASE_SECONDS,
        )
        return await made(self._client, config, makes=makes)

    async def claim(self, node: str) -> bool:
        """Take the lease or renew it; False if another node has it.

        Raises:
            StoreFault: the servers do not answer.
        """
        for _ in range(2):
            headers = {_EXPECTED: str(self._mine)}
            try:
                ack = await self._streams.publish(self._subject, node.encode(), _ANSWER_SECONDS, self.stream, headers)
            except APIError as problem:
                if problem.code != 400:
                    raise StoreFault(f"NATS does not say who leads: {problem.description}") from problem
            except NATS_FAULTS as problem:
                raise StoreFault(f"NATS does not say who leads: {problem or type(problem).__name__}") from problem
            else:
                self._mine = ack.seq
                return True
            if await self._is_taken(node):
                return self._mine > 0
            # It has lapsed, as while the servers chose who leads them: whoever had it takes it as others do.
        return False

    async def _is_taken(self, node: str) -> bool:
        """Return True if a node has the lease: this one perhaps, by a message whose acknowledgement was lost."""
        self._mine = 0
        try:
            message = await self._streams.get_last_msg(self.stream, self._subject)
        except NotFoundError:
            return False
        except NATS_FAULTS as problem:
            raise StoreFault(f"NATS does not say who leads: {problem}") from problem
        if message.data == node.encode() and message.seq:
            self._mine = message.seq
        return True

    async def release(self, node: str) -> None:
        """Give the lease back if this node has it, and tell the others."""
        if not self._mine:
            return
        with contextlib.suppress(*NATS_FAULTS):
            await self._streams.purge_stream(self.stream, seq=self._mine + 1)
            await self._client.publish(self._freed)
            await self._client.flush()
        self._mine = 0

    async def freed(self, seconds: float) -> None:
        """Wait so long, or until the lease is given back."""
        told = asyncio.Event()

        async def tell(_message: Msg) -> None:
            told.set()

        with contextlib.suppress(*NATS_FAULTS):
            subscription = await self._client.subscribe(self._freed, cb=tell)
            try:
                async with asyncio.timeout(seconds):
                    await told.wait()
            finally:
                await subscription.unsubscribe()
