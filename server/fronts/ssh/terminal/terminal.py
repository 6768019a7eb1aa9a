"""The abilities of a visitor's terminal, from what the client said; a young terminal is asked for more."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from chwech_tui.alerts import KEEP_TITLE, RESTORE_TITLE, is_old
from chwech_tui.plain import wants_plain
from chwech_tui.terminal_input import queries
from chwech_tui.theme import Palette, palette_of
from protocol.language import LANGUAGE_VARIABLES, wanted_language

WIDEST: Final = 400
"""Maximum screen width; a larger one that a client tells is clamped. The app says itself what is too small for it."""

HIGHEST: Final = 150

USUAL_TERM: Final = "xterm-256color"
"""The terminal type assumed if the client's is not a valid name."""

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
