"""What a figure was measured on: the machine and the versions of what took part."""

import os
import platform
import sqlite3
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final

LIBRARIES: Final = ("asyncssh", "msgpack", "msgspec", "numpy", "textual")  # What the figures depend on most.


def machine() -> str:
    """Return the machine in words, with how busy it was just now."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return (
        f"{_processor()}, {cores} cores, {_memory()}{platform.system()} {platform.release()}; load {load} at the start"
    )


def versions() -> dict[str, str]:
    """Return the versions of Python and of the libraries."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    found = {"Python": f"{python} ({sys.version.partition('[')[2].rstrip(']')})", "SQLite": sqlite3.sqlite_version}
    return found | {library: version(library) for library in LIBRARIES}


def _processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _memory() -> str:
    """Return the memory of the machine, if it tells."""
    try:
        return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB, "
    except (ValueError, OSError):
        return ""
