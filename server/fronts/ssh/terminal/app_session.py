"""Who may begin: apps start one at a time, in the order of their coming, and between two starts the others are served.

A start costs as much as some ten keys, and nothing else happens meanwhile.
"""

import asyncio
import contextlib
import contextvars
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from msgspec import Struct
from textual.app import App

from server.fronts.ssh.garbage import Memory
from server.fronts.ssh.terminal.driver import SshDriver, Wire, failure_of
from server.fronts.ssh.terminal.terminal import Size

WAITING: Final = 128
"""People that wait for their start; whoever comes later is asked to come again."""


class Crowded(Exception):
    """Too many wait already; the text is for whoever came."""


class Admission:
    """Gives everybody a turn."""

    def __init__(self) -> None:
        """Begin with nobody waiting."""
        self._turn = asyncio.Lock()
        self._waiting = 0

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn, and keep it for as long as the start takes.

        Raises:
            Crowded: too many wait already.
        """
        if self._waiting >= WAITING:
            raise Crowded("very many people are coming just now: try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:
                yield
                # Whatever waits in the loop comes before the next start.
                await asyncio.sleep(0)
        finally:
            self._waiting -= 1


_log = logging.getLogger(__name__)

START_SECONDS: Final = 5.0
"""A start that takes longer no longer holds up the others."""

END_SECONDS: Final = 2.0
"""How long an app has to let go of what it holds."""

TYPED_EARLY: Final = 1024
"""Bytes that are kept of what is typed before the app is there."""

APOLOGY: Final = "something went wrong here, and it is not your fault: come again, and your seat is still yours"
"""What whoever sat at an app that failed is told."""


class AppEnding(Struct, frozen=True):
    """How an app has ended."""

    status: int
    """The exit status."""

    words: str
    """What is left on the terminal; may be empty."""


class Stage:
    """Where one app is shown; it is used once."""

    def __init__(self, make: Callable[[], App[Any]], wire: Wire, admission: Admission, memory: Memory) -> None:
        """Prepare the stage.

        Args:
            make: makes the app, when its turn has come.
            wire: the visitor's terminal.
            admission: says whose turn it is.
            memory: is told when the app has ended.
        """
        self._make = make
        self._wire = wire
        self._admission = admission
        self._memory = memory
        self._driver: SshDriver | None = None
        self._size = wire.terminal.size
        self._early = b""
        self._task: asyncio.Task[Any] | None = None
        self._closing_words = ""

    def receive(self, data: bytes) -> None:
        """Hand on what was typed."""
        if self._driver is not None:
            self._driver.receive(data)
        else:
            self._early = (self._early + data)[:TYPED_EARLY]

    def resize(self, size: Size) -> None:
        """Draw for another size."""
        self._size = size
        if self._driver is not None:
            self._driver.resize(size)

    def close(self, words: str) -> None:
        """End the app, or let it never begin, and leave these words in place of its own."""
        self._closing_words = words
        if self._task is not None:
            self._task.cancel()

    async def run(self) -> AppEnding:
        """Show the app until it ends; who cancels this ends it."""
        if self._closing_words:
            return AppEnding(0, self._closing_words)
        self._task = asyncio.current_task()
        assert self._task is not None
        try:
            return await self._show()
        except Crowded as problem:
            return AppEnding(1, str(problem))
        except asyncio.CancelledError:
            # Whoever was told to go, and then has gone, is told nothing more.
            if not self._closing_words or self._task.cancelling() > 1:
                raise
            self._task.uncancel()
            return AppEnding(0, self._closing_words)

    async def _show(self) -> AppEnding:
        """Wait for the turn, start, and wait for the end."""
        playing: asyncio.Task[Any] | None = None
        try:
            async with self._admission.turn():
                app = self._make()
                driver = self._open(app)
                # In a context of its own: whatever the app begins belongs to it alone and goes with it.
                playing = asyncio.create_task(
                    app.run_async(size=(self._size.width, self._size.height)), context=contextvars.Context()
                )
                both = {playing, driver.ready}
                await asyncio.wait(both, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({playing})
            return self._ending(app, playing)
        finally:
            if playing is not None:
                await self._clear(playing)

    def _open(self, app: App[Any]) -> SshDriver:
        """Make the app's driver, and give it what has come before."""
        driver = self._driver = SshDriver(app, self._wire)
        driver.resize(self._size)
        driver.receive(self._early)
        return driver

    async def _clear(self, playing: asyncio.Task[Any]) -> None:
        """End the app if it has not, and leave the terminal as it was whatever happens."""
        try:
            playing.cancel()
            _, late = await asyncio.wait({playing}, timeout=END_SECONDS)
            if late:
                _log.error("visitor %d: the app does not end", self._wire.number)
        finally:
            if self._driver is not None:
                self._driver.close()
            self._driver = None
            self._memory.ended()

    def _ending(self, app: App[Any], playing: asyncio.Task[Any]) -> AppEnding:
        """Say how the app has ended; a fault is told to the log and not to the visitor."""
        failure = failure_of(app) or (None if playing.cancelled() else playing.exception())
        if failure is not None:
            _log.error("visitor %d: the app fails", self._wire.number, exc_info=failure)
            return AppEnding(1, APOLOGY)
        status = app.return_value if isinstance(app.return_value, int) else app.return_code or 0
        return AppEnding(status, getattr(app, "parting_words", ""))
