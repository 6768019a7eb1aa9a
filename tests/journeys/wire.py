"""A wire between two machines on which packets take their time and some are lost: ``python -m tests.journeys.wire``.

It carries packets between two TUN devices in network namespaces of their own, so TCP meets on it what it meets on a bad
line; not every kernel has netem. It takes root and Linux.
"""

import contextlib
import ctypes
import fcntl
import heapq
import itertools
import os
import random
import select
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, Self

from tests.journeys.network import why_not as no_network

PEOPLE: Final = "10.98.0.1"  # Where people are, and the front.
SERVER: Final = "10.98.0.2"  # Where the server is.

_TUN: Final = Path("/dev/net/tun")
_DEVICE: Final = "line"
_TUNSETIFF: Final = 0x400454CA
_TUN_WITHOUT_HEADER: Final = 0x0001 | 0x1000
_LARGEST: Final = 2048


class Wire:
    """Two machines and the wire between them, gone when the test is."""

    def __init__(self, delay: int, loss: float) -> None:
        """Each direction takes so many milliseconds, and loses so many of a hundred packets."""
        self._names = tuple(f"chwech-{which}-{os.getpid()}" for which in "fh")
        self._how = (str(delay), str(loss))
        self._carrying: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        """Lay it."""
        for name in self._names:
            _run("ip", "netns", "add", name)
            _run("ip", "-n", name, "link", "set", "lo", "up")
        command = [sys.executable, "-m", "tests.journeys.wire", *self._names, *self._how]
        self._carrying = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2], env={**os.environ}
        )
        assert self._carrying.stdout is not None
        assert self._carrying.stdout.readline() == "ready\n"
        for name, address in zip(self._names, (PEOPLE, SERVER), strict=True):
            _run("ip", "-n", name, "addr", "add", f"{address}/24", "dev", _DEVICE)
            _run("ip", "-n", name, "link", "set", _DEVICE, "up")
        return self

    def __exit__(self, *_: object) -> None:
        """Take everything away."""
        if self._carrying is not None:
            self._carrying.kill()
            self._carrying.communicate()
        for name in self._names:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)

    @property
    def at_people(self) -> list[str]:
        """What a command begins with that runs where people are."""
        return ["ip", "netns", "exec", self._names[0]]

    @property
    def at_server(self) -> list[str]:
        """What a command begins with that runs where the server is."""
        return ["ip", "netns", "exec", self._names[1]]

    def cut(self) -> None:
        """Pull the plug of the server; where people are, nothing tells of it."""
        _run("ip", "-n", self._names[1], "link", "set", _DEVICE, "down")

    def mend(self) -> None:
        """Put it in again."""
        _run("ip", "-n", self._names[1], "link", "set", _DEVICE, "up")


def why_not() -> str:
    """Say why there can be no such wire here; an empty text where there can."""
    return no_network() or ("" if _TUN.exists() else f"needs {_TUN}")


def carry(ends: tuple[int, int], delay: float, loss: float) -> None:
    """Carry packets between two devices until killed; the delay is in seconds."""
    chance, numbers = random.Random(1), itertools.count()
    across = {ends[0]: ends[1], ends[1]: ends[0]}
    under_way: list[tuple[float, int, int, bytes]] = []
    while True:
        now = time.monotonic()
        while under_way and under_way[0][0] <= now:
            _, _, end, packet = heapq.heappop(under_way)
            # A device that is down takes nothing.
            with contextlib.suppress(OSError):
                os.write(end, packet)
        patience = max(0.0, under_way[0][0] - now) if under_way else None
        for end in select.select(ends, [], [], patience)[0]:
            packet = os.read(end, _LARGEST)
            if chance.random() >= loss:
                heapq.heappush(under_way, (time.monotonic() + delay, next(numbers), across[end], packet))


def device_in(namespace: str) -> int:
    """Make a TUN device in a network namespace, and return its descriptor."""
    _enter(Path("/var/run/netns", namespace))
    made = os.open(_TUN, os.O_RDWR)
    fcntl.ioctl(made, _TUNSETIFF, struct.pack("16sH22x", _DEVICE.encode(), _TUN_WITHOUT_HEADER))
    return made


def _enter(namespace: Path) -> None:
    handle = os.open(namespace, os.O_RDONLY)
    if ctypes.CDLL(None, use_errno=True).setns(handle, 0):
        raise OSError(ctypes.get_errno(), f"{namespace} cannot be entered")
    os.close(handle)


def _run(*words: str) -> None:
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert not done.returncode, f"{' '.join(words)}: {done.stderr}"


if __name__ == "__main__":
    devices = (device_in(sys.argv[1]), device_in(sys.argv[2]))
    print("ready", flush=True)
    carry(devices, int(sys.argv[3]) / 1000, float(sys.argv[4]) / 100)
