"""How a process that serves learns that it is to end: by a signal, or because the process that watches is gone."""

import asyncio
import contextlib
import ctypes
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final

from server.processes.child import ENDING

ALONE_SECONDS: Final = 8.0
"""How long a process may take to end in good order when nobody watches over it any more."""

_PR_SET_PDEATHSIG: Final = 1

BEAT: Final = b"."
"""A sign of life."""

BEAT_SECONDS: Final = 1.0
"""How often there is one."""


@contextlib.contextmanager
def told_by_signals() -> Iterator[asyncio.Event]:
    """Give an event that is set when the process is told to end; told twice, it ends at once."""
    loop = asyncio.get_running_loop()
    told = asyncio.Event()

    def tell(number: int) -> None:
        loop.remove_signal_handler(number)
        told.set()

    for number in ENDING:
        loop.add_signal_handler(number, tell, number)
    try:
        yield told
    finally:
        for number in ENDING:
            loop.remove_signal_handler(number)


@contextlib.contextmanager
def told_by_supervisor(lifeline: int) -> Iterator[asyncio.Event]:
    """Give an event that is also set when the other end of this descriptor is gone, however its holder ended.

    Whoever is alone ends, in good order or not: a thread looks, because the loop may hang; and where this process is
    stopped, Linux lets it go on.
    """
    loop = asyncio.get_running_loop()
    _go_on_alone()
    stop, done = os.pipe()
    with told_by_signals() as told:
        watching = threading.Thread(
            target=_watch, args=(lifeline, stop, lambda: loop.call_soon_threadsafe(told.set)), daemon=True
        )
        watching.start()
        try:
            yield told
        finally:
            os.close(done)
            watching.join()
            os.close(stop)


def _watch(lifeline: int, stop: int, tell: Callable[[], object]) -> None:
    """Look until the lifeline ends, tell so, and end this process where that is not enough."""
    while stop not in select.select([lifeline, stop], [], [])[0]:
        if os.read(lifeline, 4096):
            continue
        tell()
        if not select.select([stop], [], [], ALONE_SECONDS)[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return


def _go_on_alone() -> None:
    """Let Linux wake this process, should it be stopped, when the one that has started it is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGCONT), 0, 0, 0)


def tell_ready(mouth: int, said: str = "") -> None:
    """Let the process that watches know that this one serves, what there is to say of it, and that its loop goes on."""
    os.set_blocking(mouth, False)
    _tell(mouth, f"{said}\n".encode())
    _beat(asyncio.get_running_loop(), mouth)


def _beat(loop: asyncio.AbstractEventLoop, mouth: int) -> None:
    """Give a sign of life, and go on doing so."""
    _tell(mouth, BEAT)
    loop.call_later(BEAT_SECONDS, _beat, loop, mouth)


def _tell(mouth: int, said: bytes) -> None:
    """Say something; one who watches no more, or stands still for long, is not waited for."""
    with contextlib.suppress(BrokenPipeError, BlockingIOError):
        os.write(mouth, said)
