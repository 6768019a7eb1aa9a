"""Alerts to a person who looks elsewhere: bell, window title and desktop notification, each at will and seldom."""

import re
from collections.abc import Callable
from typing import Final

from chwech_tui.ascii import to_ascii
from chwech_tui.model.settings import Desktop, Settings
from protocol.text import clean_text

NAME: Final = "Chwech"

COOLDOWN: Final = 20.0  # The least number of seconds between two bells or notifications.
_CELLS: Final = 60  # The greatest width of an alert.
KEEP_TITLE: Final = "\x1b[22;2t"  # Asks a terminal to remember the title of its window.

RESTORE_TITLE: Final = "\x1b[23;2t"

_OLD: Final = re.compile(r"linux.*|dumb|unknown|vt\d.*|ansi.*|cons25.*|pcansi.*|sun.*|wy.*")


def is_old(term: str) -> bool:
    """Return True if a terminal of this type may print sequences that it does not know."""
    return _OLD.fullmatch(term) is not None


class Alerts:
    """Decides which alerts reach the terminal, from the settings, the focus and the clock."""

    def __init__(
        self,
        write: Callable[[str], None],
        clock: Callable[[], float],
        *,
        ascii: bool = False,
        notices: Desktop = Desktop.OFF,
    ) -> None:
        """Write to the terminal by ``write``; ``clock`` is monotonic, in seconds."""
        self.settings = Settings()  # What the person wants to be told, and how.
        self._write = write
        self._clock = clock
        self._ascii, self._notices = ascii, notices
        self._focused: bool | None = None
        self._waiting = ""
        self._titled = ""
        self._told_at: float | None = None

    def call(self, words: str) -> None:
        """Tell the person something, such as ``your table begins``; names in it need not be clean."""
        if self._focused is not False or (self._told_at is not None and self._clock() - self._told_at < COOLDOWN):
            return
        bell = "\x07" if self.settings.bell else ""
        for order in filter(None, (bell, self._notification(words))):
            self._told_at = self._clock()
            self._write(order)

    def wait(self, words: str) -> None:
        """Say what waits for the person until it does so no longer; an empty text for nothing."""
        before, self._waiting = self._waiting, words
        self._mind_title()
        if words and words != before:
            self.call(words)

    def apply(self, settings: Settings) -> None:
        """Use other settings from now on."""
        self.settings = settings
        self._mind_title()

    def focus(self, *, on: bool) -> None:
        """Record that the terminal has got the focus, or lost it."""
        self._focused = on
        self._mind_title()

    def _notification(self, words: str) -> str:
        match self._notices if self.settings.desktop is Desktop.AUTO else self.settings.desktop:
            case Desktop.OSC9:
                return f"\x1b]9;{NAME}: {self._clean(words)}\x07"
            case Desktop.OSC99:
                # A new one takes the place of the one before, and kitty itself shows none to a window in focus.
                return f"\x1b]99;i=chwech:o=unfocused;{NAME}: {self._clean(words)}\x07"
            case Desktop.OSC777:
                return f"\x1b]777;notify;{NAME};{self._clean(words)}\x07"
            case _:
                return ""

    def _mind_title(self) -> None:
        """Show in the title what waits, unless the person sees it; the focus of some terminals is never known."""
        wanted = self._waiting if self.settings.title and not self._focused else ""
        if wanted != self._titled:
            self._titled = wanted
            self._write(f"\x1b]2;{self._clean(f'● {wanted} — {NAME}' if wanted else NAME)}\x07")

    def _clean(self, words: str) -> str:
        """Return a text without anything that would end or change the sequence around it."""
        shown = clean_text(words, cells=_CELLS)
        return to_ascii(shown) if self._ascii else shown
