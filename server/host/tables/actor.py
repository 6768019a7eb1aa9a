"""The actor of one table: a task with an inbox that runs one job at a time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from protocol.absence import Resign, SetAway
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.messages import Happened, JoinTable, LeaveTable, OpenTable, WatchTable
from protocol.seating import Rematch
from protocol.tableview import TableView
from server.host.accounts.blocks import Blocks
from server.host.archive.archivist import Archivist
from server.host.clock import SharedTime, StallDetector, Wakeups
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.session import Session
from server.host.tables.ledger import TROUBLE
from server.host.tables.runtime import Order, TableRuntime, TableServices
from server.host.tables.subscribers import SUPERSEDED
from server.host.tables.timers import Due
from server.host.workers import Workers
from server.tables.commands import ARRIVALS, AtTable, CallTime, CloseTable, Denied, ResetSeat
from server.tables.opening import Convening, Sequel

J = TypeVar("J")


class Inbox(Generic[J]):
    """Jobs that wait for the one task that takes them; an ``asyncio.Queue`` would cost each table 3 kB."""

    def __init__(self) -> None:
        # A list, for few wait at once: the requests of one table's people, one each.
        self._jobs: list[J] = []
        self._taker: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()

    def __len__(self) -> int:
        return len(self._jobs)

    def put(self, job: J) -> None:
        """Add a job; never waits."""
        self._jobs.append(job)
        if self._taker is not None and not self._taker.done():
            self._taker.set_result(None)

    async def take(self) -> J:
        """Wait for the next job; only one task may."""
        while not self._jobs:
            self._taker = self._loop.create_future()
            try:
                await self._taker
            finally:
                self._taker = None
        return self._jobs.pop(0)


KICKED: Final = "kicked"
"""The goodbye code of those who are sent away."""

CLOSED: Final = sentence("those who run this server have closed this table")

SEAT_TAKEN: Final = sentence("those who run this server have taken you from your seat")

Overruling = CloseTable | ResetSeat

_EVENTS: Final = 20


class Glimpse(Struct, frozen=True):
    """A table as everybody may know it."""

    view: TableView
    events: tuple[Happened, ...]
    """The last events, in order."""


async def overrule(running: TableRuntime, command: Overruling) -> Denied | None:
    """Carry out a command, and send away whom it concerns; return why not, if so."""
    table = await running.awake()
    if isinstance(table, Denied):
        return table
    answer = await running.mind(command)
    if isinstance(answer, Denied):
        return answer
    if isinstance(command, CloseTable):
        for session in running.subscribers.sessions():
            session.part(KICKED, CLOSED)
        return None
    chair = table.chairs[command.seat]
    for session in running.subscribers.sessions():
        if chair is not None and session.account.id == chair.account:
            session.part(KICKED, SEAT_TAKEN)
    return None


async def glimpse(running: TableRuntime) -> Glimpse | Denied:
    """Return what everybody may know of a table, also of a private one."""
    table = await running.awake()
    if isinstance(table, Denied):
        return table
    people = running.subscribers
    return Glimpse(people.view_of_all(table), people.lately(table, _EVENTS))


_log = logging.getLogger(__name__)

T = TypeVar("T")

Job = Callable[[], Awaitable[None]]

Ended = Callable[[str], None]
"""Called with the code of a table that has stopped running."""


class TableActor:
    """A running table with its own task, which ends when the last person has left."""

    def __init__(self, shared: TableServices, code: str, ended: Ended) -> None:
        self.code = code
        self._ended = ended
        self._inbox: Inbox[Job | Due | None] = Inbox()
        self._waiting: set[asyncio.Future[Any]] = set()
        self._running = TableRuntime(shared, code, self._inbox.put)
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._run(), name=f"table {code}")

    def __contains__(self, session: Session) -> bool:
        return session in self._running.subscribers

    @property
    def queued(self) -> int:
        """The number of jobs that wait."""
        return len(self._inbox)

    async def ask(self, session: Session, message: OpenTable | AtTable) -> None:
        """Answer a request in its turn; requests are answered in the order in which they were made."""
        await self._in_turn(lambda: self._answer(session, message))

    async def ask_again(self, session: Session, message: Rematch, why_not: Callable[[], str]) -> Sequel | None:
        """Ask for a rematch, and return what its table is made from; None if it was refused.

        The first player to ask creates the table: ``why_not`` returns why they may not, and nothing if they may.
        """
        return await self._in_turn(
            lambda: _answered(session, message.id, self._running.ask_again(session, message, why_not))
        )

    async def follow(self, session: Session, message: Rematch | PlayDaily, order: Order) -> None:
        """Seat a player of a rematch or of a deal of the day, whose table is opened by ``order`` for the first one."""
        await self._in_turn(lambda: _answered(session, message.id, self._running.follow(session, message, order)))

    async def see_off(self, session: Session, message: LeaveTable | Resign | SetAway) -> None:
        """Let a player leave the table who is no longer connected to it."""
        await self._in_turn(lambda: self._see_off(session, message))

    async def convene(self, order: Convening) -> None:
        """Open the table of a tournament, unless it is open already."""
        await self._in_turn(lambda: self._running.convene(order))

    async def call_time(self) -> None:
        """Let bots play on for everybody, because a round is to end."""
        await self._in_turn(self._call_time)

    async def overrule(self, command: Overruling) -> Denied | None:
        """Carry out a command of those who run the server; return why not, if so."""
        return await self._in_turn(lambda: overrule(self._running, command))

    async def glimpse(self) -> Glimpse | Denied:
        """Return what everybody may know of the table."""
        return await self._in_turn(lambda: glimpse(self._running)) or Denied(ErrorCode.SERVER_FAULT, TROUBLE)

    def rated(self) -> None:
        """Show what the game has changed in the ratings."""
        self._running.ratings.again()
        self._inbox.put(self._running.show_ratings)

    def wake(self) -> None:
        """Do what is due, though nobody is connected."""
        self._inbox.put(self._running.wake)

    async def lose(self, session: Session) -> None:
        """Remove a connection that has ended."""
        await self._in_turn(lambda: self._running.lose(session))

    async def close(self) -> None:
        """Finish the job in progress, and end."""
        self._inbox.put(None)
        await self._task

    async def _in_turn(self, job: Callable[[], Awaitable[T]]) -> T | None:
        """Wait for what a job returns; None if it fails or the actor has ended."""
        if self._task.done():
            return None
        done: asyncio.Future[T | None] = self._loop.create_future()
        self._waiting.add(done)

        async def turn() -> None:
            answer = None
            try:
                answer = await job()
            finally:
                self._over(done, answer)

        self._inbox.put(turn)
        return await done

    def _over(self, done: "asyncio.Future[T | None]", answer: T | None = None) -> None:
        """Release the caller that waits for a job."""
        self._waiting.discard(done)
        if not done.done():
            done.set_result(answer)

    async def _answer(self, session: Session, message: OpenTable | AtTable) -> None:
        if isinstance(message, OpenTable):
            await _answered(session, message.id, self._running.open(session, message))
        elif (
            isinstance(message, JoinTable | WatchTable)
            and message.back
            and self._running.subscribers.overtaken(session)
        ):
            # An automatic reconnect must not displace a newer client.
            session.part(*SUPERSEDED)
        elif not isinstance(message, ARRIVALS) and session not in self:
            # A newer connection of the same person took the place while this request waited.
            session.refuse(
                message.id, ErrorCode.NOT_SEATED, sentence("you are not at this table any more: join it again")
            )
        else:
            await _answered(session, message.id, self._running.answer(session, message))

    async def _call_time(self) -> None:
        await self._running.wake()
        await self._running.see_to(CallTime())

    async def _see_off(self, session: Session, message: LeaveTable | Resign | SetAway) -> None:
        """Let a player leave, unless they are at the table by another connection."""
        if session.account.id in self._running.subscribers.accounts():
            text = sentence("you are at that table by another connection: leave it there")
            session.refuse(message.id, ErrorCode.NOT_SEATED, text)
        else:
            await _answered(session, message.id, self._running.answer(session, message))

    async def _run(self) -> None:
        """Run one job after the other until nobody is left."""
        # No job is kept here, for as long as the next one is waited for, and with it whoever has asked.
        while await self._carry_out(await self._inbox.take()):
            pass
        self._running.rest()
        self._ended(self.code)
        for done in tuple(self._waiting):
            self._over(done)

    async def _carry_out(self, job: Job | Due | None) -> bool:
        """Run a job, if there is one; return True if the table goes on."""
        if job is None:
            return False
        try:
            await (job() if callable(job) else self._running.see_to(job))
            await self._running.show_ratings()
        except Exception:  # noqa: BLE001  # after any fault the table is folded from its log again
            _log.exception("a fault at table %s", self.code)
            self._running.fail()
        return self._running.busy or bool(len(self._inbox))


async def _answered(session: Session, id: int, answer: Awaitable[T]) -> T:
    """Wait for an answer; if the server is at fault, say so to the client before raising."""
    try:
        return await answer
    except Exception:
        session.refuse(id, ErrorCode.SERVER_FAULT, TROUBLE)
        raise


class TableActors:
    """The running tables."""

    def __init__(self, services: HostServices, directory: TableDirectory, archivist: Archivist, blocks: Blocks) -> None:
        self._workers = Workers(services.worker_bots)
        self.directory = directory
        self._actors: dict[str, TableActor] = {}
        self._wakeups = Wakeups(lambda code: self.of(code).wake())
        timing = SharedTime(StallDetector(), self._wakeups, asyncio.get_running_loop().time())
        self._shared = TableServices(services, directory, archivist, timing, blocks, self._workers)
        directory.lapsed = self._wakeups.lapsed
        archivist.rated = self._rated

    def open(self) -> None:
        """Schedule the wakeups of correspondence tables."""
        self._wakeups.fill(self._shared.directory.unfinished())

    def of(self, code: str) -> TableActor:
        """Return a table, which runs from now on; the caller must send it a request at once."""
        actor = self._actors.get(code)
        if actor is None:
            actor = TableActor(self._shared, code, self._ended)
            self._actors[code] = actor
        return actor

    def waiting(self) -> tuple[int, int]:
        """Return the number of running tables, and of the requests that wait at them."""
        return len(self._actors), sum(actor.queued for actor in self._actors.values())

    def awake(self, code: str) -> bool:
        """Return True if a table is running."""
        return code in self._actors

    async def close(self) -> None:
        """Finish the job in progress at every table, and end them all."""
        self._wakeups.close()
        await asyncio.gather(*(actor.close() for actor in tuple(self._actors.values())))
        await self._workers.close()

    def _rated(self, code: str) -> None:
        if code in self._actors:
            self._actors[code].rated()

    def _ended(self, code: str) -> None:
        self._actors.pop(code, None)
