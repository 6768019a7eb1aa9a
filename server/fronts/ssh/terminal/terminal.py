"""A visitor's terminal: its abilities, from what the client said; the keys that come from it; what is sent to it.

The last defence of every terminal is here: only text and the sequences that screens are made of are sent. Text from
other people is cleaned when it arrives and again when it is drawn. If both failed, this still holds: a piece of output
with any other control character or escape sequence is not sent.
"""

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct
from textual._xterm_parser import BRACKETED_PASTE_START, XTermParser
from textual.events import Key
from textual.message import Message

from chwech_tui.alerts import KEEP_TITLE, RESTORE_TITLE, is_old
from chwech_tui.plain import wants_plain
from chwech_tui.terminal_input import END, AnswerReader, EscapeParser, PasteGuard, queries
from chwech_tui.theme import Palette, palette_of
from protocol.language import LANGUAGE_VARIABLES, wanted_language
from server.host.limits import Rate, TokenBucket

WIDEST: Final = 400
"""Maximum screen width; a larger one that a client tells is clamped. The app says itself what is too small for it."""

HIGHEST: Final = 150

USUAL_TERM: Final = "xterm-256color"  # The terminal type assumed if the client's is not a valid name.

VARIABLES: Final = ("LANG", "LC_ALL", "COLORTERM", "NO_COLOR", "CHWECH_PLAIN")
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
        return XTermParser._parse_extended_key.__wrapped__(self, sequence)  # noqa: SLF001 - its own base

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
    r"|[0-9]{0,3}[BCD]"  # so many cells down, further or back
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


_ALERT: Final = re.compile(rf"\x07|\x1b\](?:2;|9;Chwech: |777;notify;Chwech;)[^\x0a{_NO_TEXT}]{{1,80}}\x07")
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
