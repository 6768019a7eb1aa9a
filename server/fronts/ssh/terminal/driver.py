"""Textual's driver for one SSH session: no terminal of this process, no thread, and one frame at most on its way.

Everything that is private in Textual, and that many apps in one process need, is in this file alone.
"""

import asyncio
import contextvars
import io
import logging
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, TextIO

from msgspec import Struct
from rich.console import Console
from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size as Cells
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from chwech_tui.ascii import to_ascii
from server.fronts.ssh.terminal import terminal as modes
from server.fronts.ssh.terminal.input import Intake
from server.fronts.ssh.terminal.output import is_harmless, painter
from server.fronts.ssh.terminal.terminal import Size, Terminal
from server.fronts.ssh.transport.flow import Flow
from server.host.rate_limit import TokenBucket

_log = logging.getLogger(__name__)

EVENTS_PER_SECOND: Final = 50.0
"""Keys and clicks that an app takes for long: a key that is held down makes thirty."""

EVENTS_AT_ONCE: Final = 250.0
"""Keys and clicks that it takes at once."""

RESIZE_SECONDS: Final = 0.1
"""A window that is being pulled larger is drawn no more often than this."""

_HEARD: Final = (events.Key, events.Paste, events.MouseEvent, TerminalSupportsSynchronizedOutput)
"""What a terminal may tell. It may not tell its size: that comes with the channel, and is bounded."""

_BELL: Final = "\x07"
_POINTER: Final = "\x1b]22;"


class Wire(Struct, frozen=True):
    """What a driver needs of its session."""

    terminal: Terminal
    """The visitor's terminal."""

    flow: Flow
    """Whether output may be written."""

    send: Callable[[bytes], None]
    """Writes at once; where the visitor has gone it does nothing."""

    number: int
    """The visitor's number, for the log."""

    drawn: Callable[[], None]
    """Is called after each frame."""


class _Parser(XTermParser):
    """Reads keys; Textual's own remembers them by parser for ever, and with each parser a whole app."""

    # Textual's is a cache, which mypy takes for the type of the method.
    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        if not sequence.startswith("\x1b["):
            return None
        return XTermParser._parse_extended_key.__wrapped__(self, sequence)


class SshDriver(Driver):
    """Draws one app on one visitor's terminal and hands on what is typed there."""

    def __init__(self, app: App[Any], wire: Wire) -> None:
        """Make the driver of an app, before the app runs."""
        super().__init__(app, size=(wire.terminal.size.width, wire.terminal.size.height))
        self.ready: asyncio.Future[None] = self._loop.create_future()
        """Done when the first frame has been drawn."""
        self._wire = wire
        self._outside = contextvars.copy_context()
        self._paint = painter(wire.terminal.palette.colours)
        self._collected: list[str] = []
        self._missed = False
        self._suspected = False
        self._on = False
        self._closed = False
        self._parser = _Parser()
        now = self._loop.time()
        self._intake = Intake(now)
        self._patience = TokenBucket(EVENTS_PER_SECOND, EVENTS_AT_ONCE, now)
        self._reading: asyncio.Handle | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._wanted = wire.terminal.size
        _make_ready(app, self)

    # From start to end

    def start_application_mode(self) -> None:
        """Make the terminal ready, and begin to listen."""
        self._on = True
        self._wire.flow.on_open(self._opened)
        self._wire.send(modes.begin(self._wire.terminal).encode())
        self._apply_size()
        self._listen()

    def disable_input(self) -> None:
        """Hear nothing any more."""
        for handle in (self._reading, self._waiting, self._resting):
            if handle is not None:
                handle.cancel()
        self._closed = True

    def stop_application_mode(self) -> None:
        """Make the terminal as it was, once, whether or not it takes anything now."""
        if self._on:
            self._on = False
            self._collected.clear()
            self._wire.send(modes.end(self._wire.terminal).encode())

    def suspend_application_mode(self) -> None:
        """Go on: a server is not suspended by its visitors."""

    def resume_application_mode(self) -> None:
        """Go on."""

    def close(self) -> None:
        """Let go of the app; the terminal is left as it was in any case."""
        self.stop_application_mode()
        self.disable_input()
        self._wire.flow.forget()
        # The end of its input cuts what a parser keeps of the app: its last key.
        self._last_move_event = None
        self._hear(lambda: self._parser.feed(""))

    # What is drawn

    def write(self, data: str) -> None:
        """Collect what is to be drawn, as this terminal shows it; what could be an order of somebody else is not."""
        if not self._on or data.startswith(_POINTER):
            return
        if not self._wire.flow.open:
            self._missed = True
        elif data == _BELL or is_harmless(data):
            shown = to_ascii(data) if self._wire.terminal.palette.ascii else data
            self._collected.append(self._paint(shown))
        elif not self._suspected:
            self._suspected = True
            _log.error("visitor %d: a frame with foreign orders was not sent", self._wire.number)

    def flush(self) -> None:
        """Send the frame; where the visitor does not take it, it is gone, and the next one comes whole."""
        frame = "".join(self._collected)
        self._collected.clear()
        if frame:
            self._wire.send(frame.encode())
            self._wire.drawn()
        if not self.ready.done():
            self.ready.set_result(None)

    def _opened(self) -> None:
        """Draw all anew, now that the visitor takes it, if anything was left out."""
        if self._missed and self._on:
            self._missed = False
            self._app.call_later(self._app.refresh)

    # What is typed

    def receive(self, data: bytes) -> None:
        """Take in what was typed; it may come before the app has begun."""
        self._intake.put(data, self._loop.time())
        self._listen()

    def _listen(self) -> None:
        """Read in a later turn of the loop, outside of any app's context."""
        if self._on and self._reading is None and not self._closed:
            self._reading = self._loop.call_soon(self._read_piece, context=self._outside)

    def _read_piece(self) -> None:
        """Read one piece, and the next one in another turn."""
        self._reading = None
        piece = self._intake.take()
        if piece:
            self._read(piece)
            self._listen()

    def _read(self, piece: str) -> None:
        """Read a piece of what was typed."""
        self._hear(lambda: self._parser.feed(piece))
        self._wait_for_more()

    def _tick(self) -> None:
        """Tell the parser that nothing more has come."""
        self._waiting = None
        self._hear(self._parser.tick)
        self._wait_for_more()

    def _wait_for_more(self) -> None:
        """Come back soon if there was an escape: by time alone the key is told from the start of a sequence."""
        if self._parser._timeout_time is not None and self._waiting is None and not self._closed:
            delay = constants.ESCAPE_DELAY + 0.01
            self._waiting = self._loop.call_later(delay, self._tick, context=self._outside)

    def _hear(self, messages: Callable[[], Iterable[Message]]) -> None:
        """Hand on what the parser reads; one that stumbles over nonsense is replaced."""
        try:
            for message in messages():
                self._tell(message)
        except Exception:  # noqa: BLE001 - it was written for terminals, not for attackers, and may raise anything
            self._parser = _Parser()

    def _tell(self, message: Message) -> None:
        """Hand on what an app may hear, no faster than it can take it."""
        if self._closed or not isinstance(message, _HEARD):
            return
        if isinstance(message, events.Key) and not _is_text(message.character or message.key):
            return
        if self._patience.take(1.0, self._loop.time()):
            self.process_message(message)

    def send_message(self, message: Message) -> None:
        """Give a message to the app; both are in one loop."""
        self._app.post_message(message)

    # How large it is

    def resize(self, size: Size) -> None:
        """Draw for another size, at once or after a rest: of many the last one counts."""
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

    # What a server does not do

    def open_url(self, url: str, new_tab: bool = True) -> None:  # noqa: FBT001, FBT002 - Textual's signature
        """Open nothing: the browser would be the server's."""

    def deliver_binary(  # noqa: PLR0913 - Textual's signature
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Write no file: the disk would be the server's."""


def failure_of(app: App[Any]) -> Exception | None:
    """Give the exception that ended an app, if one did."""
    return app._exception or getattr(app, "fault", None)


def _make_ready(app: App[Any], driver: SshDriver) -> None:
    """Take from an app what it would share with the others of this process."""
    # Rendered text is kept in caches for all apps: all draw in all colours, and the driver brings them down.
    app.console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False)
    app.animation_level = "none"
    app.driver_class = lambda *_given, **_named: driver  # type: ignore[assignment] # it is called, nothing else
    # An app catches what is printed, and apps that end in another order than they began would leave it caught.
    app._capture_stdout, app._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]
    # A fault is told to the log by whoever runs the app, without the values of all variables.
    app._fatal_error = app._close_messages_no_wait  # type: ignore[method-assign]
    app._print_error_renderables = _nothing  # type: ignore[method-assign]


def _is_text(characters: str) -> bool:
    """Say whether this can be encoded: a key may be told by any number, and some are no character."""
    return not any("\ud800" <= character <= "\udfff" for character in characters)


def _nothing() -> None:
    """Do nothing."""
