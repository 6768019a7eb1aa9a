"""Runs plain mode for a visitor: lines in and out, on a terminal whose lines are edited here, or without any."""

import asyncio
import contextvars
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from chwech_tui.errand import Errand
from chwech_tui.link import Door
from chwech_tui.plain.editor import LineEditor
from chwech_tui.plain.session import PlainSession
from chwech_tui.plain.speech import Speech, folded
from chwech_tui.terminal_input import END
from protocol.language import _
from server.fronts.ssh.terminal.app_session import APOLOGY, AppEnding
from server.fronts.ssh.terminal.input import InputBuffer
from server.fronts.ssh.terminal.terminal import Size, Terminal
from server.fronts.ssh.transport.flow import Flow

_log = logging.getLogger(__name__)

MOST_LINES: Final = 500
"""The most lines that are kept for a visitor who accepts none at present; the oldest are dropped."""

LONGEST_LINE: Final = 1000
"""The most characters of a line without an end that are kept."""

_DROPPED: Final = END.decode()
"""What comes in the place of input beyond the rate limit: a terminal's editor drops it, too."""


class PlainVisit:
    """Plain mode for one visitor; each object is used once."""

    def __init__(
        self, door: Door, errand: Errand, terminal: Terminal | None, flow: Flow, send: Callable[[bytes], None]
    ) -> None:
        """Prepare the dialogue; without a terminal the client edits and shows what is typed."""
        self._loop = asyncio.get_running_loop()
        # What comes over the connection comes in another context, which does not know the visitor's language.
        self._context = contextvars.copy_context()
        self._flow = flow
        self._send = send
        self._width = terminal.size.width if terminal is not None else None
        self._editor = LineEditor() if terminal is not None else None
        self._input = InputBuffer(self._loop.time())
        self._reading: asyncio.Handle | None = None
        self._begun = ""
        self._over = False
        self._held: deque[str] = deque(maxlen=MOST_LINES)
        self._closing_words = ""
        speech = Speech.LETTERS if terminal is not None and terminal.palette.ascii else Speech.SIGNS
        self._session = PlainSession(door, errand, speech, self._tell)

    async def run(self) -> AppEnding:
        """Hold the dialogue until it ends; cancelling this ends it."""
        self._flow.on_open(self._write_held)
        try:
            status = await self._session.run()
        finally:
            self._flow.forget()
            if self._reading is not None:
                self._reading.cancel()
        if self._session.fault is not None:
            _log.error("plain mode fails", exc_info=self._session.fault)
            return AppEnding(1, _(APOLOGY))
        return AppEnding(status, _(self._closing_words) if self._closing_words else "")

    def close(self, words: str) -> None:
        """End the dialogue, with these words, marked for translation, as its last."""
        self._closing_words = words
        self._session.leave()

    def resize(self, size: Size) -> None:
        """Fold further lines for another width; without a terminal nothing is folded."""
        if self._width is not None:
            self._width = size.width

    # Input

    def receive(self, data: bytes) -> None:
        """Take what was typed; it is read in small pieces, so that others get their turn."""
        self._input.put(data, self._loop.time())
        self._listen()

    def end_input(self) -> None:
        """Leave once all that came is read: no more can come."""
        self._over = True
        self._listen()

    def _listen(self) -> None:
        if self._reading is None:
            self._reading = self._loop.call_soon(self._read, context=self._context)

    def _read(self) -> None:
        self._reading = None
        piece = self._input.take()
        if piece:
            self._take(piece)
            self._listen()
        elif self._over:
            self._finish()

    def _finish(self) -> None:
        if self._begun:
            self._feed(self._begun)
            self._begun = ""
        self._session.close_input()

    def _feed(self, line: str) -> None:
        """Pass on a line of a client that edits it, without the mark of input that was dropped."""
        self._session.feed(line.replace(_DROPPED, "").rstrip("\r"))

    def _take(self, text: str) -> None:
        if self._editor is None:
            *lines, begun = (self._begun + text).split("\n")
            self._begun = begun[:LONGEST_LINE]
            for line in lines:
                self._feed(line)
            return
        typed = self._editor.feed(text)
        self._write(typed.echo)
        for line in typed.lines:
            self._session.feed(line)
        if typed.ended:
            self._session.leave()

    # Output

    def _tell(self, lines: Sequence[str]) -> None:
        """Write some lines; a line that is being typed goes on below them."""
        redrawn = self._editor.redrawn if self._editor is not None else ""
        self._held.extend(lines if self._width is None else (folded(line, self._width) for line in lines))
        if self._flow.open:
            self._write("\n" * bool(redrawn))
            self._write_held()
            self._write(redrawn)

    def _write_held(self) -> None:
        """Write the lines that wait until the visitor accepts some."""
        while self._held and self._flow.open:
            self._write(f"{self._held.popleft()}\n")

    def _write(self, text: str) -> None:
        if text and self._flow.open:
            shown = text if self._editor is None else text.replace("\n", "\r\n")
            self._send(shown.encode(errors="replace"))
