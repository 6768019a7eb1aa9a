"""What a visitor's terminal can show, from what their client said of it; nothing is asked of the terminal itself."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from chwech_tui.environment import palette_of
from chwech_tui.theme import Palette

WIDTHS: Final = (20, 400)
"""The narrowest and the widest screen that is drawn; what a client says beyond is taken for the nearest."""

HEIGHTS: Final = (10, 150)
"""The lowest and the highest screen that is drawn."""

USUAL_TERM: Final = "xterm-256color"
"""What a terminal is taken for whose name is no name."""

VARIABLES: Final = ("LANG", "LC_ALL", "COLORTERM", "NO_COLOR")
"""The only variables that are read; others may be sent, and nobody looks at them."""

_LONGEST_VALUE: Final = 64

_NAME: Final = re.compile(r"[A-Za-z0-9.+-]{1,32}")
_OLD: Final = re.compile(r"linux.*|dumb|unknown|vt\d.*|ansi.*|cons25.*|pcansi.*|sun.*|wy.*")


class Size(Struct, frozen=True):
    """How large the screen is, within what is drawn."""

    width: int
    """Its columns."""

    height: int
    """Its lines."""


UNKNOWN_SIZE: Final = Size(80, 24)
"""What is drawn for where a client names no size."""


class Terminal(Struct, frozen=True):
    """One visitor's terminal."""

    term: str
    """Its kind, as terminals are named."""

    palette: Palette
    """Its colours and signs."""

    size: Size
    """How large it was in the beginning."""

    @property
    def old(self) -> bool:
        """Whether it prints what younger ones take for an order: it has no mouse and is asked nothing."""
        return _OLD.fullmatch(self.term) is not None


def read_terminal(term: str, environment: Mapping[bytes, bytes], width: int, height: int) -> Terminal:
    """Make the best of what a client says; anything may be said."""
    name = term if _NAME.fullmatch(term) else USUAL_TERM
    palette = palette_of({"TERM": name} | {variable: _value(environment, variable) for variable in VARIABLES})
    return Terminal(name, palette, read_size(width, height) or UNKNOWN_SIZE)


def read_size(width: int, height: int) -> Size | None:
    """Take a size for the nearest that is drawn; None where one side is nothing."""
    if width <= 0 or height <= 0:
        return None
    return Size(min(max(width, WIDTHS[0]), WIDTHS[1]), min(max(height, HEIGHTS[0]), HEIGHTS[1]))


def _value(environment: Mapping[bytes, bytes], variable: str) -> str:
    """Read one variable; what is too long or no ASCII is taken for nothing said."""
    value = environment.get(variable.encode(), b"")
    return value.decode() if len(value) <= _LONGEST_VALUE and value.isascii() else ""


_PLAIN: Final = (
    ("\x1b[?1049h", "\x1b[?1049l"),  # a screen of its own, so that what was there before comes back
    ("\x1b[?25l", "\x1b[?25h"),  # no cursor
    ("\x1b[?7l", "\x1b[?7h"),  # no line goes on in the next one
)

_YOUNG: Final = (
    # Asked first, and drawn over soon: one terminal prints a letter instead of an answer.
    ("\x1b[?2026$p", ""),  # can frames be shown whole?
    ("\x1b[?2004h", "\x1b[?2004l"),  # pastes are marked
    ("\x1b[?1000h", "\x1b[?1000l"),  # the mouse's buttons, and not its ways
    ("\x1b[?1006h", "\x1b[?1006l"),  # its places beyond the 223rd column
    ("\x1b[>25u", "\x1b[<u"),  # keys that say clearly which they are
)
"""What a terminal that knows none of it passes over, the old ones excepted."""

_NO_LOOK: Final = "\x1b[0m"
_EMPTY: Final = "\x1b[2J\x1b[H"


def begin(terminal: Terminal) -> str:
    """Give what makes a terminal ready."""
    return "".join(on for on, _ in _modes(terminal))


def end(terminal: Terminal) -> str:
    """Give what makes it as it was, in reverse order; where there is no second screen, the only one is left empty."""
    return _NO_LOOK + _EMPTY + "".join(off for _, off in reversed(_modes(terminal)))


def _modes(terminal: Terminal) -> tuple[tuple[str, str], ...]:
    return _PLAIN if terminal.old else _PLAIN + _YOUNG
