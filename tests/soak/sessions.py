"""``python -m tests.soak.sessions``: 60 people at terminals over SSH for an hour; memory and files stay as they are."""

import argparse
import asyncio
import contextlib
import json
import random
import re
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import asyncssh
from msgspec import Struct, field

from lab.load.caller import Caller
from tests.bench.ssh.crowd import seat
from tests.bench.ssh.house import Guest, House, guests
from tests.bench.ssh.measured import children, kind_of, known, usage
from tests.server.commands.children import Child, a_child

MEMORY_BAR: Final = 1.0  # MB an hour by which the whole server may grow.
FILES_BAR: Final = 5.0  # Open files an hour by which it may.
SETTLED: Final = 0.5  # The part of the time after which the figures count: by then every screen has been seen.

KEYS: Final = (
    *(b"\x1b[C",) * 4,
    *(b"\r",) * 8,
    *(b"1", b"2", b"3", b"4", b"p", b"p", b"h", b"l", b"k", b"s", b"w", b"c", b"y", b"n", b"\x1b", b"\x1b"),
    b"tgood evening\r",
)
"""What people press: mostly what plays, sometimes what looks something up, says something or asks for another game."""

SIZES: Final = ((80, 24), (100, 30), (160, 50))  # The terminals that they have, and to which they change.

_FAULT: Final = re.compile(r"Traceback|never retrieved|unhandled|exception|is started again", re.IGNORECASE)


class Sample(Struct, frozen=True):
    """What the server took at one moment."""

    hours: float
    memory: float
    """MB of all its processes, each without what it shares."""
    files: int
    """Open files of all."""
    each: str
    """The memory of each process in words."""


class Outcome(Struct):
    """What came of it."""

    keys: int = 0
    visits: int = 0
    """How often someone has come."""
    cut: int = 0
    """How often the server has ended a session."""
    faults: list[str] = []
    """Lines of the log that tell of an unhandled exception, or of a process that died."""
    samples: list[Sample] = field(default_factory=list)


class Slope(Struct, frozen=True):
    """How steadily a figure has grown."""

    per_hour: float
    error: float
    """The standard error."""

    def __str__(self) -> str:
        """Give both."""
        return f"{self.per_hour:+.2f} ± {self.error:.2f} an hour"

    def within(self, bar: float) -> bool:
        """Return True unless it has grown by more than the bar beyond doubt."""
        return self.per_hour - 2 * self.error <= bar


def is_fault(line: str) -> bool:
    """Return True if a line of the log tells of what nobody has handled."""
    try:
        told = json.loads(line)
    except ValueError:
        return _FAULT.search(line) is not None
    return told.get("level") in {"error", "critical"} or _FAULT.search(line) is not None


def slope(points: Sequence[tuple[float, float]]) -> Slope:
    """Return the straight line through points of hours and figures, by least squares; at least three points."""
    middle = sum(x for x, _ in points) / len(points)
    level = sum(y for _, y in points) / len(points)
    spread = sum((x - middle) ** 2 for x, _ in points)
    per_hour = sum((x - middle) * (y - level) for x, y in points) / spread
    rest = sum((y - level - per_hour * (x - middle)) ** 2 for x, y in points)
    return Slope(per_hour, (rest / (len(points) - 2) / spread) ** 0.5)


def nobody(_outcome: Outcome) -> None:
    """Tell nobody how far it has come."""


async def sit(
    data: Path, sessions: int, seconds: float, samples: int, tell: Callable[[Outcome], None] = nobody
) -> Outcome:
    """Let people play at terminals for so long, and look at the server so often."""
    outcome = Outcome()
    async with _serving(data, outcome) as house:
        people = await guests(house, sessions)
        end = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for number, guest in enumerate(people):
                group.create_task(_live(house, guest, random.Random(number), end, outcome))
            for moment in range(samples):
                await asyncio.sleep(seconds / samples)
                outcome.samples.append(_look(house, seconds * (moment + 1) / samples / 3600))
                tell(outcome)
    return outcome


@asynccontextmanager
async def _serving(data: Path, outcome: Outcome) -> AsyncIterator[House]:
    """Start a server with its usual number of fronts, and read its log."""
    async with a_child("--ssh", "127.0.0.1:0", data=data) as child:
        while (found := re.search(r"SSH at \S*:(\d+)", line := await child.said())) is None:
            assert line, "the server does not say where it listens"
        reading = asyncio.create_task(_read(child, outcome))
        pids = known(child.process.pid)
        yield House(child.process.pid, pids["host"], (pids["front"],), int(found[1]), data / "fronts.sock")
        child.tell_to_end()
        await child.ended()
        reading.cancel()


async def _read(child: Child, outcome: Outcome) -> None:
    """Keep the lines of the log that tell of a fault."""
    assert child.process.stderr is not None
    while line := await child.process.stderr.readline():
        if is_fault(text := line.decode(errors="replace").rstrip()):
            outcome.faults.append(text)


def _look(house: House, hours: float) -> Sample:
    processes = {pid: usage(pid) for pid in (house.supervisor, *children(house.supervisor))}
    each = ", ".join(f"{kind_of(pid) or 'supervisor'} {one.memory:.0f}" for pid, one in processes.items())
    memory = sum(one.memory for one in processes.values())
    return Sample(hours, memory, sum(one.files for one in processes.values()), each)


async def _live(house: House, guest: Guest, chance: random.Random, end: float, outcome: Outcome) -> None:
    """Come, press keys at one's own pace, change the size of the window, hang up and come again, until the end."""
    while outcome.visits == 0 or time.monotonic() < end:
        await asyncio.sleep(chance.random())
        with contextlib.suppress(AssertionError, OSError, asyncssh.Error, TimeoutError):
            caller = await seat(house.port, guest)
            outcome.visits += 1
            await _press(caller, chance, end, outcome)
            outcome.cut += caller.ended
            await caller.hang_up()


async def _press(caller: Caller, chance: random.Random, end: float, outcome: Outcome) -> None:
    """Press keys until one wishes to go, which is seldom."""
    while not caller.ended and chance.random() > _GOES and time.monotonic() < end:
        caller.type(chance.choice(KEYS))
        outcome.keys += 1
        if chance.random() < _RESIZES:
            caller.resize(chance.choice(SIZES))
        await asyncio.sleep(2 * PACE * chance.random())


PACE: Final = 1.0  # Seconds between two keys of a person, on average.

_GOES: Final = 1 / 300
_RESIZES: Final = 1 / 50


def _tell(outcome: Outcome) -> None:
    """Say now and then how far it has come."""
    if len(outcome.samples) % 10 == 0:
        last = outcome.samples[-1]
        print(f"{60 * last.hours:.0f} min: {outcome.keys} keys; MB: {last.each}; {last.files} files", flush=True)


async def main(arguments: Sequence[str] | None = None) -> int:
    """Run it, print what came of it, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.sessions", description=__doc__)
    parser.add_argument("--sessions", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--samples", type=int, default=120, help="how often the server is looked at, at least 8")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        outcome = await sit(Path(folder), chosen.sessions, 60 * chosen.minutes, max(8, chosen.samples), _tell)
    counted = outcome.samples[int(len(outcome.samples) * SETTLED) :]
    memory = slope([(one.hours, one.memory) for one in counted])
    files = slope([(one.hours, float(one.files)) for one in counted])
    print(f"{chosen.sessions} sessions, {chosen.minutes:g} minutes: {outcome.keys} keys, {outcome.visits} visits")
    print(f"memory {counted[0].memory:.1f} to {counted[-1].memory:.1f} MB: {memory} (bar {MEMORY_BAR} MB)")
    print(f"MB of each in the end: {counted[-1].each}")
    print(f"open files {counted[0].files} to {counted[-1].files}: {files} (bar {FILES_BAR})")
    print(f"sessions that the server ended: {outcome.cut}; exceptions and dead processes: {len(outcome.faults)}")
    for line in outcome.faults[:20]:
        print(f"  {line}")
    good = memory.within(MEMORY_BAR) and files.within(FILES_BAR) and not outcome.faults and not outcome.cut
    print("met" if good else "MISSED")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
