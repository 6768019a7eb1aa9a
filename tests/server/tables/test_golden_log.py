"""A log of each version as it was stored once: every later program has to fold it to the same table.

``python -m tests.server.tables.test_golden_log`` writes the file anew: only do so with a new version of the log.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from protocol.codec import Codec
from protocol.message import Seat
from protocol.messages import Act, Begin, Continue, LeaveTable, OpenTable
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.host.tables.ledger import record_reader
from server.rules.registry import GAMES
from server.rules.values import Seats
from server.tables.commands import BotMove, Command, DealCards, Done, Sit
from server.tables.handle import handle
from server.tables.log import Cause, LogRecord
from server.tables.opening import TableOpening, open_table
from server.tables.table import Table, arrive, fold
from tests.server.tables.desk import asked

PATH: Final = Path(__file__).parents[2] / "golden" / "log-v1.hex"
"""One record a line, in hex."""

CODEC: Final = Codec()
"""The words of the product."""

TOTALS: Final = (37, 84, 90, 62)
"""How the game of the log ended."""


def read() -> list[bytes]:
    """Give the records as they were stored."""
    return [bytes.fromhex(line) for line in PATH.read_text().splitlines()]


def test_a_log_is_folded() -> None:
    """The records are read, and give the table that they gave when they were written."""
    records = list(map(record_reader(CODEC), read()))
    folded = fold(GAMES, records)
    assert folded is not None
    assert folded.table.phase is TablePhase.OVER
    assert folded.table.game.totals(folded.table.state) == TOTALS
    assert [chair.name if chair else "" for chair in folded.table.chairs] == ["Ann", "Ben", "Megan", "Dylan"]
    assert folded.table.seq == len(folded.steps)


def test_a_log_is_written_alike() -> None:
    """What was read is written as the same bytes."""
    for data in read():
        assert CODEC.pack(record_reader(CODEC)(data)) == data


def test_the_table_writes_this_log() -> None:
    """The same commands give the same log, byte for byte, so a change of the format does not go unseen."""
    assert [CODEC.pack(record) for record in written()] == read()


def written() -> Iterator[LogRecord]:
    """Play a game of one deal, with everything that a log can hold."""
    wish = TableOpening(
        Cause("ann", 1, "OpenTable"),
        "Ann",
        "bodega",
        OpenTable(1, Setup("chwech", 4, {"deals": 2}), ("random",), 0.6, "golden"),
        b"",
    )
    done = open_table(GAMES["chwech"], ("steady", "random"), wish, 1000.0)
    yield done.record
    table = arrive(done.progress.table, "ann")
    opening: list[Command] = [
        Sit(Cause("ben", 2, "JoinTable"), "Ben"),
        Sit(Cause("cat", 3, "JoinTable"), "Cat"),
        asked(Cause("cat", 4, "LeaveTable"), LeaveTable),
        asked(Cause("ann", 5, "Begin"), Begin),
        DealCards(b""),
        asked(Cause("ben", 6, "LeaveTable"), LeaveTable),
    ]
    for number, command in enumerate(opening):
        table, record = stored(table, command, 1001.0 + number)
        yield record
    number = 7
    while table.phase is not TablePhase.OVER:
        table, record = stored(table, next_command(table, number), 1000.0 + number)
        number += 1
        yield record


def next_command(table: Table, number: int) -> Command:
    """Give what the table waits for: a shuffle, agreement, or the legal action whose bytes are the greatest."""
    awaited = table.game.awaits(table.state)
    if not isinstance(awaited, Seats):
        agreed = asked(Cause("ann", number, "Continue", table.seq), Continue)
        return DealCards(b"") if table.agreed else agreed
    seat = min(awaited.seats)
    chair, action = table.chairs[seat], max(table.game.legal(table.state, seat), key=CODEC.pack)
    assert chair is not None
    if chair.bot:
        return BotMove(Seat(seat), chair.bot, table.seq, action)
    return asked(Cause(chair.account, number, "Act", table.seq), Act, action)


def stored(table: Table, command: Command, now: float) -> tuple[Table, LogRecord]:
    """Carry a command out."""
    outcome = handle(table, command, now)
    assert isinstance(outcome, Done), outcome
    return outcome.progress.table, outcome.record


if __name__ == "__main__":
    PATH.write_text("".join(f"{CODEC.pack(record).hex()}\n" for record in written()))
