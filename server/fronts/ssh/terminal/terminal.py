"""A visitor's terminal: what its client told of it, its keys, what is sent to it; and Textual's driver for it.

The last defence of every terminal is here: only text and the sequences that screens are made of are sent. Text from
other people is cleaned when it arrives and again when it is drawn. If both failed, this still holds: a piece of output
with any other control character or escape sequence is not sent.

The driver needs no terminal of this process and no thread, and has at most one frame in flight. All private parts of
Textual that several apps in one process need are used in this file alone.
"""

import asyncio
import codecs
import contextvars
import io
import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from rich.console import Console
from textual import constants, events
from textual._xterm_parser import BRACKETED_PASTE_START, XTermParser
from textual.app import App
from textual.driver import Driver
from textual.events import Key
from textual.geometry import Size as Cells
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from chwech_tui.alerts import KEEP_TITLE, RESTORE_TITLE, is_old
from chwech_tui.lean import LeanApp
from chwech_tui.plain import wants_plain
from chwech_tui.terminal_input import END, AnswerReader, EscapeParser, PasteGuard, TerminalTold, queries
from chwech_tui.theme import Background, Colours, Palette, palette_of
from protocol.language import LANGUAGE_VARIABLES, wanted_language
from server.fronts.ssh.transport.limiter import Flow
from server.host.limits import Rate, TokenBucket

WIDEST: Final = 400
"""Maximum screen width; a larger one that a client tells is clamped. The app says itself what is too small for it."""

HIGHEST: Final = 150

USUAL_TERM: Final = "xterm-256color"  # The terminal type assumed if the client's is not a valid name.

VARIABLES: Final = ("LANG", "LC_ALL", "COLORTERM", "NO_COLOR", "CHWECH_PLAIN", "TERM_PROGRAM", "LC_TERMINAL")
"""The only environment variables that are read; others are accepted and ignored."""

_LONGEST_VALUE: Final = 64

_NAME: Final = re.compile(r"[A-Za-z0-9.+-]{1,32}")


class Size(Struct, frozen=True):
    """The size of the screen, within the supported range."""

    width: int
    height: int


UNKNOWN_SIZE: Final = Size(80, 24)


class Terminal(Struct, frozen=True):
    """One visitor's terminal."""

    term: str
    palette: Palette
    size: Size
    plain: bool
    """True if plain mode is wanted on it, as ``chwech`` itself decides."""

    @property
    def old(self) -> bool:
        """True if the terminal prints newer sequences as text: it gets no mouse and no queries."""
        return is_old(self.term)


def read_terminal(term: str, environment: Mapping[bytes, bytes], width: int, height: int) -> Terminal:
    """Return the terminal that a client describes; any input is accepted."""
    name = term if _NAME.fullmatch(term) else USUAL_TERM
    told = {"TERM": name} | {variable: _value(environment, variable) for variable in VARIABLES}
    return Terminal(
        name, palette_of(told), read_size(width, height) or UNKNOWN_SIZE, wants_plain({**told, "TERM": term})
    )


def read_size(width: int, height: int) -> Size | None:
    """Clamp a size to the supported range; None if either side is zero."""
    if width <= 0 or height <= 0:
        return None
    return Size(min(width, WIDEST), min(height, HIGHEST))


def told_language(environment: Mapping[bytes, bytes]) -> str:
    """Return the language that the client's environment asks for."""
    return wanted_language({variable: _value(environment, variable) for variable in LANGUAGE_VARIABLES})


def _value(environment: Mapping[bytes, bytes], variable: str) -> str:
    value = environment.get(variable.encode(), b"")
    return value.decode() if len(value) <= _LONGEST_VALUE and value.isascii() else ""


_PLAIN: Final = (
    ("\x1b[?1049h", "\x1b[?1049l"),  # the alternate screen, so that the previous content comes back
    ("\x1b[?25l", "\x1b[?25h"),  # no cursor
    ("\x1b[?7l", "\x1b[?7h"),  # no line wrapping
)

_YOUNG: Final = (
    # Asked first, and soon drawn over: one terminal prints a letter instead of an answer.
    ("\x1b[?2026$p", ""),  # query: does it support synchronised output?
    (KEEP_TITLE, RESTORE_TITLE),  # the title of the window, which says when it is one's turn
    ("\x1b[?1004h", "\x1b[?1004l"),  # focus: alerts are for those who look elsewhere
    ("\x1b[?2004h", "\x1b[?2004l"),  # bracketed pastes
    ("\x1b[?1000h", "\x1b[?1000l"),  # mouse buttons, without motion
    ("\x1b[?1006h", "\x1b[?1006l"),  # mouse positions beyond column 223
    ("\x1b[>25u", "\x1b[<u"),  # unambiguous key reports
)
"""Sequences that terminals ignore if they do not know them, except old ones, which print them."""

_NO_LOOK: Final = "\x1b[0m"
_EMPTY: Final = "\x1b[2J\x1b[H"


def begin(terminal: Terminal) -> str:
    """Return the sequences that prepare a terminal, with the questions to it: none to one that is old.

    GNU screen is not asked for its colours, since it prints that.
    """
    asked = "" if terminal.old else queries(terminal.palette, colours=not terminal.term.startswith("screen"))
    return "".join(on for on, _ in _modes(terminal)) + asked


def end(terminal: Terminal) -> str:
    """Return the sequences that restore it, in reverse order; without a second screen, the only one is cleared."""
    return _NO_LOOK + _EMPTY + "".join(off for _, off in reversed(_modes(terminal)))


def _modes(terminal: Terminal) -> tuple[tuple[str, str], ...]:
    return _PLAIN if terminal.old else _PLAIN + _YOUNG


TYPED: Final = Rate(2048.0, 16384.0)  # Bytes of input of one client; more is dropped.

LONGEST_PIECE: Final = 32
"""Characters parsed before others get their turn: each may be a key that costs an app half a millisecond."""


class InputBuffer:
    """Buffers input that has not been read yet."""

    def __init__(self, now: float) -> None:
        self._bucket = TokenBucket(TYPED, now)
        self._guard = PasteGuard()
        self.answers = AnswerReader()  # What the terminal has answered.
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._waiting = ""

    @property
    def waits(self) -> bool:
        """True if there is input that has not been read yet."""
        return bool(self._waiting)

    def put(self, data: bytes, now: float) -> None:
        """Buffer input, or drop it if it exceeds the rate limit."""
        typed = self._guard.bounded(data)
        # The dropped input may contain the end of a paste: without an end sequence, all further input would belong to
        # it.
        read = self._decode(typed if self._bucket.take(len(typed), now) else END)
        self._waiting += self.answers.passed(read)

    def take(self) -> str:
        """Return the next piece; empty if there is none."""
        piece, self._waiting = self._waiting[:LONGEST_PIECE], self._waiting[LONGEST_PIECE:]
        return piece


_ESCAPE: Final = "\x1b"

_PASTE: Final = BRACKETED_PASTE_START.removeprefix(_ESCAPE)

LONGEST_KEY: Final = 16
"""Characters of the longest sequence that is remembered; the parser gives up after twice as many."""

MOST_KEYS: Final = 512  # Maximum number of remembered sequences; a person uses some dozen.

_KNOWN: Final[dict[str, tuple[tuple[str, str | None], ...]]] = {}
"""The names and characters of the keys of each sequence; single characters and sequences alone, nothing of a text."""


class KeyParser(EscapeParser):
    """Parses keys; Textual's own parser caches them per instance for ever, which keeps a whole app alive."""

    def __init__(self) -> None:
        super().__init__()
        self._rests = True  # True if it is certain that the parser is between two keys, and in no paste.

    # Textual's is wrapped in a cache, which mypy takes for the type of the method.
    def _parse_extended_key(self, sequence: str) -> list[Key] | None:  # type: ignore[override]
        if not sequence.startswith("\x1b["):
            return None
        return XTermParser._parse_extended_key.__wrapped__(self, sequence)

    def feed(self, data: str) -> Iterable[Message]:
        """Parse some characters."""
        known = _KNOWN.get(data) if self._rests else None
        return self._parsed(data) if known is None else [Key(*one) for one in known]

    def _parsed(self, data: str) -> Iterator[Message]:
        """Parse character by character, and remember what came of a key."""
        rested, waited = self._rests, self._awaiting.timeout is not None
        self._rests = False
        told: list[Message] = []
        for message in super().feed(data):
            told.append(message)
            yield message
        if self._awaiting.timeout is not None or _PASTE in data:
            return
        # In a paste nothing that is so short is a key.
        keys = tuple((one.key, one.character) for one in told if isinstance(one, Key))
        is_key = 0 < len(data) <= LONGEST_KEY and _ESCAPE not in data[1:] and 0 < len(keys) == len(told)
        self._rests = rested or (is_key and not waited)
        if rested and is_key and (len(data) == 1 or data[0] == _ESCAPE):
            if len(_KNOWN) >= MOST_KEYS:
                _KNOWN.clear()
            _KNOWN[data] = keys


_NO_TEXT: Final = (
    r"\x00-\x09\x0b-\x1f\x7f-\x9f"  # controls; a line feed is allowed, since it only leads to the next line
    r"\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"  # format characters, up to the end
    r"\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb"
    r"\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0001\U000e0020-\U000e007f"
)
"""Controls, format characters (including bidirectional ones), surrogates, and line and paragraph separators."""

_ORDER: Final = re.compile(
    r"\x1b\[(?:"
    r"[0-9;]*m"  # style and colour
    r"|[0-9]{1,3};[0-9]{1,3}H"  # cursor position
    r"|[0-9]{0,3}[A-DX]"  # so many cells up, down, further or back, or erased
    r"|K"  # erase to the end of the line
    r"|\?2026[hl]"  # start and end of a frame
    r")"
)
"""The only escape sequences that are sent: Textual's frames and the strips that widgets write need no more."""

_HARM: Final = re.compile(f"[{_NO_TEXT}]")


def is_harmless(output: str) -> bool:
    """Return True if a piece of output contains only text and the allowed sequences."""
    # Each sequence becomes a space, so that the text on both sides of it cannot combine into a new sequence.
    text = " ".join(_ORDER.split(output))
    # The first test is five times as fast as the second, but also rejects line feeds and some rare characters.
    return text.isprintable() or _HARM.search(text) is None


_ALERT: Final = re.compile(
    r"\x07|\x1b\](?:2;|9;Chwech: |99;i=chwech:o=unfocused;Chwech: |777;notify;Chwech;)"
    rf"[^\x0a{_NO_TEXT}]{{1,80}}\x07"
)
"""A bell, the title of the window, or a notification, each with a short text."""


def is_alert(output: str) -> bool:
    """Return True if a piece of output is an alert to the person, and nothing else."""
    return _ALERT.fullmatch(output) is not None


_CLIPBOARD: Final = re.compile(r"\x1b\]52;c;[A-Za-z0-9+/]{1,2048}={0,2}\x07")


def is_copy(output: str) -> bool:
    """Return True if a piece of output does nothing but put a text on the terminal's clipboard (OSC 52).

    It is let through on its own only, as the app writes it when its visitor presses a key: within a frame, where text
    from other people is, the same sequence stays forbidden.
    """
    return _CLIPBOARD.fullmatch(output) is not None


_TRUE_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*[34]8;2;[0-9;]*m")


def without_true_colour(output: str) -> str:
    """Return a piece of output without what a terminal of fewer colours would misread.

    The pictures are drawn in its colours; Textual's own ground below them is the same for all apps of a process.
    """
    return _TRUE_COLOUR.sub("", output) if ";2;" in output else output


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
        self._terminal.send(begin(self._terminal.terminal).encode())
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
            self._terminal.send(end(self._terminal.terminal).encode())

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

        A key of someone who has not just typed another is read at once: another turn of the loop would cost more.
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
