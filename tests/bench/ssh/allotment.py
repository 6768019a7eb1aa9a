"""Gives a process a part of a core and no more, as the scheduler of Linux can: a small machine within this one."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from tests.bench.peers.scratch import LeftOut

PERIOD: Final = 10_000  # Microseconds in which a process gets its part once.

_ROOT: Final = Path("/sys/fs/cgroup")


@contextmanager
def allotted(processes: Sequence[int], share: float) -> Iterator[None]:
    """Give each of the processes this share of a core while the context lasts.

    Raises:
        LeftOut: this machine, or whoever measures on it, cannot.
    """
    with ExitStack() as stack:
        for process in processes:
            stack.enter_context(_allotted(process, round(share * PERIOD)))
        yield


@contextmanager
def _allotted(process: int, quota: int) -> Iterator[None]:
    group, settings = _group(f"chwech-bench-{os.getpid()}-{process}", quota)
    try:
        group.mkdir()
    except OSError as problem:
        raise LeftOut(f"a part of a core cannot be given out here ({problem.strerror}): it takes root.") from problem
    try:
        try:
            for name, value in settings.items():
                (group / name).write_text(value)
            (group / "cgroup.procs").write_text(str(process))
        except OSError as problem:
            raise LeftOut(f"a part of a core cannot be given out here: {problem}.") from problem
        yield
    finally:
        with suppress(ProcessLookupError):
            (group.parent / "cgroup.procs").write_text(str(process))
        group.rmdir()


def _group(name: str, quota: int) -> tuple[Path, dict[str, str]]:
    """Return the folder of a new group, and what is to be written into it, for either version of the interface."""
    old = _ROOT / "cpu"
    if (old / "cgroup.procs").exists():
        return old / name, {"cpu.cfs_period_us": str(PERIOD), "cpu.cfs_quota_us": str(quota)}
    controllers = _ROOT / "cgroup.subtree_control"
    if controllers.exists() and "cpu" in controllers.read_text().split():
        return _ROOT / name, {"cpu.max": f"{quota} {PERIOD}"}
    raise LeftOut("a part of a core cannot be given out here: the controller of the processor is not in use.")
