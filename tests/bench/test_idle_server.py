"""What a server takes at which nobody is: memory and processor time of all its processes, with two fronts."""

import os
import time
from pathlib import Path

import pytest

from tests.journeys.serving import serving
from tests.server.commands.test_others import children_of

MOST_MEMORY = 120.0
"""Megabytes of all processes together; what they share counts once."""

MOST_TIME = 1.0
"""Per cent of one core."""

SECONDS = 20
"""How long the processor time is measured."""


def memory(process: int) -> float:
    """Give the memory of a process in megabytes, with its part of what it shares (PSS)."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    [line] = [line for line in lines if line.startswith("Pss:")]
    return int(line.split()[1]) / 1000


def processor_time(process: int) -> float:
    """Give the seconds that a process has run."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.bench
@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="this system does not tell the shared memory")
def test_an_idle_server_takes_little(tmp_path: Path) -> None:
    """With a host, two fronts and what forks them it stays within its bars."""
    with serving(tmp_path, "--fronts", "2") as server:
        processes = [server.process.pid, *children_of(server.process.pid)]
        assert len(processes) == 5
        before = sum(map(processor_time, processes))
        time.sleep(SECONDS)
        share = 100 * (sum(map(processor_time, processes)) - before) / SECONDS
        each = [memory(process) for process in processes]
    named = ", ".join(f"{size:.0f}" for size in each)
    print(
        f"\nidle server: {sum(each):.0f} MB (bar {MOST_MEMORY:.0f}; {named}), {share:.2f} % of a core (bar {MOST_TIME})"
    )
    assert sum(each) <= MOST_MEMORY
    assert share <= MOST_TIME
