"""One dialogue with its link to the server: lines go in and come out; it knows no terminal."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from traceback import extract_tb
from typing import Final

from msgspec.structs import replace

from chwech_tui.errand import Errand, PlayNow, TableOrder
from chwech_tui.files import UnusableKeyring
from chwech_tui.link import Door, Identity, Link, News
from chwech_tui.plain import dialogue
from chwech_tui.plain.editor import LineEditor
from chwech_tui.plain.playing import leave_program
from chwech_tui.plain.reading import LONGEST_LINE, Speech
from chwech_tui.plain.state import Forget, Renew, Reply, Sent, State
from protocol.identity import Renamed
from protocol.language import _
from protocol.messages import Welcome

MOST_LINES: Final = 200
"""The most lines that wait for their turn; later ones are dropped."""

FAREWELL_SECONDS: Final = 2.0
"""Seconds that the last commands get to be answered."""


class PlainSession:
    """A dialogue at work.

    Each line is read when the answer to the one before is there, so that lines may be typed, or come from a file,
    as fast as one likes.
    """

    def __init__(self, door: Door, errand: Errand, speech: Speech, write: Callable[[Sequence[str]], None]) -> None:
        """Create the dialogue.

        Args:
            door: how it reaches its server.
            errand: the task that the client was started for.
            speech: how cards are written at first.
            write: writes some lines; it must not block.
        """
        order = errand.order if isinstance(errand, PlayNow) else TableOrder()
        self.state = State(errand, order, speech)
        """The state of the dialogue."""
        self.fault: Exception | None = None
        """The exception that ended the dialogue, if any."""
        self._write = write
        self._keep = door.keep
        self._link = Link(door, self._hear)
        self._lines: deque[str] = deque(maxlen=MOST_LINES)
        self._full = self._closed = False
        self._begun = ""
        self._ended = asyncio.Event()
        self._answered = asyncio.Event()
        self._settling: asyncio.Handle | None = None

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
        try:
            await self._ended.wait()
            await self._take_leave()
        finally:
            await self.disconnect()
        return self.state.over or 0

    async def _take_leave(self) -> None:
        """Wait until the last commands are answered; not for long, and not for a server that is not there."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self._answered.wait()

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
        if self.state.over is None:
            self._take(leave_program(self.state))

    def _go_on(self) -> None:
        while self._lines and not self.state.busy and self.state.over is None:
            self._full = False
            self._take(dialogue.read(self.state, self._lines.popleft(), time.time()))
        if self._closed and not self._lines and not self.state.busy:
            self.leave()

    # News, and what follows

    def _hear(self, news: News) -> None:
        """Handle news of the link; a fault, which only an unexpected message can cause, ends the dialogue."""
        try:
            if isinstance(news, Welcome) and news.token:
                self._keep_identity()
            if isinstance(news, Renamed):
                self._link.identity = replace(self._link.identity, name=news.name)
            reply = dialogue.hear(self.state, news, time.time())
            # After the farewell nothing else is told.
            self._take(reply if self.state.over is None else Reply(reply.state))
            if self._settling is None:
                self._settling = asyncio.get_running_loop().call_soon(self._settle)
        except Exception as fault:  # noqa: BLE001  # no message of a server may crash the client
            self._give_up(fault)

    def _settle(self) -> None:
        """Tell what is asked of the person once a burst of news is over, and read the lines that waited for it."""
        self._settling = None
        if self.state.over is None:
            self._take(dialogue.settle(self.state))
        self._go_on()

    def _keep_identity(self) -> None:
        try:
            self._keep(self._link.identity)
        except UnusableKeyring as problem:
            lost = _("The way back to this account is lost.")
            self._write((f"{problem}. {lost}",))

    def _give_up(self, fault: Exception) -> None:
        self.fault = fault
        place = extract_tb(fault.__traceback__)[-1]
        # Where it happened is for those who mend it.
        where = f"{type(fault).__name__} in {Path(place.filename).name}, line {place.lineno}"
        words = _("The server sent something that this client cannot understand ({where}).", where=where)
        self._take(Reply(replace(self.state, over=1, waiting=()), (words,)))

    def _take(self, reply: Reply) -> None:
        """Take the new state, write what is told, and send what is to be sent."""
        self.state = reply.state
        if reply.said:
            self._write(reply.said)
        for wish in reply.sent:
            self._send(wish)
        if self.state.over is not None:
            self._ended.set()
            if self.state.trouble or not self.state.waiting:
                self._answered.set()

    def _send(self, wish: Sent) -> None:
        match wish:
            case Forget():
                self._link.forget_table()
            case Renew(name=name):
                self._link.identity = Identity(name)
                self.connect()
            case command:
                number = self._link.ask(lambda number: replace(command, id=number))
                self.state = dialogue.sent(self.state, number, command)
