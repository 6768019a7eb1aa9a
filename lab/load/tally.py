"""What came of a load: counted by the people while they play, and told in lines or as a document."""

import math
from collections import Counter
from collections.abc import Iterator
from enum import Enum

from msgspec import Struct, field

from lab.load.summary import Summary, summary


class Door(Enum):
    """The way by which people come."""

    SSH = "ssh"
    """Terminals over SSH: every key is drawn by a front."""
    SOCKET = "socket"
    """Programs on the Unix socket of the data directory: the host alone."""


class Plan(Struct, frozen=True):
    """What is to be done."""

    people: int
    tables: int
    seconds: float
    pace: float
    """Seconds between two keys or actions of one person, on average."""
    door: Door = Door.SSH


class Tally(Struct):
    """The figures so far."""

    plan: Plan
    here: int = 0
    """People who are connected now."""
    most: int = 0
    """The most of them at one time."""
    keys: int = 0
    """Keys that were pressed, or actions that were sent."""
    waits: list[float] = field(default_factory=list)
    """Seconds from a key to the whole screen that it asks for, or from an action to its answer."""
    did: Counter[str] = field(default_factory=Counter)
    """What else people did."""
    refused: Counter[str] = field(default_factory=Counter)
    """Refusals, by reason."""
    lost: Counter[str] = field(default_factory=Counter)
    """Connections that were lost without the will of their people, by reason."""
    outside: dict[int, str] = field(default_factory=dict)
    """The people who have not come in yet, or not come back, each with the last reason."""

    def come(self, number: int) -> None:
        """Count someone who is in."""
        self.outside.pop(number, None)
        self.here += 1
        self.most = max(self.most, self.here)
        self.did["visits"] += 1

    @property
    def good(self) -> bool:
        """True if everyone got in, and nobody was lost who should not have been."""
        return not self.lost and not self.outside


class Report(Struct, frozen=True):
    """The figures of a load that has ended."""

    people: int
    people_most: int
    people_at_once: int
    not_in: dict[str, int]
    """How many were not in when it ended, though they wanted to, by the last reason."""
    advice: list[str]
    seconds: float
    seconds_most: int
    tables: int
    door: str
    keys: int
    keys_a_second: float
    answers: Summary | None
    """Nothing where nobody had an answer."""
    did: dict[str, int]
    refused: dict[str, int]
    lost: dict[str, int]
    own_cpu: float
    """The part of a core that this program took itself."""
    good: bool


MOST_PEOPLE = 1000

MOST_MINUTES = 60


def report(tally: Tally, seconds: float, cpu: float) -> Report:
    """Sum up a load that took so many seconds, and so many seconds of this program's own processor time."""
    plan, reasons = tally.plan, Counter(tally.outside.values())
    return Report(
        people=plan.people,
        people_most=MOST_PEOPLE,
        people_at_once=tally.most,
        not_in=dict(reasons),
        advice=list(advice(Counter(tally.refused) + reasons, plan)),
        seconds=round(seconds, 1),
        seconds_most=60 * MOST_MINUTES,
        tables=plan.tables,
        door=plan.door.value,
        keys=tally.keys,
        keys_a_second=round(tally.keys / max(seconds, 0.001), 1),
        answers=summary(tally.waits) if tally.waits else None,
        did=dict(tally.did),
        refused=dict(tally.refused),
        lost=dict(tally.lost),
        own_cpu=round(cpu / max(seconds, 0.001), 2),
        good=tally.good,
    )


def advice(reasons: Counter[str], plan: Plan) -> Iterator[str]:
    """Yield what lets those in whom a server refuses for these reasons."""
    said = "; ".join(reasons)
    # The doors of programs take twice as many of one address.
    each = plan.people if plan.door is Door.SSH else math.ceil(plan.people / 2)
    if any(words in said for words in ("from your address", "too often", "still logging in")):
        yield f"connections-per-address = {each} in chwech.toml lets so many in from one address (it reloads)"
    if "the server is full" in said:
        yield (
            f"connections = {plan.people} in chwech.toml lets so many into each process (it reloads); "
            "many who come at the same moment are told so too, and get in a moment later"
        )
    if "on the list of this server" in said:
        yield "allow-list = true keeps everybody out who is not invited: put it to false while you try"


def first_line(plan: Plan) -> str:
    """Return what is to come, before there are any figures."""
    people = "one person" if plan.people == 1 else f"{plan.people} people"
    return (
        f"{people} {_at(plan.tables)}, by {plan.door.value}, for {plan.seconds / 60:g} min: "
        "each minute says how it goes, and Ctrl-C ends it with the figures so far"
    )


def minute_line(minute: int, tally: Tally, before: int, keys: int, seconds: float) -> str:
    """Return how a load goes, with the waits beyond the first ``before`` and the keys since the last look."""
    waits = tally.waits[before:]
    took = str(summary(waits)) if waits else "nobody had an answer"
    people = f"{tally.here} of {tally.plan.people} people here"
    refused, lost = tally.refused.total(), tally.lost.total()
    rate = (tally.keys - keys) / max(seconds, 0.001)
    return f"{minute} min: {people}, {rate:.1f} a second; {took}; {refused} refused, {lost} lost"


def report_lines(told: Report) -> Iterator[str]:
    """Yield the lines that a person reads."""
    kind = "keys" if told.door == Door.SSH.value else "actions"
    where = f"{_at(told.tables)}, by {told.door}"
    yield f"people    {told.people}, {told.people_at_once} of them here at once, {where}"
    yield f"bounds    {told.people} of at most {told.people_most} people, {told.seconds:.0f} of {told.seconds_most} s"
    yield f"{kind:<9} {told.keys}, {told.keys_a_second:.1f} a second"
    yield f"answers   {told.answers if told.answers is not None else 'none'}"
    yield f"did       {_counts(told.did)}"
    yield f"refused   {_counts(told.refused)}"
    yield f"lost      {_counts(told.lost)}"
    yield f"not in    {_counts(told.not_in)}"
    yield from (f"try       {line}" for line in told.advice)
    yield f"itself    {100 * told.own_cpu:.0f} % of a core went into these people"
    yield "all is well" if told.good else "not all is well: somebody was lost, or did not get in"


def _at(tables: int) -> str:
    return "at one table" if tables == 1 else f"at {tables} tables"


def _counts(counts: dict[str, int]) -> str:
    each = sorted(counts.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{what} {number}" for what, number in each) or "nobody"
