"""How a process that serves learns that it is to end: by a signal, or because the process that watches is gone."""

import asyncio
import contextlib
import os
from collections.abc import Iterator
from typing import Final

from server.processes.bell import ENDING

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
    """Give an event that is also set when the other end of this descriptor is gone, however its holder ended."""
    loop = asyncio.get_running_loop()
    with told_by_signals() as told:

        def look() -> None:
            if not os.read(lifeline, 4096):
                loop.remove_reader(lifeline)
                told.set()

        loop.add_reader(lifeline, look)
        try:
            yield told
        finally:
            loop.remove_reader(lifeline)


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
