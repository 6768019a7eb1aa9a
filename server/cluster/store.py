"""The store of a node: a change is an entry of the journal, and is made when it comes back from there.

What the node reads is its own copy of the database, which holds whatever this node was told to be stored. Only the node
that leads may change anything; what one publishes that leads no more changes nothing, on any node.
"""

import asyncio
import contextlib
import logging
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from server.cluster.journal import Entry, Journal
from server.cluster.operations import LEAD, Operation, new_operation, operation_for
from server.cluster.publisher import PATIENCE, Publication, Publisher
from server.cluster.replica import Place, apply, begin, place
from server.storage import logs
from server.storage.connections import connect
from server.storage.database import DatabaseStore, Query
from server.storage.lock import DirectoryLock, FileIdentity, made
from server.storage.schema import FILE_NAME
from server.storage.store import Append, Brief, Failed, StoreFault, Unknown
from server.storage.threads import Reader, UnknownOutcome, Writer

_log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class ReplicatedStore(DatabaseStore):
    """A store over a journal; follows the journal from its opening to its end."""

    def __init__(
        self, path: Path, reader: Reader, writer: Writer, lock: DirectoryLock, journal: Journal, here: Place
    ) -> None:
        super().__init__(path, reader, writer)
        self._lock = lock
        self._journal = journal
        self._publisher = Publisher(journal)
        self._waiting: dict[str, Publication] = {}
        self._epoch = 0
        self.place = here
        """How far this node has come."""
        self._same = not here.position
        """True once the journal is known to be the one that the copy was made from."""
        self._ended = ""
        """Why the journal is not followed any more; empty while it is."""
        self._moved = asyncio.Condition()
        self._closed = False
        self._following = asyncio.create_task(self._follow(), name="journal")

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> Append:
        try:
            return await self._change(logs.append, log, expect, record, brief)
        except UnknownOutcome as problem:
            return Unknown(str(problem))
        except StoreFault as problem:
            return Failed(str(problem))

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
        if last < self.place.position:
            raise StoreFault(
                f"the journal ends with entry {last}, and {self._files[0]} holds {self.place.position}: entries were "
                "lost, or it is another journal; put it back, or move the directory away to begin with what there is"
            )
        async with self._moved:
            await self._moved.wait_for(lambda: self._holds(last) or self._ended)
        self.check()

    async def led_after(self, epoch: int) -> Place:
        """Wait for a later lead than this, and return where this node stands then.

        Raises:
            StoreFault: the copy cannot be continued.
        """
        async with self._moved:
            await self._moved.wait_for(lambda: self.place.epoch > epoch or self._ended)
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
        if self._closed:
            return
        self._closed = True
        await self._publisher.close()
        self._following.cancel()
        await asyncio.gather(self._following, return_exceptions=True)
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
            # The last entry that is held comes once more: it tells whether this is still the same journal.
            async with contextlib.aclosing(self._journal.follow(max(0, self.place.position - 1))) as batches:
                async for entries in batches:
                    await self._apply(entries)
        except StoreFault as problem:
            ended = str(problem)
        except Exception as problem:  # noqa: BLE001  # whoever waits for this node is to be told
            _log.exception("the journal cannot be followed")
            ended = str(problem)
        finally:
            # Whoever is woken below sees that it has ended, though this task has still to return.
            self._ended = ended
            for waiting in tuple(self._waiting):
                self._settle(waiting, UnknownOutcome(ended))
            await self._move(self.place)

    async def _apply(self, entries: tuple[Entry, ...]) -> None:
        outcomes, here = await self._writer.write(partial(apply, entries=entries))
        self._same = True
        for outcome in outcomes:
            self._settle(outcome.id, outcome.result)
        await self._move(here)

    def _settle(self, id: str, result: object) -> None:
        wanted = self._waiting.get(id)
        if wanted is not None and not wanted.came.done():
            wanted.came.set_result(result)

    async def _move(self, here: Place) -> None:
        async with self._moved:
            self.place = here
            self._moved.notify_all()


def open_replica(directory: Path, journal: Journal) -> ReplicatedStore:
    """Open the copy of a journal in this directory, created if there is none; needs a running loop.

    Raises:
        StoreBusy: another program holds the database at the moment.
        StoreFault: the directory cannot be used, another server uses it, or its database is damaged or too new.
    """
    lock = DirectoryLock(made(directory))
    path = directory / FILE_NAME
    try:
        writing, reading = connect(path)
    except StoreFault:
        lock.release()
        raise
    # The journal is what survives a power failure: what a copy has lost of it, it reads again.
    writing.execute("PRAGMA synchronous = NORMAL")
    begin(writing)
    here = place(writing)
    writer = Writer(writing, FileIdentity(path))
    return ReplicatedStore(path, Reader(reading, writer), writer, lock, journal, here)
