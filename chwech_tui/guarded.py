"""This machine's terminal: it is asked about itself, no key is read from its answers or a paste, and it is restored."""

import codecs
import os
import signal
import sys
import termios
from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial
from typing import Final

from textual.drivers import linux_driver
from textual.message import Message

from chwech_tui.alerts import KEEP_TITLE, RESTORE_TITLE, is_old
from chwech_tui.terminal_input import AnswerReader, EscapeParser, PasteGuard, TerminalTold, queries
from chwech_tui.terminal_signals import restored_at_end, restored_at_stop, stop_job
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


def local_driver(palette: Palette, term: str) -> type[linux_driver.LinuxDriver]:
    """Return a driver for the terminal of this process, of type ``term``.

    It asks the terminal about itself each time it starts, whose answers may come at any time, and leaves it as it was,
    also if a signal ends or stops the process.
    """
    keep_title, restore_title = ("", "") if is_old(term) else (KEEP_TITLE, RESTORE_TITLE)

    handlers = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    signals = ExitStack()

    class LocalDriver(linux_driver.LinuxDriver):
        """Textual's driver, with questions to the terminal and without a way to leave it changed."""

        def start_application_mode(self) -> None:
            """Prepare the terminal, and ask."""
            for number, handler in handlers.items():
                # Textual's own handlers would stop this process alone, and a job that nothing can continue.
                signal.signal(number, handler)
            signals.enter_context(restored_at_end(self._restore))
            signals.enter_context(restored_at_stop(self.suspend_application_mode, self._come_back, stop_job))
            super().start_application_mode()  # type: ignore[no-untyped-call] # Textual's has no types
            self.write(keep_title + queries(palette, colours=False) * self.input_tty)
            self.flush()

        def stop_application_mode(self) -> None:
            """Restore the terminal."""
            super().stop_application_mode()
            self.write(restore_title)
            self.flush()
            signals.close()

        def _come_back(self) -> None:
            self.resume_application_mode()
            self._app.call_later(self._app.refresh)

        def _restore(self) -> None:
            """Restore the terminal while anything may go on; what other threads write from now on goes nowhere."""
            output = sys.__stderr__.fileno()  # type: ignore[union-attr] # it is the stream of the process
            terminal = os.dup(output)
            os.dup2(os.open(os.devnull, os.O_WRONLY), output)
            if self.attrs_before is not None:
                # What is typed by now was meant for this program.
                termios.tcflush(self.fileno, termios.TCIFLUSH)
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            os.write(terminal, f"{_RESTORED}{restore_title}".encode())

    return LocalDriver


_MODES_OFF: Final = "".join(f"\x1b[?{mode}l" for mode in (2026, 2004, 2048, 1000, 1003, 1015, 1006, 1016, 1004))
_RESTORED: Final = f"\x1b[0m{_MODES_OFF}\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"
"""Ends a frame, and takes back every mode that Textual sets."""
