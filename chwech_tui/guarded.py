"""The parser of what is typed at this machine's terminal, which takes no key from a pasted text."""

import codecs
from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver
from textual.message import Message

from chwech_tui.pastes import PasteGuard


class GuardedParser(XTermParser):
    """Textual's parser behind the guard that pastes over SSH pass, too."""

    def __init__(self, debug: bool = False) -> None:  # noqa: FBT001, FBT002 - as Textual has it
        super().__init__(debug)
        self._guard = PasteGuard()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def feed(self, data: str) -> Iterable[Message]:
        """Return the events of a piece of input; an empty one is the end of the input."""
        passed = self._decode(self._guard.bounded(data.encode()))
        # A piece of a paste may be held back as a whole, and is not the end.
        return super().feed(passed) if passed or not data else ()


def guard_terminal() -> None:
    """Have the driver of this process parse with the guard; it makes its parser by this name each time it starts."""
    linux_driver.XTermParser = GuardedParser  # type: ignore[attr-defined] # the driver offers no other way
