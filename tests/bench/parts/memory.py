"""What a server takes at which nobody is, in memory and processor time, and what a table takes at which nobody is."""

import asyncio
import os
import tempfile
import time
from pathlib import Path

from tests.bench.load.served import resident
from tests.bench.load.served import serving as served
from tests.bench.measure import Bar, Better, Findings, Measure, Scale
from tests.bench.peers.scratch import Scratch
from tests.journeys.serving import serving
from tests.server.commands.test_others import children_of
from tests.soak.tables import fill

MOST_MEMORY = 120.0  # Megabytes of all processes together; what they share counts once.
MOST_TIME = 1.0  # Per cent of one core.
MOST_OF_TABLE = 60.0  # Kilobytes of a table at which nobody is.
TABLES = 1000  # How many of them.
SECONDS = 10  # How long the processor time is measured.


def memory(process: int) -> float:
    """Give the memory of a process in megabytes, with its part of what it shares (PSS)."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    [line] = [line for line in lines if line.startswith("Pss:")]
    return int(line.split()[1]) / 1000


def processor_time(process: int) -> float:
    """Give the seconds that a process has run."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Look at a server with nobody there, and at a host with many sleeping tables."""
    if not Path("/proc/self/smaps_rollup").exists():
        return Findings((), left_out=("memory: this system does not tell how much of it is shared.",))
    sizes, shares = idle(scale.seconds(SECONDS))
    tables = scale.of(TABLES)
    sleeping = asyncio.run(asleep(tables))
    return Findings(
        (
            Measure("a server with two fronts and nobody there, all processes", "MB", Better.LESS, (sizes,),
                    bars=(Bar(MOST_MEMORY),)),
            Measure("its processor time", "% of a core", Better.LESS, (shares,), bars=(Bar(MOST_TIME),)),
            Measure(f"a table at which nobody is, of {tables:,}", "kB", Better.LESS, (sleeping,),
                    bars=(Bar(MOST_OF_TABLE),)),
        ),
        ("A table at which six play is measured with the host, and a session with the SSH front.",),
    )  # fmt: skip


def idle(seconds: float) -> tuple[float, float]:
    """Return the megabytes of a server, what is shared counted once, and its share of a core in per cent."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "--fronts", "2") as server:
        processes = [server.process.pid, *children_of(server.process.pid)]
        before = sum(map(processor_time, processes))
        time.sleep(seconds)
        share = 100 * (sum(map(processor_time, processes)) - before) / seconds
        return sum(map(memory, processes)), share


async def asleep(tables: int) -> float:
    """Return the kilobytes that a host has for each table at which nobody is."""
    sizes: list[int] = []
    for count in (0, tables):
        with tempfile.TemporaryDirectory() as name:
            await fill(Path(name), count)
            async with served(Path(name)) as host:
                sizes.append(resident(host))
    return (sizes[1] - sizes[0]) / tables
