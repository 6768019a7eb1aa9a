"""What people are told when the store fails."""

import asyncio
from typing import Any, Final

from protocol.codec import Codec, TypeForm
from protocol.errors import ErrorCode, ProtocolError
from protocol.vocabulary import Event
from server.host.services import HostServices
from server.storage.store import Append, Brief, BrokenLog, Unknown
from server.tables.commands import Denied
from server.tables.heading import Heading, is_open
from server.tables.log import DamagedLog, LogRecord
from server.tables.table import Progress, Step, Table, unfold

TROUBLE: Final = "the server cannot use its store now: try again later; what was accepted is kept"
"""What people are told while the store fails."""

TROUBLES: Final = frozenset({ErrorCode.SERVER_FAULT, ErrorCode.UNKNOWN_OUTCOME})
"""Why something is refused then."""


def not_stored(answer: Append) -> Denied:
    """Say why a command is not known to be kept."""
    if isinstance(answer, Unknown):
        return Denied(ErrorCode.UNKNOWN_OUTCOME, "nobody knows whether it was stored: repeat it with the same id")
    return Denied(ErrorCode.SERVER_FAULT, TROUBLE)


SLICE: Final = 50
"""Records that are folded before others get their turn: a long log must not hold up every other table."""


class Ledger:
    """Appends and folds."""

    def __init__(self, services: HostServices, code: str) -> None:
        """Look at the log of the table of this name."""
        self._services = services
        self._code = code
        self._kind = record_type(services.codec)
        self._kept: Heading | None = None

    async def load(self) -> Progress[Any] | None:
        """Give the table that the log tells of; None where there is none.

        Raises:
            StoreFault: the store cannot be read.
            DamagedLog: what it holds was not written by this program, or not all of it is there.
        """
        self._kept = None
        try:
            stored = await self._services.store.read(self._code)
        except BrokenLog as problem:
            raise DamagedLog(str(problem)) from problem
        table: Table[Any] | None = None
        steps: list[Step[Any]] = []
        records = (self._services.codec.unpack(self._kind, data) for data in stored)
        try:
            for progress in unfold(self._services.games, records):
                table = progress.table
                steps.extend(progress.steps)
                if not table.records % SLICE:
                    await asyncio.sleep(0)
        except ProtocolError as problem:
            raise DamagedLog(f"the log holds a record that cannot be read: {problem}") from problem
        return Progress(table, tuple(steps)) if table else None

    async def append(self, record: LogRecord[Event], number: int, brief: Heading) -> Append:
        """Store the record of this number, counted from 1, and the table's heading where that has changed."""
        codec = self._services.codec
        kept = None if brief == self._kept else Brief(codec.pack(brief), is_open(brief))
        answer = await self._services.store.append(self._code, number - 1, codec.pack(record), kept)
        self._kept = brief
        return answer


def record_type(codec: Codec) -> type[LogRecord[Event]]:
    """Give the type of the records that hold the events of every game that the codec knows."""
    generic: TypeForm = LogRecord
    kind: type[LogRecord[Event]] = generic[codec.events]
    return kind
