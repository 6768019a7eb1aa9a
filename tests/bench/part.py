"""Measure one part in a process of its own: ``python -m tests.bench.part NAME ROUNDS SHARE SCRATCH OUT``.

A process of its own, for a part may pin its cores, stop the collector or start a loop, and none should feel another.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import msgspec

from tests.bench.measure import Findings, Scale
from tests.bench.peers.scratch import Scratch


def measure(name: str, scale: Scale, scratch: Scratch) -> Findings:
    """Return what a part finds."""
    found: Callable[[Scale, Scratch], Findings] = import_module(f"tests.bench.parts.{name}").measure
    return found(scale, scratch)


if __name__ == "__main__":
    name, rounds, share, folder, out = sys.argv[1:]
    scratch = Scratch(Path(folder) if folder else None)
    Path(out).write_bytes(msgspec.json.encode(measure(name, Scale(int(rounds), float(share)), scratch)))
