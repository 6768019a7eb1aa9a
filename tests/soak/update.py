"""``python -m tests.soak.update``: a server is updated again and again while people play by SSH and otherwise."""

import argparse
import asyncio
import os
import random
import re
import sys
import tempfile
import time
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from lab.load.caller import Caller
from server.storage.sqlite import open_store
from tests.bench.ssh.crowd import seat
from tests.bench.ssh.house import Guest, House, guests
from tests.bench.ssh.measured import children, kind_of, known
from tests.server.commands.children import Child, a_child
from tests.server.commands.program import Program
from tests.soak import kills
from tests.soak.regular import Regular
from tests.soak.sessions import is_fault

ANSWER_BAR: Final = 2.0
"""Seconds within which whoever says something sees it in the log of the table, which the host writes."""

PAUSE: Final = 4.0  # Seconds between two remarks of a person, on average.
REGULARS: Final = 12  # People whose actions are held against the logs.
NEWCOMERS: Final = 0.05  # Those who go and come again after each update, of all.
AT_ONCE: Final = 8  # People who come at once in the beginning.

FLOOR: Final = """
from time import perf_counter, process_time
begun = perf_counter() - process_time()
sum(range(10**7))
print(f"{(perf_counter() - begun) / process_time():.1f}")
"""
"""A program that does nothing but sums, and says how much longer it takes than on a core of its own."""

GIVEN_UP: Final = 2  # The update that is one to a program that does not start.


class Outcome(Struct):
    """What came of it."""

    answers: list[float] = field(default_factory=list)
    """Seconds until what someone at a terminal said was in the log of the table."""
    cut: int = 0
    """Sessions that the server has ended."""
    updates: list[str] = field(default_factory=list)
    """What was said of each update."""
    seconds: list[float] = field(default_factory=list)
    """How long each took."""
    floors: list[str] = field(default_factory=list)
    """How busy the machine was after each."""
    newcomers: int = 0
    fronts: int = 0
    """The most processes that drew at once."""
    faults: list[str] = field(default_factory=list)
    """Lines of the log that tell of a fault."""
    kept: kills.Outcome = field(default_factory=kills.Outcome)


async def play(data: Path, program: Program, sessions: int, updates: int) -> Outcome:
    """Let people play while the server is updated so often."""
    outcome, over = Outcome(), asyncio.Event()
    program.install("v0")
    os.environ["PYTHONPATH"] = str(program.folder)
    regulars = [Regular(data / kills.DOOR, f"Person {number}", over.is_set) for number in range(REGULARS)]
    async with a_child("--ssh", "127.0.0.1:0", "--connections", "1000", "--fronts", "2", data=data) as child:
        house = await _house(child, data)
        reading = asyncio.create_task(_read(child, outcome))
        people = [_Person(house.port, guest, number) for number, guest in enumerate(await guests(house, sessions))]
        for first in range(0, sessions, AT_ONCE):
            await asyncio.gather(*(person.come() for person in people[first : first + AT_ONCE]))
        living = [asyncio.create_task(regular.live()) for regular in regulars]
        talking = [asyncio.create_task(person.talk(over, outcome)) for person in people]
        for number in range(1, updates + 1):
            await asyncio.sleep(PAUSE)
            await _update(data, program, number, outcome)
            outcome.fronts = max(outcome.fronts, sum(kind_of(pid) == "front" for pid in children(child.process.pid)))
            for person in random.Random(number).sample(people, max(1, int(sessions * NEWCOMERS))):
                await person.come_again()
                outcome.newcomers += 1
        await asyncio.sleep(PAUSE)
        over.set()
        await asyncio.gather(*living, *talking)
        for person in people:
            await person.go()
        child.tell_to_end()
        await child.ended()
        reading.cancel()
    await kills.compare(open_store(data), regulars, outcome.kept)
    return outcome


async def _house(child: Child, data: Path) -> House:
    while (found := re.search(r"SSH at \S*:(\d+)", await child.said())) is None:
        continue
    pids = known(child.process.pid)
    return House(child.process.pid, pids["host"], (pids["front"],), int(found[1]), data / "fronts.sock")


async def _read(child: Child, outcome: Outcome) -> None:
    assert child.process.stderr is not None
    while line := await child.process.stderr.readline():
        if is_fault(text := line.decode(errors="replace").rstrip()):
            outcome.faults.append(text)


async def _update(data: Path, program: Program, number: int, outcome: Outcome) -> None:
    """Put another version in place, and have the server take it over."""
    broken = {"server/commands/host.py": "\n)\n"} if number == GIVEN_UP else {}
    # In a thread: while files are copied, those who wait for an answer have to see it.
    await asyncio.to_thread(program.install, f"v{number}", broken)
    command = (sys.executable, "-P", "-m", "chwech", "admin", "--data", str(data), "update")
    begun = time.perf_counter()
    asking = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
    said, fault = await asking.communicate()
    outcome.seconds.append(time.perf_counter() - begun)
    outcome.updates.append((said + fault).decode().strip())
    adding = (sys.executable, "-c", FLOOR)
    summing = await asyncio.create_subprocess_exec(*adding, stdout=PIPE, start_new_session=True)
    slower, _ = await summing.communicate()
    outcome.floors.append(f"load {os.getloadavg()[0]:.0f}, sums {slower.decode().strip()} times as long as alone")


class _Person:
    """Someone at a terminal."""

    def __init__(self, port: int, guest: Guest, number: int) -> None:
        self._port = port
        self._guest = guest
        self._chance = random.Random(number)
        self._caller: Caller | None = None
        self._busy = asyncio.Lock()

    async def come(self) -> None:
        """Sit down, and wait until the table is still: a key before that may be for another screen."""
        self._caller = await seat(self._port, self._guest)
        await self._caller.quiet(1.0)

    async def go(self) -> None:
        """Hang up."""
        assert self._caller is not None
        await self._caller.hang_up()

    async def come_again(self) -> None:
        """Hang up, and come again at once."""
        async with self._busy:
            await self.go()
            await self.come()

    async def talk(self, over: asyncio.Event, outcome: Outcome) -> None:
        """Say something now and then, and measure how long it takes until the screen answers a key."""
        while not over.is_set():
            await asyncio.sleep(2 * PAUSE * self._chance.random())
            async with self._busy:
                assert self._caller is not None
                word = f"w{self._chance.randrange(10**6)}".encode()
                try:
                    # Cells that stay as they were are not sent again, so that a word need not come in one piece.
                    await self._caller.ask(b"t" + word, b"\x1b[")
                    outcome.answers.append(await self._caller.ask(b"\r", b"\x1b["))
                except ConnectionResetError:
                    outcome.cut += 1
                    await self.come()


async def main(arguments: Sequence[str] | None = None) -> int:
    """Run it, print what came of it, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.update", description=__doc__)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--updates", type=int, default=20)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        outcome = await play(Path(folder) / "data", Program(Path(folder) / "program"), chosen.sessions, chosen.updates)
    for said, seconds, floor in zip(outcome.updates, outcome.seconds, outcome.floors, strict=True):
        print(f"{seconds:5.1f} s  {floor}  {said}")
    answers, kept = sorted(outcome.answers), outcome.kept
    print(
        f"{chosen.sessions} sessions, {chosen.updates} updates: {outcome.cut} sessions ended; {outcome.newcomers} came "
        f"anew; at most {outcome.fronts} fronts at once"
    )
    print(
        f"{len(answers)} remarks: median {answers[len(answers) // 2]:.3f} s, 99 of 100 within "
        f"{answers[len(answers) * 99 // 100]:.3f} s, slowest {answers[-1]:.3f} s (bar {ANSWER_BAR} s)"
    )
    print(f"{kept.accepted} actions accepted, {kept.repeated} sent again, {kept.lost} lost, {kept.doubled} doubled")
    for line in outcome.faults[:20]:
        print(f"  {line}")
    taken = sum("has taken over" in said for said in outcome.updates)
    good = (taken, outcome.cut, kept.lost, kept.doubled) == (chosen.updates - (chosen.updates >= GIVEN_UP), 0, 0, 0)
    print("met" if good and answers[-1] <= ANSWER_BAR else "MISSED")
    return 0 if good and answers[-1] <= ANSWER_BAR else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
