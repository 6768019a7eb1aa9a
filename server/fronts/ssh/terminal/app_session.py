"""Runs what a visitor has come for until it ends: an app, or plain mode.

Apps start one at a time, in order of arrival, and other sessions run between two starts: starting an app costs about as
much as ten key presses, and blocks the loop meanwhile. Plain mode is lines in and out, on a terminal whose lines are
edited here, or without any.

Garbage collection is scheduled here too, since a full collection walks every app of the process, and no visitor should
wait for it. It never starts by itself: what exists after the start-up is never walked again, and apps that have ended
are collected in a quiet moment, or once there are too many.

Nearly all other garbage is a dialog that someone has closed, some seconds old. A middle collection waits long enough
to find most of them dead: with short waits a front grew by 120 MB in ten minutes in which thirty people pressed a key
each second. ``gc`` counts new objects less those that were freed, and a key makes as many as it frees, so a young
collection comes after every few frames instead: else one would walk all that a thousand people have been shown, for a
fifth of a second. What is drawn is made of values that are never walked (``gc=False``). How much garbage there may be
is known by how many more small blocks of memory there are, for the counts of ``gc`` do not tell.
"""

import asyncio
import contextlib
import contextvars
import gc
import logging
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final

from msgspec import Struct
from textual.app import App

from chwech_tui.errand import Errand
from chwech_tui.link import Route
from chwech_tui.plain.editor import LineEditor
from chwech_tui.plain.reading import Speech
from chwech_tui.plain.session import PlainSession
from chwech_tui.terminal_input import END
from protocol.language import N_, _
from protocol.text import wrapped
from server.fronts.ssh.terminal.terminal import InputBuffer, Size, SshDriver, Terminal, TerminalConnection, failure_of
from server.fronts.ssh.transport.limiter import Flow
from server.host.garbage import give_back

YOUNG: Final = 2000  # New objects per young collection.
MIDDLE: Final = 60  # Young collections per middle one: thirty people bring one about every twenty seconds.

FRAMES: Final = 32
"""Frames per young collection: with a thousand keys a second all of them together take six thousandths of a second."""

THRESHOLDS: Final = (YOUNG, MIDDLE, 1_000_000)  # What ``gc`` is set to; automatic full collections never happen.
QUIET_SECONDS: Final = 0.1  # Seconds without drawing that make a quiet moment, at the least.

QUIET_TIMES: Final = 10
"""How many times as long as a collection takes nothing was drawn before it, while anybody is there.

Where people act so seldom, one in ten collections makes someone wait. A tenth of a second is a pause between two keys
of a full front, whose collection takes a whole one.
"""

USUAL_PACE: Final = 2e-7  # Seconds that a collection takes for each block of memory, until one has been measured.
REST_SECONDS: Final = 5.0  # Minimum number of seconds between two collections in quiet moments.
LONGEST_SECONDS: Final = 600.0  # Maximum number of seconds that garbage waits for a quiet moment.
MOST_ENDED: Final = 256  # Maximum number of ended apps left uncollected: each holds about a quarter of a megabyte.
LITTLE: Final = 20_000  # Growth that is worth a quiet moment, in blocks of memory: about 2 MB.
APP: Final = 3_000  # Blocks of memory that an app lives on, at a table: that much growth is no garbage of dialogs.

MOST_GROWTH: Final = 300_000
"""Growth that waits for no quiet moment, in blocks of memory: about 30 MB, or an eighth of what there is if it is more.
"""

_LOOK_SECONDS: Final = 1.0


def collect_all() -> None:
    """Run a full collection, and return to the system what it has freed."""
    gc.collect()
    give_back()


def _collect_young() -> None:
    gc.collect(0)


class Memory:
    """Decides what to collect, and when."""

    def __init__(
        self,
        collect: Callable[[], object] = collect_all,
        size: Callable[[], int] = sys.getallocatedblocks,
        clock: Callable[[], float] = time.monotonic,
        collect_young: Callable[[], object] = _collect_young,
    ) -> None:
        """Start with nothing to collect; ``size`` returns how many blocks of memory are in use."""
        self._collect = collect
        self._size = size
        self._clock = clock
        self._collect_young = collect_young
        self._frames = 0
        self._drawn_at = self._collected_at = clock()
        self._ended = self._running = 0
        self._pace = USUAL_PACE
        self._kept = size()  # The size after the last collection, without what the apps live on that ran then.

    def drawn(self) -> None:
        """Record that something was drawn, and collect among what is new after a few frames."""
        self._drawn_at = self._clock()
        self._frames += 1
        if self._frames >= FRAMES:
            self._frames = 0
            self._collect_young()

    def began(self) -> None:
        """Record that an app has begun."""
        self._running += 1

    def ended(self) -> None:
        """Record that an app has ended."""
        self._running -= 1
        self._ended += 1

    def tidy(self) -> bool:
        """Collect if now is the moment; return True if it did."""
        if not self._is_due():
            return False
        size, began = self._size(), self._clock()
        self._collect()
        self._ended = 0
        self._kept = self._unexplained()
        self._collected_at = self._clock()
        self._pace = (self._collected_at - began) / size
        return True

    async def keep(self) -> None:
        """Tidy the memory of the process regularly, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self.tidy()

    def _unexplained(self) -> int:
        """Return the size without apps: how many have ended has a limit of its own."""
        return self._size() - APP * (self._running + self._ended)

    def _is_due(self) -> bool:
        now, growth = self._clock(), self._unexplained() - self._kept
        if self._ended >= MOST_ENDED or growth >= max(MOST_GROWTH, self._size() // 8):
            return True
        if not self._ended and growth < LITTLE:
            return False
        waited = now - self._collected_at
        return waited >= LONGEST_SECONDS or (waited >= REST_SECONDS and now - self._drawn_at >= self._quiet())

    def _quiet(self) -> float:
        """Return for how many seconds nothing was drawn in a quiet moment."""
        takes = self._pace * self._size() if self._running > 0 else 0.0
        return max(QUIET_SECONDS, QUIET_TIMES * takes)


WAITING: Final = 128  # Maximum number of people waiting for their start; later ones are asked to come again.


class StartQueue:
    """The queue of apps that are about to start."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    @property
    def full(self) -> bool:
        """True while so many are waiting that one more would wait for too long."""
        return self._waiting >= WAITING

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn, and hold it while the app starts."""
        self._waiting += 1
        try:
            async with self._turn:
                yield
                # Let every other ready task run before the next start.
                await asyncio.sleep(0)
        finally:
            self._waiting -= 1


_log = logging.getLogger(__name__)

START_SECONDS: Final = 5.0  # Seconds after which a slow start no longer delays the next ones.

END_SECONDS: Final = 2.0

TYPED_EARLY: Final = 1024  # Bytes of input that are kept before the app is running.

NO_KEYS: Final = N_("no more keys can come from you: the game is kept")

APOLOGY: Final = N_("something went wrong here, which is not your fault: come back, your seat is still yours")
"""What a visitor is told when the app has failed, marked for translation."""


class AppEnding(Struct, frozen=True):
    """How an app ended."""

    status: int
    words: str


class AppSession:
    """Runs one app; each object is used once."""

    def __init__(
        self, make: Callable[[], App[Any]], connection: TerminalConnection, queue: StartQueue, memory: Memory
    ) -> None:
        self._make = make
        self._connection = connection
        self._queue = queue
        self._memory = memory
        self._driver: SshDriver | None = None
        self._size = connection.terminal.size
        self._early = b""
        self._task: asyncio.Task[Any] | None = None
        self._closing_words = ""

    def receive(self, data: bytes) -> None:
        """Pass on what was typed."""
        if self._driver is not None:
            self._driver.receive(data)
        else:
            self._early = (self._early + data)[:TYPED_EARLY]

    def resize(self, size: Size) -> None:
        """Resize the app."""
        self._size = size
        if self._driver is not None:
            self._driver.resize(size)

    def end_input(self) -> None:
        """End the app, which no key can reach any more."""
        self.close(NO_KEYS)

    def close(self, words: str) -> None:
        """End the app, or keep it from starting, and leave these words, marked for translation, instead of its own."""
        self._closing_words = words
        if self._task is not None:
            self._task.cancel()

    async def run(self) -> AppEnding:
        """Show the app until it ends; cancelling this ends it."""
        if self._closing_words:
            return AppEnding(0, _(self._closing_words))
        if self._queue.full:
            return AppEnding(1, _("very many people are coming just now: try again in a moment"))
        self._task = asyncio.current_task()
        assert self._task is not None
        try:
            return await self._show()
        except asyncio.CancelledError:
            # A visitor who was asked to leave and then disconnected gets no further output.
            if not self._closing_words or self._task.cancelling() > 1:
                raise
            self._task.uncancel()
            return AppEnding(0, _(self._closing_words))

    async def _show(self) -> AppEnding:
        playing: asyncio.Task[Any] | None = None
        try:
            async with self._queue.turn():
                app = self._make()
                # The app runs in a context of its own, so that everything it starts is released with it; it is a copy
                # of the session's, which holds nothing but the visitor's language.
                inside = contextvars.copy_context()
                driver = self._driver = SshDriver(app, self._connection, inside)
                driver.resize(self._size)
                driver.receive(self._early)
                self._memory.began()
                playing = asyncio.create_task(app.run_async(size=(self._size.width, self._size.height)), context=inside)
                both = {playing, driver.ready}
                await asyncio.wait(both, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({playing})
            failure = failure_of(app) or (None if playing.cancelled() else playing.exception())
            if failure is not None:
                # It goes to the log and not to the visitor.
                _log.error("visitor %d: the app fails", self._connection.number, exc_info=failure)
                return AppEnding(1, _(APOLOGY))
            status = app.return_value if isinstance(app.return_value, int) else app.return_code or 0
            return AppEnding(status, getattr(app, "parting_words", ""))
        finally:
            if playing is not None:
                await self._clear(playing)

    async def _clear(self, playing: asyncio.Task[Any]) -> None:
        """End the app if it is still running, and restore the terminal in any case."""
        try:
            playing.cancel()
            _, late = await asyncio.wait({playing}, timeout=END_SECONDS)
            if late:
                _log.error("visitor %d: the app does not end", self._connection.number)
        finally:
            if self._driver is not None:
                self._driver.close()
            self._driver = None
            self._memory.ended()


MOST_LINES: Final = 500
"""The most lines that are kept for a visitor who accepts none at present; the oldest are dropped."""

_DROPPED: Final = END.decode()  # What comes in the place of input beyond the rate limit.


class PlainVisit:
    """Plain mode for one visitor; each object is used once."""

    def __init__(
        self, door: Route, errand: Errand, terminal: Terminal | None, flow: Flow, send: Callable[[bytes], None]
    ) -> None:
        """Prepare the dialogue; without a terminal the client edits and shows what is typed."""
        self._loop = asyncio.get_running_loop()
        # What comes over the connection comes in another context, which does not know the visitor's language.
        self._context = contextvars.copy_context()
        self._flow = flow
        self._send = send
        self._width = terminal.size.width if terminal is not None else None
        self._editor = LineEditor() if terminal is not None else None
        self._input = InputBuffer(self._loop.time())
        self._reading: asyncio.Handle | None = None
        self._over = False
        self._held: deque[str] = deque(maxlen=MOST_LINES)
        self._closing_words = ""
        speech = Speech.LETTERS if terminal is not None and terminal.palette.ascii else Speech.SIGNS
        self._session = PlainSession(door, errand, speech, self._tell)

    async def run(self) -> AppEnding:
        """Hold the dialogue until it ends; cancelling this ends it."""
        self._flow.on_open(self._write_held)
        try:
            status = await self._session.run()
        finally:
            self._flow.forget()
            if self._reading is not None:
                self._reading.cancel()
        if self._session.fault is not None:
            _log.error("plain mode fails", exc_info=self._session.fault)
            return AppEnding(1, _(APOLOGY))
        return AppEnding(status, _(self._closing_words) if self._closing_words else "")

    def close(self, words: str) -> None:
        """End the dialogue, with these words, marked for translation, as its last."""
        self._closing_words = words
        self._session.leave()

    def resize(self, size: Size) -> None:
        """Fold further lines for another width; without a terminal nothing is folded."""
        if self._width is not None:
            self._width = size.width

    # Input

    def receive(self, data: bytes) -> None:
        """Take what was typed; it is read in small pieces, so that others get their turn."""
        self._input.put(data, self._loop.time())
        self._listen()

    def end_input(self) -> None:
        """Leave once all that came is read: no more can come."""
        self._over = True
        self._listen()

    def _listen(self) -> None:
        if self._reading is None:
            self._reading = self._loop.call_soon(self._read, context=self._context)

    def _read(self) -> None:
        self._reading = None
        piece = self._input.take()
        if piece:
            # A terminal's editor drops the mark of input beyond the rate limit by itself.
            text = piece.replace(_DROPPED, "") if self._editor is None else piece
            self._session.take(text, self._editor, self._write)
            self._listen()
        elif self._over:
            self._session.close_input()

    # Output

    def _tell(self, lines: Sequence[str]) -> None:
        """Write some lines; a line that is being typed goes on below them."""
        redrawn = self._editor.redrawn if self._editor is not None else ""
        width = self._width
        self._held.extend(lines if width is None else (part for line in lines for part in wrapped(line, width)))
        if self._flow.open:
            self._write("\n" * bool(redrawn))
            self._write_held()
            self._write(redrawn)

    def _write_held(self) -> None:
        """Write the lines that wait until the visitor accepts some."""
        while self._held and self._flow.open:
            self._write(f"{self._held.popleft()}\n")

    def _write(self, text: str) -> None:
        if text and self._flow.open:
            shown = text if self._editor is None else text.replace("\n", "\r\n")
            self._send(shown.encode(errors="replace"))
