"""Runs tables for the node that leads, as long as it leads and says which.

There is one line at a time, that of the latest lead: a table runs at one node, and what another would store for it is
refused by the node that leads.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from protocol.messages import TableShown
from server.cluster.carried import CarriedConnections
from server.cluster.tables.direct import DirectCommands
from server.cluster.tables.leader import LeaderBlocks, LeaderRegistrar, LeaderStore, LeaderWakeups, RecordWriter
from server.cluster.tables.line import Line
from server.cluster.tables.messages import (
    Ask,
    AskAgain,
    Begin,
    Close,
    Convene,
    Disturbed,
    EndRound,
    Enter,
    Follow,
    FromLeader,
    Gone,
    Last,
    Leave,
    Leaving,
    Look,
    Lose,
    MayOpen,
    Overrule,
    Rated,
    Run,
    SeeOff,
    Stopped,
    Wake,
)
from server.cluster.tables.visitor import Visitor
from server.host.clock import SharedTime, StallDetector
from server.host.services import HostServices
from server.host.tables.actor import TableActor
from server.host.tables.services import TableServices
from server.host.workers import Workers
from server.storage.store import StoreFault
from server.tables.commands import Denied
from server.tables.log import cause_of

_log = logging.getLogger(__name__)

HANDOVER_SECONDS: Final = 2.0
"""Seconds that the node that leads has to store what tables are doing when this node ends."""


Pens = Callable[[int, str], RecordWriter]
"""Returns what writes records under a name, as long as the lead has changed so many times."""

_Requests = Ask | AskAgain | Follow | SeeOff | Lose | Convene | EndRound | Overrule | Look | Close


class TablesOfLead:
    """The tables that are run for one lead."""

    def __init__(
        self,
        services: HostServices,
        workers: Workers,
        line: Line[FromLeader],
        carried: CarriedConnections,
        pen: RecordWriter,
    ) -> None:
        self._line = line
        self._carried = carried
        self._codec = services.codec
        self._meters = services.meters
        self._actors: dict[str, TableActor] = {}
        self._requests: dict[str, int] = {}
        """How many requests and wakeups have come to each table since it began to run here."""
        self._visitors: dict[int, Visitor] = {}
        self._direct: dict[int, DirectCommands] = {}
        """What takes the commands of those connections that come through this node and are at a table."""
        self._members: dict[str, set[int]] = {}
        """The connections at each table."""
        self._closing = False
        self._wakeups = LeaderWakeups(line)
        self._store = LeaderStore(line, pen, lambda code: self._wakeups.since(code) is not None)
        self._registrar = LeaderRegistrar(line, self._store)
        self._blocks = LeaderBlocks()
        self._timing = SharedTime(StallDetector(), self._wakeups, asyncio.get_running_loop().time())
        self._shared = TableServices(
            services, self._store, self._registrar, self._registrar, self._timing, self._blocks, workers
        )

    def __len__(self) -> int:
        return len(self._actors)

    async def close(self) -> None:
        """Finish the job in progress at every table, and end them all."""
        self._closing = True
        for number in tuple(self._direct):
            self._release(number)
        for actor in tuple(self._actors.values()):
            await actor.close()

    def take(self, message: FromLeader) -> Awaitable[object] | None:
        """Do what the node that leads says; what it asks is answered by what is returned."""
        match message:
            case Run(code, lapsed):
                self._wakeups.learn(code, lapsed)
            case Disturbed():
                self._timing.disturb()
            case Enter():
                self._enter(message)
            case Leave(session):
                self._leave(session)
            case Rated(code):
                if code in self._actors:
                    self._actors[code].rated()
            case Wake(code):
                self._actor(code).wake()
            case (
                Ask()
                | AskAgain()
                | Follow()
                | SeeOff()
                | Lose()
                | Convene()
                | EndRound()
                | Overrule()
                | Look()
                | Close()
            ):
                return self._answer(message)
        return None

    def _enter(self, message: Enter) -> None:
        visitor = self._visitors.get(message.session)
        if visitor is None:
            carried = self._carried.get(message.pipe)
            visitor = Visitor(self._line, self._codec, self._meters, message.session, message.run, carried)
            self._visitors[message.session] = visitor
        visitor.account = message.account
        self._blocks.learn(message.account.id, message.hidden)

    def _leave(self, session: int) -> None:
        self._release(session)
        gone = self._visitors.pop(session, None)
        if gone is None or not self._blocks.hidden(gone.account.id):
            return
        if all(visitor.account.id != gone.account.id for visitor in self._visitors.values()):
            self._blocks.learn(gone.account.id, {})

    def _actor(self, code: str) -> TableActor:
        """Return the actor of a table, started if need be; the caller must send it a request at once."""
        self._requests[code] = self._requests.get(code, 0) + 1
        actor = self._actors.get(code)
        if actor is None:
            actor = self._actors[code] = TableActor(self._shared, code, self._ended)
        return actor

    def _ended(self, code: str) -> None:
        actor = self._actors.pop(code)
        for number in self._members.pop(code, ()):
            self._release(number, actor)
        self._wakeups.forget(code)
        self._line.tell(Stopped(code, self._requests.pop(code), self._store.position))

    async def _answer(self, message: _Requests) -> object:
        actor = self._actor(message.code)
        match message:
            case Convene(order=order):
                await actor.convene(order)
            case EndRound():
                await actor.call_time()
            case Close():
                await actor.close()
            case Overrule(command=command):
                return await actor.overrule(command)
            case Look():
                return await self._look(actor)
            case _:
                return await self._answer_person(actor, message)
        return None

    async def _answer_person(self, actor: TableActor, message: Ask | AskAgain | Follow | SeeOff | Lose) -> object:
        visitor = self._visitors[message.session]
        if isinstance(message, Lose):
            self._release(message.session, actor)
            await actor.lose(visitor)
            return self._is_at(actor, message.session)
        said: Any = self._codec.decode_client(message.message)
        if isinstance(message, Ask | Follow) and message.doubtful:
            self._registrar.learn(cause_of(visitor.account.id, said), message.code)
        match message:
            case Ask():
                await actor.ask(visitor, said)
            case Follow(order=order):
                await actor.follow(visitor, said, order)
            case SeeOff():
                await actor.see_off(visitor, said)
            case AskAgain(session=number):
                return await actor.ask_again(visitor, said, self._may_open(number))
        here = self._is_at(actor, message.session)
        if here:
            self._attach(actor, message.session, said.id)
        elif self._closing:
            # The table may have ended before it came to this: the client is to ask again, elsewhere.
            raise StoreFault("this table goes on elsewhere")
        return here

    def _may_open(self, number: int) -> Callable[[int], Awaitable[bool]]:
        async def may_open(command: int) -> bool:
            return bool(await self._line.ask(MayOpen(number, command), bool))

        return may_open

    def _is_at(self, actor: TableActor, asking: int) -> bool:
        """Return True if a connection is at a table; what it asked may have removed others, which is told."""
        members = self._members.get(actor.code, set()) | {asking}
        for number in tuple(members):
            visitor = self._visitors.get(number)
            if visitor is None or visitor not in actor:
                members.discard(number)
                self._release(number, actor)
                if number != asking:
                    self._line.tell(Gone(actor.code, number))
        if self._actors.get(actor.code) is actor:
            self._members[actor.code] = members
        return asking in members

    def _attach(self, actor: TableActor, number: int, command: int) -> None:
        """Let a table take what its client sends it, if that comes through this node and nothing is on its way."""
        visitor, direct = self._visitors[number], self._direct.get(number)
        if visitor.carried is None or visitor.behind not in (0, command) or self._actors.get(actor.code) is not actor:
            return
        visitor.behind = 0
        if direct is None or direct.actor is not actor:
            direct = DirectCommands(visitor, actor, self._codec, partial(self._is_at, actor, number))
            self._direct[number], visitor.carried.take = direct, direct.take

    def _release(self, number: int, actor: TableActor | None = None) -> None:
        """Let everything that a client sends go to the node that leads, unless it is at another table than this."""
        direct = self._direct.get(number)
        if direct is None or actor not in (None, direct.actor):
            return
        del self._direct[number]
        visitor = self._visitors[number]
        visitor.behind = 0
        if visitor.carried is not None:
            visitor.carried.take = None
        self._line.tell(Last(number, visitor.last))

    async def _look(self, actor: TableActor) -> tuple[Denied | None, bytes, tuple[bytes, ...]]:
        seen = await actor.glimpse()
        if isinstance(seen, Denied):
            return seen, b"", ()
        view = self._codec.encode_server(TableShown(1, seen.view))
        return None, view, tuple(self._codec.encode_server(event) for event in seen.events)


class TableRunner:
    """Takes the line of the node that leads, and runs tables for it."""

    def __init__(
        self, services: HostServices, epoch: Callable[[], int], carried: CarriedConnections, pens: Pens
    ) -> None:
        """Begin without tables.

        Args:
            services: what tables need; the store is that of the node that leads.
            epoch: returns how many times the lead has changed as far as this node knows.
            carried: the connections of this node.
            pens: returns what writes records for this node; takes the number of the lead and the writer's name.
        """
        self._services = services
        self._pens = pens
        self._carried = carried
        self._epoch = epoch
        self._workers = Workers(services.worker_bots)
        self._lead = 0
        self._line: Line[FromLeader] | None = None
        self._tables: TablesOfLead | None = None
        self._closing = False

    @property
    def running(self) -> int:
        """The number of tables that run here."""
        return len(self._tables) if self._tables is not None else 0

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Run tables for a node that says it leads, until its line ends or another one says so."""
        line: Line[FromLeader] = Line(reader, writer, FromLeader)
        tables: TablesOfLead | None = None

        def take(message: FromLeader) -> Awaitable[object] | None:
            nonlocal tables
            if isinstance(message, Begin):
                tables = self._begin(line, message)
            elif tables is not None and self._line is line:
                return tables.take(message)
            return None

        try:
            await line.run(take)
        finally:
            if self._line is line:
                self._line = self._tables = None
            if tables is not None:
                await tables.close()

    async def close(self) -> None:
        """Finish the job in progress at every table, hand all of them over, and run none any more."""
        self._closing = True
        if self._line is not None and self._tables is not None:
            self._line.tell(Leaving())
            # A table that was cancelled in the middle of a job could not be ended any more.
            await asyncio.wait([asyncio.create_task(self._tables.close())], timeout=HANDOVER_SECONDS)
        await self.drop()

    async def drop(self) -> None:
        """Run no table any more, at once: what is not stored by now counts for nothing."""
        self._closing = True
        if self._line is not None:
            self._line.end()
        await self._workers.close()

    def _begin(self, line: Line[FromLeader], begun: Begin) -> TablesOfLead | None:
        """Run the tables of a line from now on, and return them, unless a later lead than this one is known.

        A node that leads has one line at a time to this one: its newest counts, when NATS has lost a part of another.
        """
        if self._closing or begun.epoch < max(self._lead, self._epoch()):
            line.end()
            return None
        pen = self._pens(begun.epoch, begun.writer)
        tables = TablesOfLead(self._services, self._workers, line, self._carried, pen)
        before, self._line, self._tables, self._lead = self._line, line, tables, begun.epoch
        if before is not None:
            before.end()
        return tables
