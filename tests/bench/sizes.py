"""The table of sizes in ``docs/scaling.md``, computed from the run that is kept: how many people need how much."""

import math
from pathlib import Path
from typing import Final

from msgspec import Struct

from tests.bench.report import ROOT, Report, kept

PAGE: Final = ROOT / "docs" / "scaling.md"

BEGINS: Final = "<!-- computed by make bench -->\n"

ENDS: Final = "<!-- computed until here -->\n"

BUSY: Final = 0.6  # The share of a core that is filled: beyond it, keys wait for each other.

SEATS: Final = 6

KEYS: Final = 1.0  # Keys that a person presses in a second: more than anybody does for long.
ACTIONS: Final = 1 / 3  # Actions of a table in a second, which the host was measured with.
EVENT_BYTES: Final = 2000  # What is drawn of an event, as was measured of screens of 100 by 30.
PRICE: Final = 4  # What a core with two gigabytes costs in a month: an assumption, in any money.

STEPS: Final = (
    ("a club night", 24, "nothing"),
    ("an open evening", 200, "nothing"),
    ("a busy server", 1000, "the limits of connections: raise `connections`"),
    ("a large one", 5000, "the cores that draw: add machines"),
)
"""How many play at the same time, and what is full first."""

MORE: Final = ((100_000, "as above: each server has its own lobby, accounts and rankings"), (1_000_000, "likewise"))


HEAD: Final = """\
| who plays at once | people | servers | core that plays | cores that draw | memory | line | a month | full first |
|---|---|---|---|---|---|---|---|---|"""


class Person(Struct, frozen=True):
    """What one person, or one table, asks of the machines; each figure as it was measured."""

    drawing: float
    """Milliseconds of a front's core in a second, for a person."""
    playing: float
    """Milliseconds of the host's core in a second, for a table of six."""
    screen: float
    """Megabytes of a front, for a person."""
    table: float
    """Megabytes of the host, for a table of six with its connections."""
    process: float
    """Megabytes of a host or a front at which nobody is, with its share of what watches over them."""
    sent: float
    """Bytes that go to a person in a second."""
    actions: float
    """The most actions in a second that a host has answered in time."""


def person(report: Report) -> Person:
    """Return what the run that is kept says.

    Raises:
        KeyError: a part of it was never measured.
    """

    def found(part: str, begins: str) -> float:
        measures = report.parts[part].findings.measures
        measure = next((one for one in measures if one.name.startswith(begins)), None)
        if measure is None:
            raise KeyError(begins)
        return measure.middle

    events = ACTIONS * found("screens", "an event at a table of seven on 160x50, mean")
    return Person(
        KEYS * found("fronts", "processor time a key") + events,
        ACTIONS * found("host", "processor time an action"),
        found("fronts", "memory of a session"),
        found("host", "the same after play") / 1000,
        found("memory", "a server with two fronts and nobody there") / 3,
        KEYS * found("fronts", "bytes a key") + ACTIONS * EVENT_BYTES,
        found("host", "highest rate with p99 up to 50 ms"),
    )


def most(one: Person) -> int:
    """Return how many people one host bears, in hundreds: as many as its core plays for, and are answered in time."""
    tables = min(1000 * BUSY / one.playing, one.actions / ACTIONS)
    return round(SEATS * tables / 100) * 100


def section(report: Report) -> str:
    """Return the table, and what it was computed from."""
    one = person(report)
    full = most(one)
    rows = [_row(name, people, 1, one, first) for name, people, first in STEPS]
    rows.append(_row("what one server bears", full, 1, one, "the one core of the host: open a second server"))
    rows += [_row(f"{people:,} at once", people, math.ceil(people / full), one, first) for people, first in MORE]
    return "\n".join([_words(one), "", HEAD, *rows, ""])


def _words(one: Person) -> str:
    return (
        f"Everybody presses {KEYS:g} key a second and every table of six makes an action in three seconds, which is "
        f"more than people do for\nlong. Then a person takes {one.drawing:.1f} ms of a core that draws in each second, "
        f"{one.screen:.2f} MB there, and {one.sent / 1000:.1f} kB/s of the line; a table of six\n"
        f"takes {one.playing:.2f} ms of the core that plays, and {one.table:.2f} MB. Cores are filled to {BUSY:.0%}. "
        f"A core with two gigabytes is taken to cost {PRICE} a month."
    )


def _row(name: str, people: int, servers: int, one: Person, first: str) -> str:
    tables = people / SEATS
    playing = tables * one.playing / 1000 / servers
    drawing = math.ceil(people * one.drawing / 1000 / BUSY)
    memory = (servers + drawing) * one.process + people * one.screen + tables * one.table
    # On the smallest machine one core plays and draws.
    cores = 1 if drawing == 1 and playing < BUSY / 2 else drawing + servers
    price = PRICE * max(cores, math.ceil(memory / 2000))
    line = people * one.sent * 8 / 1e6
    return (
        f"| {name} | {people:,} | {servers} | {_least(100 * playing)} % | {drawing:,} | {_gigabytes(memory / 1000)} GB "
        f"| {_least(line)} Mbit/s | {price:,} | {first} |"
    )


def _least(number: float) -> str:
    return f"{number:,.0f}" if number >= 1 else "under 1"


def _gigabytes(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}"


def computed(page: str, report: Report) -> str:
    """Return the page with its table computed anew; as it is where a part was never measured."""
    before, begins, rest = page.partition(BEGINS)
    _, ends, after = rest.partition(ENDS)
    if not (begins and ends):
        return page
    try:
        return f"{before}{BEGINS}{section(report)}{ENDS}{after}"
    except KeyError:
        return page


def main(path: Path = PAGE) -> None:
    """Write the table into the page."""
    path.write_text(computed(path.read_text("utf-8"), kept()), "utf-8")
