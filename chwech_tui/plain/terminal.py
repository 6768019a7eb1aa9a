"""Plain mode on this machine: lines from standard input, lines to standard output, and the line being typed between."""

import asyncio
import codecs
import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from chwech_tui.errand import AskServers, Errand
from chwech_tui.link import Route
from chwech_tui.plain.editor import LineEditor
from chwech_tui.plain.reading import Speech
from chwech_tui.plain.session import PlainSession
from chwech_tui.terminal_signals import restored_at_end, restored_at_stop, stop_process
from chwech_tui.theme import palette_of
from protocol.command_line import HAS_POSIX
from protocol.interrupts import interruptible
from protocol.language import _
from protocol.standard_streams import UnusableStream
from protocol.text import wrapped

_PIECE: Final = 4096
_LOCAL_MODES: Final = 3  # The place of the local modes in the attributes of a terminal.


class PlainTerminal:
    """The standard streams of this process as the terminal of one dialogue."""

    def __init__(self, make: Callable[[Callable[[Sequence[str]], None]], PlainSession]) -> None:
        """Prepare the streams; ``make`` makes the dialogue, given what writes its lines."""
        self._input = sys.stdin.fileno()
        self._edits = HAS_POSIX and os.isatty(self._input) and sys.stdout.isatty()
        self._editor = LineEditor()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._changed = contextlib.ExitStack()
        self._reading: asyncio.Task[None] | None = None
        self._fault: UnusableStream | None = None
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr] # it is the stream of the process
        self.session = make(self._tell)  # The dialogue.

    def connect(self) -> None:
        """Start the conversation with the server."""
        self.session.connect()

    async def disconnect(self) -> None:
        """Close the connection."""
        await self.session.disconnect()

    def run(self) -> int:
        """Hold the dialogue in an event loop of its own, and return the exit status."""
        return asyncio.run(self.run_async())

    async def run_async(self) -> int:
        """Hold the dialogue, and return the exit status; raise ``UnusableStream`` if a standard stream fails."""
        self._begin_editing()
        self._listen()
        try:
            status = await self.session.run()
        finally:
            self._silence()
            if self._reading is not None:
                self._reading.cancel()
            self._end_editing()
        if self._fault is not None:
            raise self._fault
        return status

    @contextlib.contextmanager
    def step_aside(self) -> Iterator[None]:
        """Leave the terminal to another program."""
        self._silence()
        self._end_editing()
        try:
            yield
        finally:
            self._begin_editing()
            self._listen()

    def _begin_editing(self) -> None:
        """Have the terminal pass on each key, where its lines are edited here."""
        if not self._edits:
            return
        import termios

        before = termios.tcgetattr(self._input)
        restore = partial(termios.tcsetattr, self._input, termios.TCSANOW, before)
        # A terminal that is gone has no modes any more.
        self._changed.enter_context(contextlib.suppress(termios.error))
        self._changed.callback(restore)
        self._changed.enter_context(restored_at_end(restore))
        self._changed.enter_context(restored_at_stop(self._end_editing, self._come_back, stop_process))
        edited = [
            *before[:_LOCAL_MODES],
            before[_LOCAL_MODES] & ~(termios.ICANON | termios.ECHO),
            *before[_LOCAL_MODES + 1 :],
        ]
        termios.tcsetattr(self._input, termios.TCSADRAIN, edited)

    def _end_editing(self) -> None:
        self._changed.close()

    def _come_back(self) -> None:
        self._begin_editing()
        self._write(self._editor.redrawn)

    # Input

    def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            loop.add_reader(self._input, self._read)
        except (PermissionError, NotImplementedError):
            # A regular file is always ready, and cannot be waited for; on Windows nothing can be.
            self._reading = loop.create_task(self._read_file())

    def _silence(self) -> None:
        if self._reading is not None:
            return
        asyncio.get_running_loop().remove_reader(self._input)

    async def _read_file(self) -> None:
        data = b"-"
        while data:
            data = await asyncio.to_thread(self._piece)
            self._take(data)

    def _fail(self, fault: UnusableStream) -> None:
        """Have this told at the end, unless the terminal is gone, which is an end like any other."""
        if not self._edits:
            self._fault = fault

    def _read(self) -> None:
        self._take(self._piece())

    def _piece(self) -> bytes:
        """Return what there is to read; nothing at the end, or where it cannot be read."""
        try:
            return os.read(self._input, _PIECE)
        except OSError as problem:
            self._fail(UnusableStream(_("the input cannot be read: {reason}", reason=problem.strerror or problem)))
            return b""

    def _take(self, data: bytes) -> None:
        """Take some input; none is its end."""
        text = self._decode(data)
        if data:
            self.session.take(text, self._editor if self._edits else None, self._write)
        else:
            self._silence()
            self.session.close_input()

    # Output

    def _tell(self, lines: Sequence[str]) -> None:
        """Write some lines; a line that is being typed goes on below them."""
        if self._edits:
            width = shutil.get_terminal_size().columns
            lines = [part for line in lines for part in wrapped(line, width)]
        redrawn = self._editor.redrawn
        self._write("".join((*("\n" * bool(redrawn),), *(f"{line}\n" for line in lines), redrawn)))

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except UnusableStream as fault:
            # Nobody reads any more, or the terminal is gone: what is written from now on goes nowhere.
            self._fail(fault)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            asyncio.get_running_loop().call_soon(self.session.leave)


def run_plain(
    door: Route,
    errand: Errand,
    environment: Mapping[str, str],
    play: Callable[[PlainTerminal], int | None] = PlainTerminal.run,
    ask_servers: AskServers | None = None,
) -> int:
    """Hold a dialogue on the standard streams, and return the exit status; Ctrl-C leaves."""
    speech = Speech.LETTERS if palette_of(environment).ascii else Speech.SIGNS
    try:
        with interruptible():
            return play(PlainTerminal(lambda write: PlainSession(door, errand, speech, write, ask_servers))) or 0
    except KeyboardInterrupt:
        print()
        return 130
