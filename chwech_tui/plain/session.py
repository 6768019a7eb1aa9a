"""One dialogue with its link to the server: lines go in and come out; it knows no terminal."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from traceback import extract_tb
from typing import Final

from chwech_tui.errand import AskServers, Errand
from chwech_tui.files import UnusableKeyring
from chwech_tui.link import Link, News, Route
from chwech_tui.model.people import any_person
from chwech_tui.model.picking import BETWEEN, forced_pass
from chwech_tui.plain import commands, hearing, lists, table
from chwech_tui.plain.dialogue import Dialogue
from chwech_tui.plain.editor import LineEditor
from chwech_tui.plain.playing import leave_program
from chwech_tui.plain.reading import LONGEST_LINE, Speech
from protocol.language import _
from protocol.messages import Welcome

MOST_LINES: Final = 200  # The most lines that wait for their turn; later ones are dropped.
FAREWELL_SECONDS: Final = 2.0  # Seconds that the last commands get to be answered.


class PlainSession:
    """A dialogue at work.

    Each line is read when the answer to the one before is there, so that lines may be typed, or come from a file,
    as fast as one likes.
    """

    def __init__(
        self,
        door: Route,
        errand: Errand,
        speech: Speech,
        write: Callable[[Sequence[str]], None],
        ask_servers: AskServers | None = None,
    ) -> None:
        """Create the dialogue; ``write`` writes some lines, and must not block.

        ``ask_servers`` asks those that the person has joined who is there; without it none is asked.
        """
        self.fault: Exception | None = None  # The exception that ended the dialogue, if any.
        self._write = write
        self._keep = door.keep
        self._link = Link(door, self._hear)
        self._dialogue = Dialogue(self._link, errand, speech, write)
        self._lines: deque[str] = deque(maxlen=MOST_LINES)
        self._full = self._closed = False
        self._begun = ""
        self._ended = asyncio.Event()
        self._answered = asyncio.Event()
        self._settling: asyncio.Handle | None = None
        self._ask_servers, self._asking = ask_servers, object()
        self._passing = ("", 0)  # The table and its state for which a pass waits, or was made.

    def connect(self) -> None:
        """Start the conversation with the server."""
        self._link.start()

    async def disconnect(self) -> None:
        """Close the connection."""
        await self._link.stop()

    async def run(self) -> int:
        """Hold the dialogue until it ends, and return the exit status."""
        if not self._link.started:
            self.connect()
        if self._ask_servers is not None:
            self._asking = self._ask_servers(self._dialogue.servers, self._hear_server)
        try:
            await self._ended.wait()
            # The last commands may still be on their way; a server that is not there is not waited for.
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL_SECONDS):
                    await self._answered.wait()
        finally:
            await self.disconnect()
        return self._dialogue.status or 0

    def _hear_server(self, place: str, here: str) -> None:
        """Tell who is on a server that the person has joined, unless a game is on by then."""
        dialogue = self._dialogue
        dialogue.servers[place] = here
        if not dialogue.at_table and dialogue.status is None:
            dialogue.say(lists.server_line(place, here))
            self._close()

    # Input

    def feed(self, line: str) -> None:
        """Take a line of the person; it is read when the lines before it are answered, unless too many wait already."""
        if len(self._lines) < MOST_LINES:
            self._lines.append(line)
        elif not self._full:
            self._full = True
            told = _("{number} lines wait already: those that follow are dropped.", number=MOST_LINES)
            self._write((told,))
        self._go_on()

    def take(self, text: str, editor: LineEditor | None, echo: Callable[[str], None]) -> None:
        """Take what was typed: keys, whose echo is shown, or without an editor lines, which the other side edits."""
        if editor is None:
            *lines, begun = (self._begun + text).split("\n")
            self._begun = begun[:LONGEST_LINE]
            for line in lines:
                self.feed(line.rstrip("\r"))
            return
        typed = editor.feed(text)
        echo(typed.echo)
        for line in typed.lines:
            self.feed(line)
        if typed.ended:
            self.leave()

    def close_input(self) -> None:
        """Leave once all lines that came are read: there will be no more."""
        if self._begun:
            self.feed(self._begun)
        self._closed = True
        self._go_on()

    def leave(self) -> None:
        """Leave at once."""
        self._lines.clear()
        if self._dialogue.status is None:
            leave_program(self._dialogue)
            self._close()

    def _go_on(self) -> None:
        dialogue = self._dialogue
        while self._lines and not dialogue.busy and dialogue.status is None:
            self._full = False
            commands.read(dialogue, self._lines.popleft(), time.time())
            self._close()
        if self._closed and not self._lines and not dialogue.busy:
            self.leave()

    # News, and what follows

    def _hear(self, news: News) -> None:
        """Handle news of the link; a fault, which only an unexpected message can cause, ends the dialogue."""
        dialogue = self._dialogue
        try:
            if isinstance(news, Welcome) and news.token:
                self._keep_identity()
            over = dialogue.status is not None
            hearing.hear(dialogue, news, time.time())
            if over:
                # After the farewell nothing else is told.
                dialogue.hush()
            if self._settling is None:
                self._settling = asyncio.get_running_loop().call_soon(self._settle)
        except Exception as fault:  # noqa: BLE001  # no message of a server may crash the client
            self._give_up(fault)
        self._close()

    def _settle(self) -> None:
        """Tell what is asked of the person once a burst of news is over, and read the lines that waited for it."""
        self._settling = None
        if self._dialogue.status is None:
            table.settle(self._dialogue)
            self._pass_later()
            self._close()
        self._go_on()

    def _pass_later(self) -> None:
        """Wait before a pass that is made for the person among others, or again, once for each state of the table."""
        board, again = self._dialogue.board, self._dialogue.passes_again
        if board.table is None or forced_pass(board) is None or not (again or any_person(board.table)):
            return
        due = board.table.table, board.table.seq
        self._dialogue.passes_again = False
        if again or due != self._passing:
            self._passing, loop = due, asyncio.get_running_loop()
            loop.call_later(random.uniform(*BETWEEN), table.pass_for, self._dialogue, due[1])  # noqa: S311 - no secret

    def _keep_identity(self) -> None:
        try:
            self._keep(self._link.identity)
        except UnusableKeyring as problem:
            lost = _("This account can no longer be reached.")
            self._write((f"{problem}. {lost}",))

    def _give_up(self, fault: Exception) -> None:
        self.fault = fault
        place = extract_tb(fault.__traceback__)[-1]
        # Where it happened is for those who mend it.
        where = f"{type(fault).__name__} in {Path(place.filename).name}, line {place.lineno}"
        self._dialogue.waiting.clear()
        words = _("The server sent something that this client cannot understand ({where}).", where=where)
        self._dialogue.end(1, words)

    def _close(self) -> None:
        """Write what was said; at the end, see whether the last commands are answered."""
        dialogue = self._dialogue
        dialogue.flush()
        if dialogue.status is not None:
            self._ended.set()
            if dialogue.trouble or not dialogue.waiting:
                self._answered.set()
