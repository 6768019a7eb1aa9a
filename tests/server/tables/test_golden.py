"""Everything that is stored, one of each kind, as it was stored once: every later program has to read it.

``python -m tests.server.tables.test_golden`` adds what is new; what is there already is never changed.
"""

import typing
from pathlib import Path
from typing import Final

import pytest
from msgspec import Struct

from protocol.codec import Codec
from protocol.errors import RemoteProtocolError
from protocol.game import Answered
from protocol.message import Seat
from protocol.setup import Arrangement, Clock, Delay, Setup
from protocol.table import (
    Absence,
    Began,
    Event,
    HostGiven,
    Line,
    PaceSet,
    Paused,
    Readied,
    RematchOffered,
    Removed,
    Resigned,
    Resumed,
    Said,
    StoodIn,
    TablePhase,
    TimedOut,
)
from server.host.directory import record_reader
from server.host.lobby import Remark
from server.tables.chairs import Chair
from server.tables.heading import Heading
from server.tables.log import (
    Agreed,
    BotSat,
    Cause,
    Fact,
    Hinted,
    KnownFact,
    LogRecord,
    Opened,
    PauseAsked,
    PersonLeft,
    PersonSat,
    SeatKept,
    TableClosed,
    Whispered,
)

GOLDEN: Final = Path(__file__).parents[2] / "golden"

PATH: Final = GOLDEN / "stored-v1.txt"  # What each is, and its bytes in hex.

CODEC: Final = Codec()

SETUP: Final = Setup("chwech", 6, {"deals": 3})
CLOCKED: Final = Arrangement(Clock(60.0, 600.0), listed=False, delay=Delay.DEAL, takeover=False)
CAUSE: Final = Cause("ann", 2**50, "Act", 7)

UNTOLD: Final[tuple[KnownFact, ...]] = (
    Opened("amber-river-stone", SETUP, ("steady",) * 6, "ann", 0.25, "winter", CLOCKED),
    PersonSat(Seat(1), "ben", "Ben"),
    BotSat(Seat(2), "Megan", "steady"),
    PersonLeft(Seat(1), "steady"),
    Agreed(Seat(0)),
    TableClosed(),
    PauseAsked(Seat(1), wanted=False),
    SeatKept(Seat(1), "ben", "Ben"),
    Whispered("Eve", "hm"),
    Hinted(Seat(1)),
)
"""One of every kind of fact that is no event."""

EVENTS: Final[tuple[Event, ...]] = (
    Answered(Seat(3), "-"),
    Began(),
    StoodIn(Seat(1), "Ben", "steady", Absence.LOST),
    Resigned(Seat(1), "Ben", "steady"),
    TimedOut(Seat(1), "Ben"),
    Paused((Seat(0), Seat(1))),
    Resumed(Seat(1)),
    HostGiven(Seat(1), "Ben"),
    PaceSet(Seat(1), 0.3),
    Removed(Seat(2), "Megan", "steady"),
    Readied(Seat(1), ready=True),
    RematchOffered("quiet-hill-oak", Seat(1)),
    Said("Ben", "well played", Seat(1)),
)
"""Events of the log."""


STORED: Final[dict[str, Struct]] = {
    **{type(fact).__name__: LogRecord((fact,), 1000.5, CAUSE, 2.125) for fact in UNTOLD},
    **{type(event).__name__: LogRecord((event,), 1000.5, CAUSE, 2.125) for event in EVENTS},
    "a heading": Heading(
        "amber-river-stone",
        1000.5,
        SETUP,
        TablePhase.PLAYING,
        (Chair("Ann", "ann"), Chair("Ben", "ben", "steady"), Chair("Megan", bot="steady"), None, None, None),
        "deal 1 of 3",
        "ann",
        totals=(1, 2, 3, 4, 5, 6),
        arrangement=CLOCKED,
        barred=("eve",),
        led=(Cause("ben", 9, "QuickTable"),),
    ),
    "the least of a heading": Heading("bodega", 1.0, SETUP, TablePhase.GATHERING, (None,) * 6, "", "ann"),
    "a remark": Remark(Line(41, "Ann", "good evening", 1000.5), Cause("ann", 3, "SayInLobby")),
}
"""All that is stored but accounts and records, whose bytes are text and numbers alone."""


def read(path: Path = PATH) -> dict[str, bytes]:
    """Give what was stored."""
    lines = (line.split(": ") for line in path.read_text("utf-8").splitlines())
    return {name: bytes.fromhex(data) for name, data in lines}


def unpacked(like: Struct, data: bytes) -> Struct:
    """Give what the program reads, of the same type as another value."""
    return record_reader(CODEC)(data) if isinstance(like, LogRecord) else CODEC.unpack(type(like), data)


def test_every_kind_of_fact_is_there() -> None:
    """Whoever adds a fact adds one that is stored."""
    assert {*map(type, UNTOLD)} == {kind for kind in typing.get_args(KnownFact) if issubclass(kind, Fact)}
    assert set(read()) == set(STORED)


@pytest.mark.parametrize("name", STORED)
def test_what_was_stored_is_read(name: str) -> None:
    """The bytes give what they meant when they were written."""
    assert unpacked(STORED[name], read()[name]) == STORED[name]


@pytest.mark.parametrize("facts", [b"\x81\xa5facts\x91\x01", b"\x81\xa5facts\x01", b"\x91\x01"])
def test_what_is_no_record_is_refused(facts: bytes) -> None:
    """Bytes that are no record are no accident, whatever stands in the place of the facts."""
    with pytest.raises(RemoteProtocolError):
        record_reader(CODEC)(facts)


@pytest.mark.parametrize("name", STORED)
def test_what_is_stored_today_is_the_same(name: str) -> None:
    """The same is written as the same bytes, so a change of the format does not go unseen."""
    assert CODEC.pack(STORED[name]) == read()[name]


def write() -> None:
    """Add what is not there yet."""
    known = read() if PATH.exists() else {}
    new = {name: CODEC.pack(stored) for name, stored in STORED.items() if name not in known}
    PATH.write_text("".join(f"{name}: {data.hex()}\n" for name, data in {**known, **new}.items()), "utf-8")


if __name__ == "__main__":
    write()
