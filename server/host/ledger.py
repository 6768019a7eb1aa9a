"""The log of one table: appends records, and folds the table from them."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from protocol.codec import Codec
from protocol.errors import ErrorCode, ProtocolError
from protocol.language import sentence
from server.host.services import HostServices
from server.storage.store import Brief, BrokenLog, CompactedLog, Conflict, Failed, StoreFault, Unknown
from server.tables.commands import Denied
from server.tables.heading import Heading, is_open
from server.tables.log import DamagedLog, LogRecord, PutAwayLog
from server.tables.table import Progress, Step, Table, unfold

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
            text = sentence("the log of this table is damaged: {problem}", problem=problem)
            return Denied(ErrorCode.SERVER_FAULT, text)
        if progress is None:
            return Denied(ErrorCode.UNKNOWN_TABLE, sentence("there is no such table: look at the list"))
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
                _log.error("table %s: nobody knows whether a record is stored: %s", self._code, text)
                said = sentence("this may not be stored: repeat it if the table does not show it")
                return Denied(ErrorCode.UNKNOWN_OUTCOME, said)
            case _:
                return None
        return Denied(ErrorCode.SERVER_FAULT, TROUBLE)


def record_reader(codec: Codec) -> Callable[[bytes], LogRecord]:
    """Return the function that reads records."""
    return lambda data: codec.unpack(LogRecord, data)
