"""The actor of one table: a task with an inbox that runs one job at a time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from protocol.absence import Resign, SetAway
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.messages import JoinTable, LeaveTable, OpenTable, WatchTable
from protocol.seating import Rematch
from server.host.session import Session
from server.host.tables.arrivals import MayOpen, Order
from server.host.tables.inbox import Inbox
from server.host.tables.ledger import TROUBLE
from server.host.tables.overruling import Glimpse, Overruling, glimpse, overrule
from server.host.tables.runtime import TableRuntime
from server.host.tables.services import TableServices
from server.host.tables.subscribers import SUPERSEDED
from server.host.tables.timers import Due
from server.tables.commands import ARRIVALS, AtTable, CallTime, Denied
from server.tables.convening import Convening
from server.tables.opening import Sequel

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

    async def ask_again(self, session: Session, message: Rematch, may_open: MayOpen) -> Sequel | None:
        """Ask for a rematch, and return what its table is made from; None if it was refused.

        The first player to ask creates the table: ``may_open`` returns True if they may, and refuses otherwise.
        """
        return await self._in_turn(
            lambda: _answered(session, message.id, self._running.ask_again(session, message, may_open))
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
