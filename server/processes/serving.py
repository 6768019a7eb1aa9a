"""A serving process as its supervisor sees it: it sends heartbeats, and ends when told to or when left alone."""

import asyncio
import contextlib
import ctypes
import logging
import os
import resource
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from server.processes.child import BEAT, HEARD, READY, UPDATE

ALONE_SECONDS: Final = 8.0  # Seconds that a process has for an orderly end after its supervisor is gone.

LEFT_ALONE: Final = "the process that watches over the others was killed: they end in good order, and nothing is lost"

_PR_SET_PDEATHSIG: Final = 1

BEAT_SECONDS: Final = 1.0


@contextlib.contextmanager
def told_by_signals() -> Iterator[asyncio.Event]:
    """Provide an event that is set by a signal; the same signal again ends the process at once."""
    loop = asyncio.get_running_loop()
    told = asyncio.Event()

    def tell(number: int) -> None:
        loop.remove_signal_handler(number)
        told.set()

    for number in HEARD:
        loop.add_signal_handler(number, tell, number)
    try:
        yield told
    finally:
        for number in HEARD:
            loop.remove_signal_handler(number)


@contextlib.contextmanager
def told_by_supervisor(
    lifeline: int, hear: Callable[[str], object] = lambda _: None, log: logging.Logger | None = None
) -> Iterator[asyncio.Event]:
    """Provide an event that is also set when the other end of this descriptor is closed, however its owner ended.

    Each line that comes is passed to ``hear``. The one process that gets a ``log`` says there that it is left alone.
    SIGHUP and SIGUSR2 mean nothing here: the supervisor tells what is to be done. A process without a supervisor always
    ends, in good order or not: a thread watches the descriptor, since the loop may hang; and if this process is
    stopped, Linux continues it.
    """
    loop = asyncio.get_running_loop()
    if sys.platform == "linux":
        # It continues this process, if it is stopped, when its parent is gone.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGCONT), 0, 0, 0)
    stop, done = os.pipe()
    with told_by_signals() as told:
        for number in (signal.SIGHUP, UPDATE):
            loop.add_signal_handler(number, lambda: None)

        def tell(line: str | None) -> None:
            if line is None and log is not None and not told.is_set():
                log.error(LEFT_ALONE)
            loop.call_soon_threadsafe(*((told.set,) if line is None else (hear, line)))

        watching = threading.Thread(target=_watch, args=(lifeline, stop, tell), daemon=True)
        watching.start()
        try:
            yield told
        finally:
            os.close(done)
            watching.join()
            os.close(stop)


def _watch(lifeline: int, stop: int, tell: Callable[[str | None], object]) -> None:
    """Pass on lines until the lifeline is closed, report that, and kill this process if it does not end in time."""
    begun = b""
    while stop not in select.select([lifeline, stop], [], [])[0]:
        if said := os.read(lifeline, 4096):
            *lines, begun = (begun + said).split(b"\n")
            for line in lines:
                tell(line.decode(errors="replace"))
            continue
        tell(None)
        if not select.select([stop], [], [], ALONE_SECONDS)[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return


def tell_loaded(mouth: int) -> None:
    """Report to the supervisor that this process has loaded what it needs, though it is not ready."""
    _tell(mouth, "")


def tell_ready(mouth: int, said: str = "", status: Callable[[], str] = str) -> None:
    """Report to the supervisor that this process is ready, with a message for it, and start the heartbeats.

    ``status`` is asked for each of them.
    """
    os.set_blocking(mouth, False)
    _tell(mouth, f"{READY}{said}")
    _beat(asyncio.get_running_loop(), mouth, status)


def _beat(loop: asyncio.AbstractEventLoop, mouth: int, status: Callable[[], str]) -> None:
    _tell(mouth, f"{BEAT}{status()}")
    loop.call_later(BEAT_SECONDS, _beat, loop, mouth, status)


def _tell(mouth: int, said: str) -> None:
    """Write a line to the supervisor, but never wait for one that has gone or is stopped."""
    with contextlib.suppress(BrokenPipeError, BlockingIOError):
        os.write(mouth, f"{said}\n".encode())


def first_line(lifeline: int) -> str:
    """Return the first line of the supervisor, and leave what follows it."""
    line = b""
    while (byte := os.read(lifeline, 1)) not in (b"\n", b""):
        line += byte
    return line.decode()


def call_oneself(name: str) -> None:
    """Name this process for those who list the processes of the machine, where that is possible: ``chwech front 2``."""
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(f"chwech {name}")


MOST: Final = 65_536
"""The highest limit requested: no more is needed, and on some systems a high limit costs every process time."""


def raise_open_files() -> None:
    """Raise the limit of this process as far as the system allows, up to `MOST`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
