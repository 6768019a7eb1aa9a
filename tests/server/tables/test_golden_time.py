"""A log with everything about time and absence as it was stored once: every later program has to fold it alike.

``python -m tests.server.tables.test_golden_time`` writes the file anew: only do so with a new version of the log.
"""

from pathlib import Path
from typing import Final

from protocol.absence import Paused, Resigned, Resumed, StoodIn, TimedOut
from protocol.codec import Codec
from server.host.tables.ledger import record_reader
from server.tables.log import LogRecord, PauseAsked, Told
from server.tables.table import fold
from server.tables.times import STILL
from tests.server.lots import LOTS, bid
from tests.server.tables.desk import playing, rest, step_away, tick_done, wait, withdraw

PATH: Final = Path(__file__).parents[2] / "golden" / "log-v1-time.hex"
"""One record a line, in hex."""

CODEC: Final = Codec()
"""The words of these tests."""

KINDS: Final = (StoodIn, Resigned, TimedOut, PauseAsked, Paused, Resumed)
"""Every fact about time."""


def read() -> list[bytes]:
    """Give the records as they were stored."""
    return [bytes.fromhex(line) for line in PATH.read_text("ascii").splitlines()]


def written() -> list[LogRecord]:
    """Play a game in which time matters."""
    desk = playing(30, 60, deals=3)
    wait(desk, 45.5)
    desk.done(desk.move("ann", bid(2)))
    for account in ("ann", "ben"):
        desk.done(rest(desk, account))
    wait(desk, 100)
    desk.done(rest(desk, "ben", paused=False))
    wait(desk, 44.5)
    tick_done(desk)
    desk.done(step_away(desk, "ben"))
    desk.done(desk.bot_move(2))
    desk.done(desk.agree("ann"))
    desk.done(desk.deal())
    desk.done(desk.move("ben", bid(1)))
    desk.done(withdraw(desk, "ben"))
    return desk.log


def test_a_log_with_times_is_folded() -> None:
    """The records are read, and give the banks and the seats that they gave when they were written."""
    records = list(map(record_reader(CODEC), read()))
    folded = fold({"lots": LOTS}, records)
    assert folded is not None
    assert (folded.table.present, folded.table.moment) == (frozenset(), STILL)
    assert folded.table.times.banks == (44.5, 0.0, 60.0)
    assert [chair and (chair.name, chair.account, chair.resigned) for chair in folded.table.chairs] == [
        ("Ann", "ann", ""),
        ("Ben", "", "ben"),
        ("Megan", "", ""),
    ]


def test_the_table_writes_this_log() -> None:
    """The same commands give the same log, byte for byte, and every kind of fact about time is in it."""
    log = written()
    assert [CODEC.pack(record) for record in log] == read()
    facts = [fact for record in log for fact in record.facts]
    assert {type(fact.event if isinstance(fact, Told) else fact) for fact in facts} >= set(KINDS)


if __name__ == "__main__":
    PATH.write_text("".join(f"{CODEC.pack(record).hex()}\n" for record in written()), "ascii")
