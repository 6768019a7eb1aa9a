"""The task of one table: its inbox, in which everything waits for its turn."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from protocol.absence import Resign, SetAway
from protocol.errors import ErrorCode
from protocol.hosting import Rematch
from protocol.messages import JoinTable, LeaveTable, OpenTable, Refused, WatchTable
from server.host.session import Session
from server.host.tables.ledger import TROUBLE
from server.host.tables.requests import ARRIVALS, AtTable
from server.host.tables.runtime import TableRuntime
from server.host.tables.services import TableServices
from server.host.tables.subscribers import SUPERSEDED
from server.host.tables.timers import Due
from server.tables.opening import Sequel

_log = logging.getLogger(__name__)

Job = Callable[[], Awaitable[None]]
"""Something that the task is to do in its turn."""


class TableActor:
    """A running table with a life of its own: it ends when the last person has gone."""

    def __init__(self, shared: TableServices, code: str, ended: Callable[["TableActor"], None]) -> None:
        """Start the task."""
        self.code = code
        self._ended = ended
        self._inbox: asyncio.Queue[Job | Due | None] = asyncio.Queue()
        self._waiting: set[asyncio.Future[None]] = set()
        self._running = TableRuntime(shared, code, self._inbox.put_nowait)
        self._task = asyncio.create_task(self._run(), name=f"table {code}")

    def __contains__(self, session: Session) -> bool:
        """Say whether this connection is at the table."""
        return session in self._running.subscribers

    async def ask(self, session: Session, message: OpenTable | AtTable) -> None:
        """Have a request answered, in its turn; what is asked in the same breath comes first."""
        await self._in_turn(lambda: self._answer(session, message))

    async def ask_again(self, session: Session, message: Rematch, may_open: Callable[[int], bool]) -> Sequel | None:
        """Have another game asked for, and give what it is made from; None where it was refused.

        Whoever is the first to ask makes its table: ``may_open`` says whether they may, and refuses it otherwise.
        """
        found: list[Sequel | None] = []

        async def ask() -> None:
            found.append(await self._running.ask_again(session, message, may_open))

        await self._in_turn(lambda: _answered(session, message.id, ask()))
        return found[0] if found else None

    async def follow(self, session: Session, message: Rematch, wish: Sequel) -> None:
        """Have a person seated who wants another game."""
        await self._in_turn(lambda: _answered(session, message.id, self._running.follow(session, message, wish)))

    async def see_off(self, session: Session, message: LeaveTable | Resign | SetAway) -> None:
        """Have somebody get up who is not at the table any more."""
        await self._in_turn(lambda: self._see_off(session, message))

    def wake(self) -> None:
        """Have the table see what is due, with nobody there."""
        self._inbox.put_nowait(self._running.wake)

    async def lose(self, session: Session) -> None:
        """Note that a connection has ended."""
        await self._in_turn(lambda: self._running.lose(session))

    async def close(self) -> None:
        """Finish what is being done, and end."""
        self._inbox.put_nowait(None)
        await self._task

    async def _in_turn(self, job: Job) -> None:
        """Wait until a job has had its turn; in a room that has ended nothing is left to do."""
        if self._task.done():
            return
        done = asyncio.get_running_loop().create_future()
        self._waiting.add(done)

        async def turn() -> None:
            try:
                await job()
            finally:
                self._over(done)

        self._inbox.put_nowait(turn)
        await done

    def _over(self, done: "asyncio.Future[None]") -> None:
        """Let somebody wait no longer."""
        self._waiting.discard(done)
        if not done.done():
            done.set_result(None)

    async def _answer(self, session: Session, message: OpenTable | AtTable) -> None:
        """Answer a request."""
        if isinstance(message, OpenTable):
            await _answered(session, message.id, self._running.open(session, message))
        elif (
            isinstance(message, JoinTable | WatchTable)
            and message.back
            and self._running.subscribers.overtaken(session)
        ):
            # Whoever comes back unasked takes nothing from where their person is by now.
            session.part(*SUPERSEDED)
        elif not isinstance(message, ARRIVALS) and session not in self:
            # Another connection of the same person came while this waited for its turn.
            session.say(Refused(message.id, ErrorCode.NOT_SEATED, "you are not at this table any more: join it again"))
        else:
            await _answered(session, message.id, self._running.answer(session, message))

    async def _see_off(self, session: Session, message: LeaveTable | Resign | SetAway) -> None:
        """Have somebody get up, unless they are there by another connection."""
        if session.account.id in self._running.subscribers.accounts():
            session.say(Refused(message.id, ErrorCode.NOT_SEATED, "you are at that table by another connection"))
        else:
            await _answered(session, message.id, self._running.answer(session, message))

    async def _run(self) -> None:
        """Do one job after the other until nobody is left."""
        while (job := await self._inbox.get()) is not None:
            try:
                await (job() if callable(job) else self._running.see_to(job))
            except Exception:  # noqa: BLE001  # a table that stumbles must not fall: it is folded again
                _log.exception("a fault at table %s", self.code)
                self._running.fail()
            if not self._running.busy and self._inbox.empty():
                break
        self._running.rest()
        self._ended(self)
        for done in tuple(self._waiting):
            self._over(done)


async def _answered(session: Session, id: int, answer: Awaitable[None]) -> None:
    """Wait for an answer; a fault of ours is told to who asked."""
    try:
        await answer
    except Exception:
        session.say(Refused(id, ErrorCode.SERVER_FAULT, TROUBLE))
        raise
