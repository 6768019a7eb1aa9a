"""The store of a node: a change is part of an entry of the journal, and is made once the journal has it.

A node that does not lead reads the journal. The one that leads knows what it has written itself: while it lets
nobody else write, and the number of each entry of its own follows the last one, it only looks now and then whether
another has.

What the node reads is its own copy of the database, which holds whatever this node was told to be stored. Only the node
that leads may change anything, and append whom it admits; what one publishes that leads no more, or was excluded,
changes nothing, on any node.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from server.cluster.applier import Applier, let_nothing_wait
from server.cluster.journal import Entry, Journal
from server.cluster.length import check_length, wait_for_length
from server.cluster.operations import LEAD, Operation, new_operation, operation_for
from server.cluster.pending import Pending
from server.cluster.publisher import PATIENCE, Publication, Publisher
from server.cluster.replica import Place, begin, place
from server.cluster.writers import Pen, Writers
from server.database_files import DATABASE_NAME
from server.storage import logs
from server.storage.connections import connect, opening
from server.storage.database import DatabaseStore, Query
from server.storage.lock import DirectoryLock, FileIdentity, made
from server.storage.store import AppendResult, Brief, StoreFault
from server.storage.threads import Reader, UnknownOutcome, Writer, answered
from server.tasks import end_task

_log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

WATCH_SECONDS: Final = 1.0
"""Seconds after which a node that leads looks whether another one does."""

GAP_SECONDS: Final = 0.2
"""Seconds for which a gap may be an entry of this node's own that was published again; then it is read."""


class ReplicatedStore(DatabaseStore):
    """A store over a journal; follows the journal from its opening to its end."""

    def __init__(
        self, path: Path, reader: Reader, writer: Writer, lock: DirectoryLock, journal: Journal, here: Place
    ) -> None:
        super().__init__(path, reader, writer)
        self._lock = lock
        self._journal = journal
        self._applier = Applier(writer)
        self._publisher = Publisher(journal, self._take)
        self._waiting: dict[str, Publication] = {}
        self._pending = Pending()
        self._writers = Writers(self._publish, lambda: self.followed)
        self._epoch = 0
        self.place = here
        """How far this node has come."""
        self._same = not here.position
        """True once the journal is known to be the one that the copy was made from."""
        self._ended = ""
        """Why the journal is not followed any more; empty while it is."""
        self._moved = asyncio.Condition()
        self._led = asyncio.Condition()
        """What waits for another lead is not woken by each entry."""
        self._applying = asyncio.Lock()
        self._early: dict[int, Entry] = {}
        """Entries of this node's own that are stored behind others which it does not know yet."""
        self._own: dict[int, bytes] = {}
        """Entries of this node's own that it knows, and will read once more."""
        self._behind = asyncio.Event()
        """Set once there is, or may be, an entry of another node that this one, which leads, does not know."""
        self.is_closed = False
        self._following = asyncio.create_task(self._follow(), name="journal")

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        known = asyncio.get_running_loop().create_future()
        self._pending.add([log], known)
        try:
            return await answered(self._change(logs.append, log, expect, record, brief))
        finally:
            known.set_result(None)

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Return the records of a log, with those that are on their way to it: a table may have been lost meanwhile."""
        await self._pending.settled(log)
        return await self._reader.read(lambda connection: logs.read(connection, log))

    async def admit(self) -> str:
        """Let another node write, and return its name."""
        name = await self._writers.admit(self._epoch)
        self._behind.set()
        return name

    def exclude(self, writer: str, logs: tuple[str, ...]) -> None:
        """Let a node write no more; whoever reads one of these logs waits until that is certain."""
        self._pending.add(logs, self._writers.exclude(self._epoch, writer))

    def expect(self, log: str, position: int) -> None:
        """Let whoever reads a log wait until this node knows all entries up to this position."""
        if not self._holds(position):
            self._pending.add([log], asyncio.create_task(self._know(position)))

    def pen(self, epoch: int, writer: str) -> Pen:
        """Return what writes for this node, which was admitted under this name by the one that leads."""
        return Pen(self._publish, lambda: self.place.position, epoch, writer)

    async def lead(self, node: str) -> int:
        """Begin to lead, and return the number of this lead; this node then knows all that was stored before.

        Raises:
            Fenced: another node has begun at the same time.
            StoreFault: it is not known whether this node leads.
        """
        await self.catch_up()
        epoch = self.place.epoch + 1
        await self._publish(new_operation(epoch, LEAD, (node,)))
        self._epoch = epoch
        return epoch

    async def catch_up(self) -> None:
        """Wait until this node knows all that is in the journal by now.

        Raises:
            StoreFault: the journal cannot be read.
        """
        last = await self._journal.last()
        check_length(last, self.place.position, self._files[0])
        await self._know(last)

    async def led_after(self, epoch: int) -> Place:
        """Wait for a later lead than this, and return where this node stands then.

        Raises:
            StoreFault: the copy cannot be continued.
        """
        async with self._led:
            await self._led.wait_for(lambda: self.place.epoch > epoch or self._ended)
        self.check()
        return self.place

    async def fenced(self) -> None:
        """Wait until another node leads than this one, which has led.

        Raises:
            StoreFault: the copy cannot be continued.
        """
        await self.led_after(self._epoch)

    async def close(self) -> None:
        """Finish pending work and release the directory; once is enough."""
        if self.is_closed:
            return
        self.is_closed = True
        await self._writers.close()
        await self._publisher.close()
        await end_task(self._following)
        await self._reader.close()
        await self._writer.close()
        self._lock.release()

    async def make(self, change: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Make a change that entries can name, and return its result once it is stored for good.

        Raises:
            Fenced: another node leads by now.
            UnknownOutcome: it may be in the journal, or come into it yet.
            StoreFault: nothing was changed.
        """
        result: T = await self._publish(operation_for(self._epoch, change, *args, **kwargs))
        return result

    async def look(self, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a query says of this node's copy.

        Raises:
            StoreFault: it cannot be read.
        """
        return await self._reader.read(lambda connection: query(connection, *args, **kwargs))

    async def _change(self, change: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.make(change, *args, **kwargs)

    async def _publish(self, operation: Operation) -> Any:  # noqa: ANN401 - each change has a result of its own
        """Publish an operation, and return what came of it on this node.

        Raises:
            Fenced: another node leads by now.
            UnknownOutcome: it may be in the journal, or come into it yet.
            StoreFault: nothing was changed.
        """
        self.check()
        wanted = self._waiting[operation.id] = self._publisher.publish(operation)
        try:
            async with asyncio.timeout(PATIENCE):
                result = await wanted.came
                if not isinstance(result, StoreFault):
                    await wanted.stored.wait()
        except TimeoutError:
            raise UnknownOutcome("the journal does not answer") from None
        finally:
            del self._waiting[operation.id]
        if isinstance(result, StoreFault):
            raise result
        return result

    def _holds(self, last: int) -> bool:
        return self._same and self.place.position >= last

    async def _know(self, position: int) -> None:
        """Wait until this node knows all entries up to this position.

        Raises:
            StoreFault: the journal cannot be read.
        """
        async with self._moved:
            await self._moved.wait_for(lambda: self._holds(position) or self._ended)
        self.check()

    @property
    def followed(self) -> bool:
        """True while the journal is followed."""
        return not self._ended

    def check(self) -> None:
        """Check that the journal is still followed.

        Raises:
            StoreFault: it is not, and says why.
        """
        if self._ended:
            raise StoreFault(self._ended)

    async def _follow(self) -> None:
        ended = "this node does not follow the journal any more"
        try:
            await wait_for_length(self._journal, self.place.position, self._files[0])
            # The last entry that is held comes once more: it tells whether this is still the same journal.
            await self._read_on(max(0, self.place.position - 1), self._writes_alone)
            while True:
                await self._watch()
                await self._read_on(self.place.position, self._writes_alone)
        except StoreFault as problem:
            ended = str(problem)
        except Exception as problem:  # noqa: BLE001  # whoever waits for this node is to be told
            _log.exception("the journal cannot be followed")
            ended = str(problem)
        finally:
            # Whoever is woken below sees that it has ended, though this task has still to return.
            await self._end(ended)

    def _writes_alone(self) -> bool:
        """True while this node leads, and lets nobody else write."""
        return self._epoch > 0 and not self._writers

    async def _end(self, why: str) -> None:
        self._ended = self._ended or why
        for waiting in tuple(self._waiting):
            self._settle(waiting, UnknownOutcome(self._ended))
        await self._move(self.place)

    async def _read_on(self, after: int, enough: Callable[[], bool]) -> None:
        """Apply what comes behind an entry, until that is enough."""
        self._own.clear()
        async with contextlib.aclosing(self._journal.follow(after)) as batches:
            async for entries in batches:
                async with self._applying:
                    await self._apply(self._unknown(entries))
                    await self._apply_early()
                if enough():
                    break
        self._own.clear()

    def _unknown(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Leave out those that this node has published itself, and knows."""
        return tuple(entry for entry in entries if self._own.pop(entry.number, None) != entry.data)

    async def _watch(self) -> None:
        """Look whether somebody else has written something, until this node, which leads, lets others write."""
        while self._writes_alone():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WATCH_SECONDS):
                    await self._behind.wait()
            self._behind.clear()
            last = await self._last()
            if not await self._comes_to(last):
                await self._read_on(self.place.position, partial(self._holds, last))

    async def _comes_to(self, last: int) -> bool:
        """Return True if this node holds an entry soon without reading it: it may be its own."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GAP_SECONDS), self._moved:
                await self._moved.wait_for(lambda: self._holds(last))
        return self._holds(last)

    async def _last(self) -> int:
        """Return the number of the last entry; 0 if the servers do not say now."""
        try:
            return await self._journal.last()
        except StoreFault:
            return 0

    async def _take(self, entry: Entry) -> None:
        """Apply an entry of this node's own once it is the next one, or check that it is the one that was read."""
        async with self._applying:
            if not self._same or self._ended:
                return
            self._early[entry.number] = entry
            try:
                await self._apply_early()
            except StoreFault as problem:
                await self._end(str(problem))
            if self._early:
                # Another node's entry is missing, or one of this node's own that was published again.
                self._behind.set()

    async def _apply_early(self) -> None:
        while self._early and min(self._early) <= self.place.position + 1:
            entry = self._early.pop(min(self._early))
            comes_again = entry.number > self.place.position and not self._writes_alone()
            await self._apply((entry,))
            if comes_again:
                self._own[entry.number] = entry.data

    async def _apply(self, entries: tuple[Entry, ...]) -> None:
        if not entries:
            return
        outcomes, here = await self._applier.apply(entries)
        self._same = True
        for outcome in outcomes:
            self._settle(outcome.id, outcome.result)
        await self._move(here)
        await self._applier.tidy()

    def _settle(self, id: str, result: object) -> None:
        wanted = self._waiting.get(id)
        if wanted is not None and not wanted.came.done():
            wanted.came.set_result(result)

    async def _move(self, here: Place) -> None:
        async with self._moved:
            led, self.place = here.epoch > self.place.epoch, here
            self._moved.notify_all()
        if led or self._ended:
            async with self._led:
                self._led.notify_all()


def open_replica(directory: Path, journal: Journal) -> ReplicatedStore:
    """Open the copy of a journal in this directory, created if there is none; needs a running loop.

    Raises:
        StoreBusy: another program holds the database at the moment.
        StoreFault: the directory cannot be used, another server uses it, or its database is damaged or too new.
    """
    path = directory / DATABASE_NAME
    with opening(path) as opened:
        lock = DirectoryLock(made(directory))
        opened.callback(lock.release)
        writing, reading = connect(path)
        opened.callback(writing.close)
        opened.callback(reading.close)
        begin(writing)
        here = place(writing)
        let_nothing_wait(writing)
        writer = Writer(writing, FileIdentity(path))
    return ReplicatedStore(path, Reader(reading, writer), writer, lock, journal, here)
