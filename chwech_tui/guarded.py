"""This machine's terminal: it is asked about itself, and no key is taken from its answers or from a pasted text."""

import codecs
from collections.abc import Iterable
from functools import partial

from textual.drivers import linux_driver
from textual.message import Message

from chwech_tui.answers import AnswerReader, TerminalTold, queries
from chwech_tui.escapes import EscapeParser
from chwech_tui.pastes import PasteGuard
from chwech_tui.theme import Palette


class GuardedParser(EscapeParser):
    """Textual's parser behind the guard that pastes over SSH pass, too."""

    def __init__(self, debug: bool = False) -> None:  # noqa: FBT001, FBT002 - as Textual has it
        super().__init__(debug)
        self._guard = PasteGuard()
        self._answers = AnswerReader()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def feed(self, data: str) -> Iterable[Message]:
        """Return the events of a piece of input; an empty one is the end of the input."""
        passed = self._answers.passed(self._decode(self._guard.bounded(data.encode())))
        # A piece of a paste or of an answer may be held back as a whole, and is not the end.
        if passed or not data:
            yield from super().feed(passed)
        yield from map(TerminalTold, self._answers.take())


def guard_terminal() -> None:
    """Have the driver of this process read with the guard; it makes both by these names each time it starts."""
    linux_driver.XTermParser = GuardedParser  # type: ignore[attr-defined] # the driver offers no other way
    # A terminal of another encoding sends bytes that the driver's own decoder fails at.
    linux_driver.getincrementaldecoder = lambda encoding: partial(codecs.getincrementaldecoder(encoding), "replace")  # type: ignore[attr-defined]


def asking_driver(palette: Palette) -> type[linux_driver.LinuxDriver]:
    """Return a driver that asks the terminal about itself each time it starts; the answers may come at any time."""

    class AskingDriver(linux_driver.LinuxDriver):
        """Textual's driver, with questions to the terminal."""

        def start_application_mode(self) -> None:
            """Prepare the terminal, and ask."""
            super().start_application_mode()  # type: ignore[no-untyped-call] # Textual's has no types
            if self.input_tty:
                self.write(queries(palette, colours=False))
                self.flush()

    return AskingDriver
