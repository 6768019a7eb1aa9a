"""The modes that a terminal is put into for the screens, each with what undoes it."""

from typing import Final

from server.fronts.ssh.terminal import Terminal

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
