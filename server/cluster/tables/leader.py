"""What a table needs of its host, asked of the node that leads; see ``TableServices``."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from server.cluster.tables.line import Line
from server.cluster.tables.messages import (
    Append,
    Doubt,
    File,
    FreshCode,
    FromLeader,
    Note,
    Read,
    ReadBeliefs,
    ReadChanges,
    Remind,
)
from server.host.lobby.doubts import Doubts
from server.storage.store import Appended, AppendResult, Brief, RatingChange
from server.storage.threads import answered
from server.tables.heading import Heading
from server.tables.ladder import Ladder
from server.tables.log import Cause
from server.tables.rated import Player
from server.tables.ratings import Belief


class RecordWriter(Protocol):
    """Writes records without the node that leads; see ``Pen``."""

    @property
    def position(self) -> int:
        """The number of an entry behind which there is nothing that this writer knows to be stored."""

    async def append(self, log: str, expect: int, record: bytes) -> AppendResult:
        """Append a record to a log that has ``expect`` records; the heading of its table stays as it is."""


class LeaderStore:
    """The store, at the node that leads; most records are written from here."""

    def __init__(self, line: Line[FromLeader], pen: RecordWriter, clocked: Callable[[str], bool]) -> None:
        """Begin; ``clocked`` returns True for a table whose clock the node that leads starts anew with each record."""
        self._line = line
        self._pen = pen
        self._clocked = clocked
        self.noted: set[str] = set()
        """The tables whose heading the node that leads knows by their last record."""

    @property
    def position(self) -> int:
        """The number of an entry of the journal behind which there is no record of a table that has stopped here."""
        return self._pen.position

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Append a record; the node that leads does so if it has to note a heading, and this one otherwise."""
        if brief is None and not self._clocked(log):
            outcome = await self._pen.append(log, expect, record)
        else:
            outcome = await answered(self._line.ask(Append(log, expect, record, brief), AppendResult))
        if isinstance(outcome, Appended):
            self.noted.add(log)
        return outcome

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Return the records of a log."""
        records: tuple[bytes, ...] = await self._line.ask(Read(log, self.position), tuple[bytes, ...])
        return records

    async def beliefs(self, ladder: Ladder, players: Collection[Player]) -> dict[Player, Belief]:
        """Return what is known of the strength of players."""
        asked = ReadBeliefs(ladder, tuple(players))
        return dict(await self._line.ask(asked, tuple[tuple[Player, Belief], ...]))

    async def rating_changes(self, log: str) -> tuple[RatingChange, ...]:
        """Return what the game of a log has changed."""
        changes: tuple[RatingChange, ...] = await self._line.ask(ReadChanges(log), tuple[RatingChange, ...])
        return changes


class LeaderRegistrar:
    """The directory of tables and the archive, at the node that leads."""

    def __init__(self, line: Line[FromLeader], store: LeaderStore) -> None:
        self._line = line
        self._store = store
        self._doubts = Doubts()

    def note(self, brief: Heading) -> None:
        """Tell the heading of a table, unless it came with a record."""
        if brief.code in self._store.noted:
            self._store.noted.discard(brief.code)
        else:
            self._line.tell(Note(brief))

    def doubt(self, cause: Cause, code: str) -> None:
        """Remember a command whose outcome at a table is unknown, here and there."""
        self._doubts.add(cause, code)
        self._line.tell(Doubt(cause, code))

    def doubts(self, cause: Cause) -> str | None:
        """Return the table where the outcome of this command is unknown."""
        return self._doubts.table_of(cause)

    def in_doubt(self, cause: Cause) -> str | None:
        """Return the table where the outcome of this command is unknown, and forget it, here and there."""
        code = self._doubts.take(cause)
        if code is not None:
            self._line.tell(Doubt(cause, ""))
        return code

    def learn(self, cause: Cause, code: str) -> None:
        """Take a command whose outcome is unknown from the node that leads."""
        self._doubts.add(cause, code)

    async def fresh_code(self) -> str:
        """Return a table code that was never used."""
        return str(await self._line.ask(FreshCode(), str))

    def call(self) -> None:
        """Wake the task that files finished games."""
        self._line.tell(File())


class LeaderWakeups:
    """The wakeup times, at the node that leads; here is when the clock of each table was last started."""

    def __init__(self, line: Line[FromLeader]) -> None:
        self._line = line
        self._since: dict[str, float] = {}

    def learn(self, code: str, lapsed: float | None) -> None:
        """Take from the node that leads for how long the clock of a table has run."""
        if lapsed is None:
            self._since.pop(code, None)
        else:
            self._since[code] = asyncio.get_running_loop().time() - lapsed

    def forget(self, code: str) -> None:
        """Forget a table that runs here no more."""
        self._since.pop(code, None)

    def note(self, brief: Heading) -> None:
        """Start the clock of a table anew, as the node that leads does with each record."""
        self.learn(brief.code, None if brief.wake is None else 0.0)

    def remind(self, code: str, delay: float) -> None:
        """Have a table woken after ``delay`` seconds."""
        self._line.tell(Remind(code, delay))

    def again(self, code: str) -> None:
        """Have another attempt made."""
        self._line.tell(Remind(code, None))

    def since(self, code: str) -> float | None:
        """Return when the clock of a table was last started, by the loop clock of this node."""
        return self._since.get(code)


class LeaderBlocks:
    """Who is hidden from whom, as the node that leads says."""

    def __init__(self) -> None:
        self._hidden: dict[str, Mapping[str, str]] = {}

    def learn(self, account: str, hidden: Mapping[str, str]) -> None:
        """Take the accounts that are hidden from an account."""
        if hidden:
            self._hidden[account] = hidden
        else:
            self._hidden.pop(account, None)

    def hidden(self, account: str) -> Mapping[str, str]:
        """Return the accounts that are hidden from an account, with their names."""
        return self._hidden.get(account, {})
