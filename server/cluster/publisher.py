"""Publishes operations in groups: those that come while no entry may be begun are the next entry together.

So a node that does little has an entry for each operation, and one that does much has few entries, of which each costs
the servers a turn of their disks.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from msgspec import Struct

from server.cluster.journal import Entry, Journal
from server.cluster.operations import Operation, write_entry, write_operation
from server.storage.store import StoreFault
from server.storage.threads import UnknownOutcome
from server.tasks import end_task

_log = logging.getLogger(__name__)

PATIENCE: Final = 20.0
"""Seconds after which nobody waits any longer for an entry; a journal that chooses a leader takes up to ten."""

PACE: Final = 0.002
"""Seconds from the beginning of one entry to that of the next, at least: each has three disks write."""

UNDER_WAY: Final = 2
"""Entries that are under way at once: while the servers write one, the next one is on its way to them."""

GROUP_BYTES: Final = 128 * 1024
"""The most bytes of a group; an operation that has more is one alone."""


class Publication(Struct, eq=False):
    """An operation that somebody waits for."""

    id: str
    said: bytes
    came: "asyncio.Future[Any]"
    """What came of it on this node, or the fault for which it was not published."""

    stored: asyncio.Event
    """Set once the servers have said that it is stored for good."""


class Publisher:
    """The one that publishes for a node, and hands over each entry that is stored; needs a running loop."""

    def __init__(self, journal: Journal, take: Callable[[Entry], Awaitable[None]]) -> None:
        self._journal = journal
        self._take_in = take
        self._wanted: deque[Publication] = deque()
        self._any = asyncio.Event()
        self._room = asyncio.Semaphore(UNDER_WAY)
        self._under_way: set[asyncio.Task[None]] = set()
        self._publishing = asyncio.create_task(self._run(), name="publisher")

    def publish(self, operation: Operation) -> Publication:
        """Publish an operation, together with others that wait, as soon as no more than one entry is under way."""
        came = asyncio.get_running_loop().create_future()
        wanted = Publication(operation.id, write_operation(operation), came, asyncio.Event())
        self._wanted.append(wanted)
        self._any.set()
        return wanted

    async def close(self) -> None:
        """Publish nothing more."""
        for task in (self._publishing, *self._under_way):
            await end_task(task)

    async def _run(self) -> None:
        before: asyncio.Task[None] | None = None
        while True:
            await self._any.wait()
            await self._room.acquire()
            group = self._take()
            if not self._wanted:
                self._any.clear()
            if not group:
                self._room.release()
                continue
            before = asyncio.create_task(self._publish(group, before))
            self._under_way.add(before)
            before.add_done_callback(self._done)
            await asyncio.sleep(PACE)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._under_way.discard(task)
        self._room.release()

    def _take(self) -> list[Publication]:
        """Take those that go into the next entry; one that nobody waits for any longer is dropped."""
        group, size = list[Publication](), 0
        while self._wanted:
            if group and size + len(self._wanted[0].said) > GROUP_BYTES:
                break
            wanted = self._wanted.popleft()
            if not wanted.came.done():
                group.append(wanted)
                size += len(wanted.said)
        return group

    async def _publish(self, group: list[Publication], before: "asyncio.Task[None] | None") -> None:
        """Publish a group, and hand it over behind the one before."""
        fault: StoreFault | None = None
        data = write_entry([wanted.said for wanted in group])
        try:
            async with asyncio.timeout(PATIENCE):
                number = await self._journal.publish(data, group[0].id)
            for wanted in group:
                wanted.stored.set()
            if before is not None:
                await asyncio.wait([before])
            await self._take_in(Entry(number, data))
        except TimeoutError:
            fault = UnknownOutcome("the journal does not answer")
        except StoreFault as problem:
            fault = problem
        except Exception as problem:  # noqa: BLE001  # whoever waits is to be told, and others want to publish
            _log.exception("an entry cannot be published")
            fault = UnknownOutcome(str(problem))
        for wanted in group:
            if fault is not None and not wanted.came.done():
                wanted.came.set_result(fault)
            wanted.stored.set()
