"""The nodes that write records of their tables into the journal themselves, while another one leads.

The node that leads admits a writer under a name, in the journal, and excludes it, there too: what comes behind that
under its name counts for nothing, on any node. A later lead excludes all of them.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from msgspec.structs import replace

from server.cluster.operations import ADMIT, EXCLUDE, Operation, new_operation, operation_for
from server.cluster.replica import Fenced
from server.storage import logs
from server.storage.store import AppendResult, StoreFault
from server.storage.threads import answered
from server.tasks import end_task

AGAIN_SECONDS: Final = 0.1
"""Seconds after which it is tried again to exclude a writer."""

Publish = Callable[[Operation], Awaitable[Any]]
"""Publishes an operation, and returns what came of it; see ``ReplicatedStore``."""


class Admission(Protocol):
    """Says who may write, and knows what was written; see ``ReplicatedStore``."""

    async def admit(self) -> str:
        """Let another node write, and return its name.

        Raises:
            StoreFault: it is not known to be admitted.
        """

    def exclude(self, writer: str, logs: tuple[str, ...]) -> None:
        """Let a node write no more; whoever reads one of these logs waits until that is certain."""

    def expect(self, log: str, position: int) -> None:
        """Let whoever reads a log wait until this node knows all entries up to this position."""


class Writers:
    """The writers that this node has admitted, which leads."""

    def __init__(self, publish: Publish, followed: Callable[[], bool]) -> None:
        """Begin with none.

        Args:
            publish: publishes an operation.
            followed: returns False once nothing is published any more.
        """
        self._publish = publish
        self._followed = followed
        self._names: set[str] = set()
        self._excluding: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        """True while there may be entries of others in the journal."""
        return bool(self._names or self._excluding)

    async def admit(self, epoch: int) -> str:
        """Admit a writer, and return its name.

        Raises:
            StoreFault: it is not known to be admitted.
        """
        name = secrets.token_hex(8)
        self._names.add(name)
        try:
            await self._publish(new_operation(epoch, ADMIT, (name,)))
        except StoreFault:
            self._names.discard(name)
            raise
        return name

    def exclude(self, epoch: int, name: str) -> "asyncio.Task[None]":
        """Exclude a writer, and return what ends once that is certain."""
        task = asyncio.create_task(self._exclude(epoch, name), name="excluding a writer")
        self._names.discard(name)
        self._excluding.add(task)
        task.add_done_callback(self._excluding.discard)
        return task

    async def close(self) -> None:
        """Exclude nobody any more."""
        for task in tuple(self._excluding):
            await end_task(task)

    async def _exclude(self, epoch: int, name: str) -> None:
        while self._followed():
            try:
                # If another node leads, that has excluded everybody.
                with contextlib.suppress(Fenced):
                    await self._publish(new_operation(epoch, EXCLUDE, (name,)))
            except StoreFault:
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                return


class Pen:
    """Writes records for a node that was admitted."""

    def __init__(self, publish: Publish, position: Callable[[], int], epoch: int, name: str) -> None:
        """Write under this name, as long as the lead has changed so many times.

        Args:
            publish: publishes an operation.
            position: returns the number of the last entry that this node knows.
            epoch: how many times the lead had changed when it admitted this writer.
            name: the name under which it did.
        """
        self._publish = publish
        self._position = position
        self._epoch = epoch
        self._name = name

    @property
    def position(self) -> int:
        """The number of an entry behind which there is nothing that this writer knows to be stored."""
        return self._position()

    async def append(self, log: str, expect: int, record: bytes) -> AppendResult:
        """Append a record to a log that has ``expect`` records; the heading of its table stays as it is."""
        operation = operation_for(self._epoch, logs.append, log, expect, record, None)
        return await answered(self._publish(replace(operation, writer=self._name)))
