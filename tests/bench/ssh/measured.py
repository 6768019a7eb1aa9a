"""What a process uses, read from the kernel."""

import os
from pathlib import Path

from msgspec import Struct

_TICKS = os.sysconf("SC_CLK_TCK")


class Usage(Struct, frozen=True):
    """What a process has used, and uses now."""

    seconds: float
    """Processor time since it began."""
    memory: float
    """Resident memory that is its own, in MB."""
    files: int
    """Open files."""


def usage(pid: int) -> Usage:
    """Look at a process."""
    process = Path(f"/proc/{pid}")
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    rollup = (process / "smaps_rollup").read_text().splitlines()
    own = sum(int(line.split()[1]) for line in rollup if line.startswith(("Private_Clean", "Private_Dirty")))
    return Usage(
        seconds=_precise(pid) or (int(fields[11]) + int(fields[12])) / _TICKS,
        memory=own / 1024,
        files=sum(1 for _ in (process / "fd").iterdir()),
    )


def _precise(pid: int) -> float:
    """Give the processor time of all threads in seconds, as exactly as the scheduler counts it."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def children(pid: int) -> list[int]:
    """Give the processes that a process has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def kind_of(pid: int) -> str:
    """Give what a process of a server is: ``host``, ``front``, what else it calls itself, or nothing once it ended."""
    try:
        name = Path(f"/proc/{pid}/comm").read_text()
    except (FileNotFoundError, ProcessLookupError):  # it ended since it was listed
        return ""
    return name.partition(" ")[2].partition(" ")[0].strip()


def known(supervisor: int) -> dict[str, int]:
    """Give a process of each kind that a supervisor watches."""
    return {kind_of(pid): pid for pid in children(supervisor)}


def pin(pid: int, core: int) -> None:
    """Let a process run on one core alone, all its threads."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), {core})
