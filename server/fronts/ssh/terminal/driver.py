"""Textual's driver for one SSH session: no terminal of this process, no thread, and at most one frame in flight.

All private parts of Textual that several apps in one process need are used in this file and the parser's alone.
"""

import asyncio
import contextvars
import io
import logging
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from rich.console import Console
from textual import constants, events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size as Cells
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from chwech_tui.lean import LeanApp
from chwech_tui.terminal_input import TerminalTold
from chwech_tui.theme import Background, Colours
from server.fronts.ssh.terminal import terminal
from server.fronts.ssh.terminal.terminal import (
    InputBuffer,
    KeyParser,
    Size,
    Terminal,
    is_alert,
    is_copy,
    is_harmless,
    without_true_colour,
)
from server.fronts.ssh.transport.limiter import Flow
from server.host.limits import Rate, TokenBucket

_log = logging.getLogger(__name__)

EVENTS: Final = Rate(50.0, 250.0)  # Keys and clicks that an app accepts: a key that is held down sends thirty a second.

AT_ONCE_SECONDS: Final = 0.005
"""Seconds after a piece of input in which the next one waits for its turn: people type no faster, floods do."""

RESIZE_SECONDS: Final = 0.1  # Minimum number of seconds between two redraws while a window is being resized.

_HEARD: Final = (
    *(events.Key, events.Paste, events.MouseEvent, events.AppFocus, events.AppBlur),
    TerminalSupportsSynchronizedOutput,
)
"""Input that reaches the app. Terminal size reports do not: the size comes with the channel, and is bounded."""

_COMMAND: Final = "\x1b]"
_POINTER: Final = "\x1b]22;"


class TerminalConnection(Struct, frozen=True):
    """What a driver needs of its session."""

    terminal: Terminal
    flow: Flow
    send: Callable[[bytes], None]
    """Writes at once; does nothing if the visitor has disconnected."""
    number: int
    drawn: Callable[[], None]


class SshDriver(Driver):
    """Draws one app on one visitor's terminal, and passes on its input."""

    def __init__(self, app: App[Any], connection: TerminalConnection, inside: contextvars.Context) -> None:
        """Prepare to draw an app, which may not be running yet, and will run in the context ``inside``."""
        super().__init__(app, size=(connection.terminal.size.width, connection.terminal.size.height))
        self.ready: asyncio.Future[None] = self._loop.create_future()  # Done when the first frame has been drawn.
        self._terminal = connection
        self._inside = inside
        self._outside = contextvars.copy_context()
        self._colours = connection.terminal.palette.colours
        self._collected: list[str] = []
        self._missed = False
        self._suspected = False
        self._on = False
        self._closed = False
        self._parser = KeyParser()
        now = self._loop.time()
        self._input = InputBuffer(now)
        self._patience = TokenBucket(EVENTS, now)
        self._read_at = 0.0
        self._reading: asyncio.Handle | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._wanted = connection.terminal.size
        _make_ready(app, self)

    # Lifecycle

    def start_application_mode(self) -> None:
        """Prepare the terminal, and start reading input."""
        self._on = True
        self._terminal.flow.on_open(self._opened)
        self._terminal.send(terminal.begin(self._terminal.terminal).encode())
        self._apply_size()
        self._listen()

    def disable_input(self) -> None:
        """Stop reading input."""
        for handle in (self._reading, self._waiting, self._resting):
            if handle is not None:
                handle.cancel()
        self._closed = True

    def stop_application_mode(self) -> None:
        """Restore the terminal, once, even if it accepts no output at present."""
        if self._on:
            self._on = False
            self._collected.clear()
            self._terminal.send(terminal.end(self._terminal.terminal).encode())

    def suspend_application_mode(self) -> None:
        """Do nothing: a visitor cannot suspend a server."""

    def resume_application_mode(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Release the app; the terminal is restored in any case."""
        self.stop_application_mode()
        self.disable_input()
        self._terminal.flow.forget()
        # Ending its input releases the last key event, through which a parser keeps its app alive.
        self._last_move_event = None
        self._hear(lambda: self._parser.feed(""))

    # Output

    @property
    def behind(self) -> bool:
        """True while the visitor has not accepted the last frame."""
        return not self._terminal.flow.open

    def write(self, data: str) -> None:
        """Collect output, adapted to this terminal; output that might contain foreign control sequences is dropped."""
        # A title or a notification would be printed by an old terminal.
        above = self._terminal.terminal.old and data.startswith(_COMMAND) and is_alert(data)
        if not self._on or data.startswith(_POINTER) or above:
            return
        if not self._terminal.flow.open:
            self._missed = True
        elif is_copy(data):
            # Older terminals would print it as text.
            self._collected += () if self._terminal.terminal.old else (data,)
        elif is_harmless(data) or is_alert(data):
            self._collected.append(data if self._colours is Colours.ALL else without_true_colour(data))
        elif not self._suspected:
            self._suspected = True
            _log.error("visitor %d: a frame with foreign orders was not sent", self._terminal.number)

    def flush(self) -> None:
        """Send the frame; frames that the visitor cannot accept are dropped, and a complete one follows later."""
        frame = "".join(self._collected)
        self._collected.clear()
        if frame:
            self._terminal.send(frame.encode())
            self._terminal.drawn()
        if not self.ready.done():
            self.ready.set_result(None)

    def _opened(self) -> None:
        """Redraw everything if frames were dropped, now that the visitor accepts output again."""
        if self._missed and self._on:
            self._missed = False
            self._app.call_later(self._app.refresh)

    # Input

    def receive(self, data: bytes) -> None:
        """Accept input; it may arrive before the app has started.

        A key of somebody who has not just typed another is read at once: another turn of the loop would cost more.
        """
        now = self._loop.time()
        self._input.put(data, now)
        for answer in self._input.answers.take():
            self._answered(answer)
        if self._reading is None and now >= self._read_at + AT_ONCE_SECONDS and self._on and not self._closed:
            self._read_at = now
            self._outside.run(self._read_piece)
        else:
            self._listen()

    def _answered(self, answer: Background | Colours) -> None:
        """Tell the app what the terminal has answered, and use all its colours if it was thought to have fewer."""
        if answer is Colours.ALL:
            if self._colours is not Colours.MANY:
                return
            self._colours = answer
        self.send_message(TerminalTold(answer))

    def _listen(self) -> None:
        """Read in a later iteration of the loop, outside the context of any app."""
        if self._on and self._reading is None and not self._closed:
            self._reading = self._loop.call_soon(self._read_piece, context=self._outside)

    def _read_piece(self) -> None:
        self._reading = None
        piece = self._input.take()
        if piece:
            self._hear(lambda: self._parser.feed(piece))
            self._wait_for_more()
        if self._input.waits:
            self._listen()

    def _tick(self) -> None:
        self._waiting = None
        self._hear(self._parser.tick)
        self._wait_for_more()

    def _wait_for_more(self) -> None:
        """Set a timer after an escape: only time tells the Escape key from the start of a sequence."""
        if self._parser._timeout_time is not None and self._waiting is None and not self._closed:
            delay = constants.ESCAPE_DELAY + 0.01
            self._waiting = self._loop.call_later(delay, self._tick, context=self._outside)

    def _hear(self, messages: Callable[[], Iterable[Message]]) -> None:
        """Pass on what the parser reads; a parser that fails on malformed input is replaced."""
        try:
            for message in messages():
                self._tell(message)
        except Exception:  # noqa: BLE001 - it was written for terminals, not for attackers, and may raise anything
            self._parser = KeyParser()

    def _tell(self, message: Message) -> None:
        """Pass on an event that apps may receive, within the rate limit."""
        if self._closed or not isinstance(message, _HEARD):
            return
        key = message if isinstance(message, events.Key) else None
        if key is not None and not _is_text(key.character or key.key):
            return
        if not self._patience.take(1.0, self._loop.time()):
            return
        if key is not None and isinstance(self._app, LeanApp) and self._inside.run(self._app.handle_at_once, key):
            return
        self.process_message(message)

    def send_message(self, message: Message) -> None:
        """Post a message to the app; both run in one loop."""
        self._app.post_message(message)

    # Size

    def resize(self, size: Size) -> None:
        """Resize at once, or after a pause; the latest of several sizes counts."""
        self._wanted = size
        if self._on and self._resting is None and not self._closed:
            self._apply_size()

    def _apply_size(self) -> None:
        size = Cells(self._wanted.width, self._wanted.height)
        self._size = (size.width, size.height)
        self.send_message(events.Resize(size, size))
        self._resting = self._loop.call_later(RESIZE_SECONDS, self._rested, context=self._outside)

    def _rested(self) -> None:
        self._resting = None
        if self._size != (self._wanted.width, self._wanted.height):
            self._apply_size()

    # Disabled features

    def open_url(self, url: str, new_tab: bool = True) -> None:  # noqa: FBT001, FBT002 - Textual's signature
        """Do nothing: the browser would open on the server."""

    def deliver_binary(self, *_given: object, **_named: object) -> None:
        """Do nothing: the file would be written on the server."""


def failure_of(app: App[Any]) -> Exception | None:
    """Return the exception that ended an app, if there was one."""
    return app._exception or getattr(app, "fault", None)


def _make_ready(app: App[Any], driver: SshDriver) -> None:
    """Detach an app from everything that the apps of this process would share."""
    # Rendered text is cached for all apps, so all render in true colour; the pictures are in the terminal's own.
    app.console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False)
    app.animation_level = "none"
    app.driver_class = lambda *_given, **_named: driver  # type: ignore[assignment] # it is only called
    # An app redirects printed output, and apps that end in another order than they started would leave it redirected.
    app._capture_stdout, app._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]
    # The caller logs a fatal error, without the values of all variables that Textual would print.
    app._fatal_error = app._close_messages_no_wait  # type: ignore[method-assign]
    app._print_error_renderables = _nothing  # type: ignore[method-assign]


def _is_text(characters: str) -> bool:
    """Return True if the text can be encoded: a key event may carry any number, and surrogates are no characters."""
    return not any("\ud800" <= character <= "\udfff" for character in characters)


def _nothing() -> None:
    """Do nothing."""
