"""What one process counts while it works, and what the system says of it."""

import asyncio
import mmap
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Final

from protocol.posix import HAS_POSIX
from protocol.version import program_version
from server.metrics.figures import Histogram, Sample, sample

if HAS_POSIX:
    import resource

ANSWER_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
LAG_BOUNDS: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)

LOOK_SECONDS: Final = 1.0
"""Seconds between two measurements of the lag."""

_PAGE: Final = mmap.PAGESIZE


class Meters:
    """The counts of a process; reasons are codes of the program, never what somebody wrote."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.refused: Counter[str] = Counter()
        self.goodbyes: Counter[str] = Counter()
        self.answers = Histogram(ANSWER_BOUNDS)

    def samples(self) -> list[Sample]:
        """Return what was counted of commands."""
        refused = [sample("chwech_refused_total", n, reason=reason) for reason, n in sorted(self.refused.items())]
        goodbyes = [sample("chwech_goodbyes_total", n, reason=reason) for reason, n in sorted(self.goodbyes.items())]
        done = sample("chwech_acknowledged_total", self.acknowledged)
        return [done, *refused, *goodbyes, *self.answers.samples("chwech_answer_seconds")]


class ProcessWatch:
    """Measures how late the loop of this process is, once a second."""

    def __init__(self, name: str) -> None:
        """Begin to measure; needs a running loop. ``name`` is the name of the process in the figures."""
        self._name = name
        self._lag = Histogram(LAG_BOUNDS)
        self._loop = asyncio.get_running_loop()
        self._began = self._due = self._loop.time()
        self._next = self._loop.call_soon(self._look)

    def close(self) -> None:
        """Stop."""
        self._next.cancel()

    def samples(self) -> list[Sample]:
        """Return the figures of this process."""
        figures = {
            "chwech_up_seconds": self._loop.time() - self._began,
            "chwech_memory_bytes": float(resident()),
            "chwech_cpu_seconds_total": time.process_time(),
            "chwech_open_files": float(open_files()),
        }
        build = sample("chwech_build_info", 1, version=program_version(), process=self._name)
        lag = self._lag.samples("chwech_loop_lag_seconds", process=self._name)
        return [build, *(sample(name, value, process=self._name) for name, value in figures.items()), *lag]

    def _look(self) -> None:
        now = self._loop.time()
        self._lag.observe(max(0.0, now - self._due))
        self._due = now + LOOK_SECONDS
        self._next = self._loop.call_at(self._due, self._look)


def resident() -> int:
    """Return the resident memory of this process in bytes; elsewhere than on Linux its maximum so far."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * _PAGE
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def open_files() -> int:
    """Return the number of open files of this process; 0 where the system does not tell."""
    try:
        return len([*Path("/dev/fd").iterdir()])
    except OSError:
        return 0
