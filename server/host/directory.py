"""The directory of unfinished tables and which of them wait for players, and the log of each table."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Container, Iterator
from itertools import chain, islice
from typing import Final

from protocol.codec import Codec
from protocol.errors import ErrorCode, ProtocolError
from protocol.language import sentence
from protocol.setup import OptionValue, Setup
from protocol.table import QuickTable, TableEntry, TablePhase
from server.host.limits import LISTED, OPENINGS, TokenBuckets
from server.host.services import HostServices
from server.storage.store import Brief, BrokenLog, CompactedLog, Conflict, Failed, StoreFault, Unknown
from server.tables.chairs import seat_of
from server.tables.commands import Denied, denied, spent
from server.tables.heading import Heading, accounts, entry, invites, is_open, last_played, persons, vacant
from server.tables.log import Cause, DamagedLog, LogRecord, PutAwayLog
from server.tables.names import table_code
from server.tables.table import Progress, Step, Table, unfold

MOST: Final = 1000  # Commands of unknown outcome that are remembered; the earliest ones are forgotten.
LONG_MOVE: Final = 3600.0  # Seconds for a move: a table with this much or more is no match for a quick search.

Kind = tuple[str, int, tuple[tuple[str, OptionValue], ...]]
"""What is played, regardless of who deals first."""


def _waits(brief: Heading) -> bool:
    """Return True if a player could take a seat where people wait, and play as soon as enough have come."""
    if brief.phase is not TablePhase.GATHERING or brief.closed or not brief.arrangement.listed:
        return False
    return brief.arrangement.clock.seconds < LONG_MOVE and vacant(brief) > 0 and persons(brief) > 0


def _kind(setup: Setup) -> Kind:
    return (setup.game, setup.players, tuple(sorted(setup.options.items())))


def _does(setup: Setup, wanted: QuickTable) -> bool:
    return setup.game in wanted.games or _kind(setup) == _kind(wanted.setup)


def _at_turn(brief: Heading) -> set[str]:
    """Return the accounts whose time runs in a correspondence game."""
    chairs = (brief.chairs[seat] for seat in brief.turn)
    return {chair.account for chair in chairs if chair is not None and chair.account}


_CODE_BYTES: Final = 16


class TableDirectory:
    """The headings of unfinished tables, oldest first, indexed so that no reader needs a search of all of them."""

    def __init__(self, services: HostServices) -> None:
        self._services = services
        self._headings: dict[str, Heading] = {}
        self._concerned: dict[str, tuple[str, ...]] = {}  # Most have one: a set of it would take four times as much.
        self._inviting: dict[str, None] = {}
        self._public: dict[str, None] = {}
        self.changed: Callable[[str, frozenset[str]], None] = lambda *_: None
        """Called with the code of a table that has changed, and the accounts that it concerns."""
        self._doubts: dict[Cause, str] = {}
        self.lapsed: Callable[[str], float] = lambda _: 0.0
        """Returns the seconds that a table's clock has run since its last record, if it runs without players."""
        self.ended: Callable[[str], None] = lambda _: None  # Called with the code of a table that has ended.
        self.unlisted: Container[str] = ()  # Accounts that no list names.
        self.turned: Callable[[str, str], None] = lambda *_: None
        """Called with each account whose turn it has become at a correspondence table, and the name of the game."""
        self.openings = TokenBuckets(OPENINGS)
        """Tables that each account has made lately: even a table that is left at once stays on the disk for long."""

    async def load(self) -> None:
        """Load every unfinished table; raise ``RemoteProtocolError`` if the store holds data of another program."""
        headings = [self._services.codec.unpack(Heading, stored) for stored in await self._services.store.live()]
        for brief in sorted(headings, key=lambda brief: brief.opened_at):
            self.note(brief)

    def note(self, brief: Heading) -> None:
        """Update a table."""
        before = self._headings.get(brief.code)
        if brief == before:
            return
        for account in accounts(before) - accounts(brief) if before else ():
            self._forget(account, brief.code)
        if is_open(brief):
            self._headings[brief.code] = brief
            for account in accounts(brief):
                if brief.code not in (codes := self._concerned.get(account, ())):
                    self._concerned[account] = (*codes, brief.code)
            listed = brief.arrangement.listed
            watched = brief.phase is TablePhase.PLAYING and brief.arrangement.watching
            _mark(self._inviting, brief.code, there=listed and invites(brief))
            _mark(self._public, brief.code, there=listed and (watched or invites(brief)))
        else:
            for index in (self._headings, self._inviting, self._public):
                index.pop(brief.code, None)
            for account in accounts(brief):
                self._forget(account, brief.code)
            self.ended(brief.code)
        for account in _at_turn(brief) - (_at_turn(before) if before else set()):
            self.turned(account, brief.setup.game)
        self.changed(brief.code, accounts(brief) | (accounts(before) if before else frozenset()))

    def __len__(self) -> int:
        return len(self._headings)

    def __contains__(self, code: str) -> bool:
        return code in self._headings

    def heading(self, code: str) -> Heading | None:
        """Return the heading of an unfinished table; None if there is no such table."""
        return self._headings.get(code)

    def unfinished(self) -> tuple[Heading, ...]:
        """Return every unfinished table."""
        return tuple(self._headings.values())

    def waiting(self) -> Iterator[Heading]:
        """Yield the listed tables where people wait for others."""
        return (brief for code in self._inviting if _waits(brief := self._headings[code]))

    def waits(self, code: str, wanted: QuickTable) -> bool:
        """Return True if people wait at a table for a game that will do."""
        brief = self._headings.get(code)
        return brief is not None and _waits(brief) and _does(brief.setup, wanted)

    def fitting(self, account: str, wanted: QuickTable) -> list[str]:
        """Return the tables that an account may join for a game that will do, those with most people first."""
        found = [brief for brief in self.waiting() if _does(brief.setup, wanted) and account not in brief.barred]
        return [brief.code for brief in sorted(found, key=persons, reverse=True)]

    def made_by_account(self, account: str) -> int:
        """Return how many unfinished tables an account has created."""
        return sum(brief.maker == account for brief in self._concerning(account))

    def seated_at(self, account: str) -> tuple[str, ...]:
        """Return the unfinished tables at which an account has a seat."""
        concerning = self._concerning(account)
        return tuple(brief.code for brief in concerning if seat_of(brief.chairs, account) is not None)

    def led_by_command(self, cause: Cause, *others: Cause) -> str | None:
        """Return the table that this very command, or another form of it, opened or found by a quick search."""
        ways = ((brief, known) for brief in self._concerning(cause.account) for known in brief.led)
        used = [way for way in ways if (way[1].account, way[1].id) == (cause.account, cause.id)]
        again = (brief.code for brief, known in used if known in (cause, *others))
        code = next(again, None)
        if used and code is None:
            raise spent(cause.id)
        return code

    def doubt(self, cause: Cause, code: str) -> None:
        """Remember a command whose outcome at this table is unknown: it may have created the table or taken a seat."""
        self._doubts[cause] = code
        if len(self._doubts) > MOST:
            self._doubts.pop(next(iter(self._doubts)))

    def doubts(self, cause: Cause) -> str | None:
        """Return the table where the outcome of this command is unknown."""
        return self._doubts.get(cause)

    def in_doubt(self, cause: Cause) -> str | None:
        """Return the table where the outcome of this command is unknown, and forget it: the caller will find out."""
        return self._doubts.pop(cause, None)

    def listed(self, account: str, *, watched: bool = False) -> tuple[TableEntry, ...]:
        """Return the tables that an account can go to, or also watch; its own first, the last played first."""
        others = self._public if watched else self._inviting
        concerning = sorted(self._concerning(account), key=last_played, reverse=True)
        own = dict.fromkeys(brief.code for brief in concerning if self._seated(brief, account))
        codes = chain(own, (code for code in reversed(others) if code not in own))
        return tuple(self._entry(self._headings[code], account) for code in islice(codes, LISTED))

    def entry_for(self, code: str, account: str) -> TableEntry | None:
        """Return the lobby entry of one table for an account ("" for no account); None if it is not shown there."""
        brief = self._headings.get(code)
        if brief is None or (code not in self._public and not self._seated(brief, account)):
            return None
        return self._entry(brief, account)

    def public(self) -> tuple[str, ...]:
        """Return the codes of the tables that everyone sees in the lobby."""
        return tuple(self._public)

    def phases(self) -> Counter[TablePhase]:
        """Return how many unfinished tables there are in each phase."""
        return Counter(brief.phase for brief in self._headings.values())

    def clock(self) -> float:
        """Return the wall clock minus the loop clock, in seconds; it changes only when the wall clock is set."""
        return self._services.outside.now() - asyncio.get_running_loop().time()

    def with_deadlines(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield the correspondence tables where time runs, each with the accounts that it concerns."""
        return ((code, accounts(brief)) for code, brief in self._headings.items() if brief.left is not None)

    def sits(self, code: str, account: str) -> bool:
        """Return True if an account has a seat at an unfinished table."""
        brief = self._headings.get(code)
        return brief is not None and self._seated(brief, account)

    async def fresh_code(self) -> str:
        """Return a table code that was never used."""
        while True:
            code = table_code(self._services.outside.entropy(_CODE_BYTES))
            with contextlib.suppress(CompactedLog):
                if not await self._services.store.read(code):
                    return code

    def _concerning(self, account: str) -> list[Heading]:
        return [self._headings[code] for code in self._concerned.get(account, ())]

    def _entry(self, brief: Heading, account: str) -> TableEntry:
        """Return the entry of a table, with its deadline by the wall clock.

        The remaining time is counted by the loop clock, which cannot be set.
        """
        left = brief.left
        deadline = None if left is None else round(self._services.outside.now() + left - self.lapsed(brief.code))
        return entry(brief, account, deadline, self.unlisted)

    @staticmethod
    def _seated(brief: Heading, account: str) -> bool:
        """Return True if an account has a seat; a bot's own seat belongs to no account."""
        return bool(account) and seat_of(brief.chairs, account) is not None

    def _forget(self, account: str, code: str) -> None:
        left = tuple(other for other in self._concerned.pop(account, ()) if other != code)
        if left:
            self._concerned[account] = left


def _mark(codes: dict[str, None], code: str, *, there: bool) -> None:
    if there:
        codes[code] = None
    else:
        codes.pop(code, None)


_log = logging.getLogger(__name__)

TROUBLE: Final = sentence("the server cannot use its store now: try again later; everything accepted so far is kept")
"""The message to clients while the store fails."""

TROUBLES: Final = frozenset({ErrorCode.SERVER_FAULT, ErrorCode.UNKNOWN_OUTCOME})


SLICE: Final = 50  # Records folded before other tasks get a turn: a long log must not block every other table.


class Ledger:
    """Reads and writes the log of one table."""

    def __init__(self, services: HostServices, code: str) -> None:
        self._services = services
        self._store = services.store
        self._code = code
        self._read = record_reader(services.codec)
        self._kept: Heading | None = None

    async def look_up(self) -> Progress | Denied:
        """Return the table folded from its log, or why there is none."""
        try:
            progress = await self.load()
        except StoreFault as problem:
            _log.error("table %s cannot be read: %s", self._code, problem)
            return Denied(ErrorCode.SERVER_FAULT, TROUBLE)
        except PutAwayLog:
            text = sentence("what was played at this table is over: find it among your finished games")
            return Denied(ErrorCode.UNKNOWN_TABLE, text)
        except DamagedLog as problem:
            _log.error("table %s is damaged: %s", self._code, problem)
            return denied(ErrorCode.SERVER_FAULT, "the log of this table is damaged: {problem}", problem=problem)
        if progress is None:
            return denied(ErrorCode.UNKNOWN_TABLE, "there is no such table: look at the list")
        return progress

    async def load(self) -> Progress | None:
        """Return the table folded from its log; None if there is no log.

        Raises:
            PutAwayLog: the log was compacted.
            DamagedLog: the log was not written by this program, or is incomplete.
        """
        self._kept = None
        try:
            stored = await self._store.read(self._code)
        except CompactedLog as problem:
            raise PutAwayLog(str(problem)) from problem
        except BrokenLog as problem:
            raise DamagedLog(str(problem)) from problem
        table: Table | None = None
        steps: list[Step] = []
        records = map(self._read, stored)
        try:
            for progress in unfold(self._services.games, records):
                table = progress.table
                steps.extend(progress.steps)
                if not table.records % SLICE:
                    await asyncio.sleep(0)
        except ProtocolError as problem:
            raise DamagedLog(f"the log holds a record that cannot be read: {problem}") from problem
        return Progress(table, tuple(steps)) if table else None

    async def append(self, record: LogRecord, number: int, brief: Heading) -> Denied | None:
        """Store the record of this number, counted from 1, and the heading of the table if that has changed.

        Return the refusal of a command whose record is not known to be stored; None once it is.
        """
        codec = self._services.codec
        kept = None if brief == self._kept else Brief(codec.pack(brief), is_open(brief))
        answer = await self._store.append(self._code, number - 1, codec.pack(record), kept)
        self._kept = brief
        match answer:
            case Conflict(length):
                _log.error("table %s: its log has %d records by now, which others have written", self._code, length)
            case Failed(text):
                _log.error("table %s: nothing can be stored: %s", self._code, text)
            case Unknown(text):
                _log.error("table %s: it is unknown whether a record is stored: %s", self._code, text)
                said = sentence("this may not be stored: repeat it if the table does not show it")
                return Denied(ErrorCode.UNKNOWN_OUTCOME, said)
            case _:
                return None
        return Denied(ErrorCode.SERVER_FAULT, TROUBLE)


def record_reader(codec: Codec) -> Callable[[bytes], LogRecord]:
    """Return the function that reads records."""
    return lambda data: codec.unpack(LogRecord, data)
