"""Everything that is stored, one of each kind, as it was stored once: every later program has to read it.

``python -m tests.server.tables.test_golden_facts`` adds what is new; what is there already is never changed.
"""

import typing
from pathlib import Path
from typing import Final

import pytest
from msgspec import Struct

from protocol.absence import Absence
from protocol.chwech import CHWECH
from protocol.chwech.events import Passed
from protocol.codec import Codec
from protocol.setup import Arrangement, Clock, Delay, Setup
from protocol.tableview import TablePhase
from protocol.talk import Line
from protocol.vocabulary import Event, Seat
from server.host.lobby.chat import Remark
from server.host.tables.ledger import record_type
from server.tables.chairs import Chair
from server.tables.heading import Heading
from server.tables.log import (
    Agreed,
    BotSat,
    BotStoodIn,
    Cause,
    HostGiven,
    KnownFact,
    LogRecord,
    Opened,
    PackShuffled,
    PauseAsked,
    PauseBegan,
    PauseEnded,
    PersonLeft,
    PersonResigned,
    PersonSat,
    PlayBegan,
    ReadySet,
    RematchMade,
    SeatFreed,
    SeatKept,
    Spoke,
    TableClosed,
    TimeRanOut,
    Told,
    Whispered,
)

PATH: Final = Path(__file__).parents[2] / "golden" / "stored-v1.txt"
"""What each is, and its bytes in hex."""

CODEC: Final = Codec([CHWECH])

SETUP: Final = Setup("chwech", 6, {"deals": 3})
CLOCKED: Final = Arrangement(Clock(60.0, 600.0), listed=False, delay=Delay.DEAL, takeover=False)
CAUSE: Final = Cause("ann", 2**50, "Act", 7)

FACTS: Final[tuple[KnownFact[Event], ...]] = (
    Opened("amber-river-stone", SETUP, ("steady",) * 6, "ann", 0.25, "winter", CLOCKED),
    PersonSat(Seat(1), "ben", "Ben"),
    BotSat(Seat(2), "Megan", "steady"),
    PersonLeft(Seat(1), "steady"),
    PlayBegan(),
    Agreed(Seat(0)),
    PackShuffled(2),
    Told[Event](Passed(Seat(3))),
    TableClosed(),
    BotStoodIn(Seat(1), "steady", Absence.LOST),
    PersonResigned(Seat(1), "steady"),
    TimeRanOut(Seat(1)),
    PauseAsked(Seat(1), wanted=False),
    PauseBegan(),
    PauseEnded(Seat(1)),
    HostGiven(Seat(1)),
    SeatFreed(Seat(2)),
    ReadySet(Seat(1), ready=True),
    SeatKept(Seat(1), "ben", "Ben"),
    RematchMade("quiet-hill-oak", Seat(1)),
    Spoke("Ben", "well played", Seat(1), 2),
    Whispered("Eve", "hm", 3),
)
"""One of every kind of fact."""

STORED: Final[dict[str, Struct]] = {
    **{type(fact).__name__: LogRecord((fact,), 1000.5, CAUSE, spent=2.125) for fact in FACTS},
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
        hurried=(("ben", 9),),
    ),
    "the least of a heading": Heading("bodega", 1.0, SETUP, TablePhase.GATHERING, (None,) * 6, "", "ann"),
    "a remark": Remark(Line(41, "Ann", "good evening", 1000.5), Cause("ann", 3, "SayInLobby")),
}
"""All that is stored but accounts and records, whose bytes are text and numbers alone."""


def read() -> dict[str, bytes]:
    """Give what was stored."""
    lines = (line.split(": ") for line in PATH.read_text("utf-8").splitlines())
    return {name: bytes.fromhex(data) for name, data in lines}


def kind_of(stored: Struct) -> type[Struct]:
    """Give the type by which the program reads it."""
    return record_type(CODEC) if isinstance(stored, LogRecord) else type(stored)


def test_every_kind_of_fact_is_there() -> None:
    """Whoever adds a fact adds one that is stored."""
    known = {typing.get_origin(kind) or kind for kind in typing.get_args(KnownFact)}
    assert {type(fact) for fact in FACTS} == {typing.get_origin(kind) or kind for kind in known}
    assert set(read()) == set(STORED)


@pytest.mark.parametrize("name", STORED)
def test_what_was_stored_is_read(name: str) -> None:
    """The bytes give what they meant when they were written."""
    stored = STORED[name]
    assert CODEC.unpack(kind_of(stored), read()[name]) == stored


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
