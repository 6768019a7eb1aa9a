"""The node that leads, towards one that runs tables for it: it stores what it must know, and has their connections."""

from collections.abc import Awaitable

from protocol.messages import Goodbye
from server.cluster.tables.line import Line
from server.cluster.tables.messages import (
    Append,
    Doubt,
    File,
    FreshCode,
    FromNode,
    Gone,
    Last,
    Leaving,
    MayOpen,
    Note,
    Part,
    Read,
    ReadBeliefs,
    ReadChanges,
    Remind,
    Run,
    Say,
    Stopped,
)
from server.cluster.tables.remote_table import NodeAccess, RemoteTable
from server.cluster.tables.visits import Visits
from server.cluster.writers import Admission
from server.host.accounts.guests import ANY_ID
from server.host.tables.parts import HostParts
from server.host.tables.running import Ended
from server.storage.store import Appended, AppendResult, Brief, StoreFault
from server.tables.heading import Heading

_Asked = Append | Read | ReadBeliefs | ReadChanges | FreshCode | MayOpen


class TableNode:
    """One node, its line and the tables that it runs."""

    def __init__(self, name: str, line: Line[FromNode], parts: HostParts, admission: Admission) -> None:
        self.name = name
        self.line = line
        self._admission = admission
        self.visits = Visits(name, line, parts.blocks.hidden)
        self._access = NodeAccess(line, parts.services.codec, self.visits, parts.directory, self._settle)
        self.leaving = False
        """True once it begins to run no more tables."""
        self.ended = False
        """True once it runs none at all."""
        self._parts = parts
        self._tables: dict[str, tuple[RemoteTable, Ended]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of its tables."""
        return tuple(self._tables)

    def run(self, code: str, ended: Ended) -> RemoteTable:
        """Let the node run a table from now on; the caller must send it a request at once."""
        table = RemoteTable(self._access, code)
        self._tables[code] = table, ended
        since = self._parts.wakeups.since(code)
        self.line.tell(Run(code, None if since is None else self._parts.wakeups.lapsed(code)))
        return table

    def _settle(self, table: RemoteTable) -> None:
        """End a table that has stopped, once nothing is asked of it any more."""
        if (table.stopped or self.ended) and not table.queued and not table.over:
            table.over = True
            _table, ended = self._tables.pop(table.code)
            ended(table.code)
            for session in tuple(table.members):
                table.settle(session, here=False)
                # The table goes on elsewhere: its client comes back by itself.
                session.end()

    def lose(self) -> None:
        """End every table, since the line has ended."""
        self.ended = True
        for table, _ended in tuple(self._tables.values()):
            for session in table.members:
                if session.via.node == self.name:
                    session.last = ANY_ID
            self._settle(table)

    def take(self, message: FromNode) -> Awaitable[object] | None:
        """Do what the node says; what it asks is answered by what is returned."""
        match message:
            case Say() | Part() | Gone() | Last():
                self._tell(message)
            case Stopped():
                self._stop(message)
            case Leaving():
                self.leaving = True
            case Doubt() | Note() | File() | Remind():
                self._note(message)
            case Append() | Read() | ReadBeliefs() | ReadChanges() | FreshCode() | MayOpen():
                return self._answer(message)
        return None

    def _tell(self, message: Say | Part | Gone | Last) -> None:
        """Pass on what is for a connection, unless that has left."""
        session = self.visits.get(message.session)
        if session is None:
            return
        match message:
            case Say(frames=frames):
                session.pass_on(frames)
            case Last(command=command):
                session.last = max(session.last, command)
            case Part(goodbye=data):
                farewell = self._parts.services.codec.decode_server(data)
                assert isinstance(farewell, Goodbye)
                session.part_with(farewell)
            case Gone(code=code):
                if code in self._tables:
                    self._tables[code][0].settle(session, here=False)

    def _stop(self, stopped: Stopped) -> None:
        self._admission.expect(stopped.code, stopped.position)
        if stopped.code in self._tables:
            table, _ended = self._tables[stopped.code]
            # A request that is on its way makes the node run it again.
            table.requests -= stopped.requests
            table.stopped = self.leaving or not table.requests
            self._settle(table)

    def _note(self, message: Doubt | Note | File | Remind) -> None:
        match message:
            case Doubt(cause, code):
                if code:
                    self._parts.directory.doubt(cause, code)
                else:
                    self._parts.directory.in_doubt(cause)
            case Note(heading):
                self._parts.note(heading, stored=False)
            case File():
                self._parts.archivist.call()
            case Remind(code, delay):
                if delay is None:
                    self._parts.wakeups.again(code)
                else:
                    self._parts.wakeups.remind(code, delay)

    async def _answer(self, message: _Asked) -> object:
        store = self._parts.services.store
        match message:
            case Append(code, expect, record, brief):
                return await self._append(code, expect, record, brief)
            case Read(code, position):
                self._admission.expect(code, position)
                return await store.read(code)
            case ReadBeliefs(ladder, players):
                return tuple((await store.beliefs(ladder, players)).items())
            case ReadChanges(code):
                return await store.rating_changes(code)
            case FreshCode():
                return await self._parts.directory.fresh_code()
            case MayOpen(number, command):
                may_open = self.visits.may_open(number)
                return may_open is not None and await may_open(command)

    async def _append(self, code: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Store a record for a table that this node runs, and note its heading.

        Raises:
            StoreFault: another node runs the table by now; nothing was stored.
        """
        if code not in self._tables:
            raise StoreFault("another node runs this table by now")
        outcome = await self._parts.services.store.append(code, expect, record, brief)
        if isinstance(outcome, Appended):
            heading = (
                self._parts.services.codec.unpack(Heading, brief.heading)
                if brief is not None
                else self._parts.directory.heading(code)
            )
            if heading is not None:
                self._parts.note(heading, stored=True)
        return outcome
