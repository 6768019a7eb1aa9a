"""The command ``tables``: the tables that one can sit down at or come back to."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from protocol.messages import ListTables, Tables
from protocol.setup import OptionValue
from protocol.tableview import TableEntry
from server.fronts.ssh.desk.command import Caller, Command, Document, expect
from server.fronts.ssh.desk.page import cleaned, columns, named, together, worded

_USAGE: Final = "tables [--json]"


class TableLine(Struct, frozen=True):
    """One table."""

    table: str
    """Its code."""

    game: str
    """What is played."""

    players: int
    """How many seats there are."""

    options: dict[str, OptionValue]
    """The options that differ from their default."""

    phase: str
    """``gathering``, ``playing`` or ``over``."""

    summary: str
    """How far it has come, in a few words."""

    names: tuple[str, ...]
    """Who sits there, by seat; empty for a free seat."""

    yours: bool
    """Whether the visitor has a seat there."""

    total: int | None
    """The visitor's own total so far."""


class TablesFound(Document, frozen=True):
    """The tables."""

    tables: tuple[TableLine, ...]
    """One's own first, the newest first."""

    def text(self) -> str:
        """Write a line or more for each table."""
        if not self.tables:
            return "No table is open. `ssh -t chwech@HOST` opens one.\n"
        rows = [("Table", "Seats", "State", "Yours", "Players"), *map(_row, self.tables)]
        return "\n".join(columns(rows)) + "\n"


async def _run(words: Sequence[str], caller: Caller) -> Document:
    expect(words, _USAGE, 0)
    async with caller.host() as host:
        found = await host.ask(ListTables, Tables)
    return TablesFound(tuple(map(_line, found.tables)))


def _line(entry: TableEntry) -> TableLine:
    return TableLine(
        table=worded(entry.table),
        game=worded(entry.setup.game),
        players=entry.setup.players,
        options=cleaned(entry.setup.options),
        phase=entry.phase.value,
        summary=worded(entry.summary),
        names=tuple(map(named, entry.names)),
        yours=entry.yours,
        total=entry.total,
    )


def _row(line: TableLine) -> tuple[str, ...]:
    taken = [name for name in line.names if name]
    yours = "" if not line.yours else "yes" if line.total is None else str(line.total)
    return (
        line.table,
        f"{len(taken)}/{line.players}",
        line.summary,
        yours or "-",
        ", ".join(map(together, taken)) or "nobody",
    )


TABLES: Final = Command(
    (_USAGE,),
    "list the tables to sit down at or to come back to",
    _run,
    "Your own tables come first; `Yours` is your total there. Sit down with `ssh -t chwech@HOST CODE`.",
)
"""The command."""
