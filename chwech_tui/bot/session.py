"""One program at one server: its process, the link, and what is done between them."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from chwech_tui.bot import seat
from chwech_tui.bot.lines import InvalidAnswer, read_answer, write_turn
from chwech_tui.bot.program import Program, ProgramFault
from chwech_tui.bot.seat import Ask, BotCommand, End, Pause, SeatState, Send, Task
from chwech_tui.door import Door
from chwech_tui.files import UnusableKeyring
from chwech_tui.link import Down, Link, News
from protocol.language import _
from protocol.messages import Act, Welcome

FAREWELL_SECONDS: Final = 2.0
"""Seconds that the server gets to answer when the seat is given up."""


class BotSession:
    """A program that plays."""

    def __init__(self, door: Door, task: Task, program: Program, tell: Callable[[str], None]) -> None:
        """Prepare it.

        Args:
            door: how the server is reached.
            task: what is to be played.
            program: the program, not yet started.
            tell: tells the user something in a line.
        """
        self.state = SeatState(task)
        """The state of the seat."""
        self.results: Callable[[str], None] = lambda _line: None
        """Takes the result of each game, as a line of JSON."""
        self._door = door
        self._program = program
        self._tell = tell
        self._link = Link(door.dial, self._hear, door.identity, door.explain)
        self._news: asyncio.Queue[News] = asyncio.Queue()

    def connect(self) -> None:
        """Start the conversation with the server."""
        self._link.start()

    async def disconnect(self) -> None:
        """Close the connection."""
        await self._link.stop()

    async def run(self) -> int:
        """Play until all is done, and return the exit status; however it ends, the seat is given up."""
        try:
            await self._program.start()
            if not self._link.started:
                self.connect()
            await self._play()
        except (ProgramFault, InvalidAnswer) as fault:
            self.state = replace(self.state, trouble=_("the program does not play on: {fault}", fault=fault))
        finally:
            await self._take_leave()
            await self.disconnect()
            await self._program.stop()
        if self.state.trouble:
            self._tell(self.state.trouble)
        return 1 if self.state.trouble else 0

    async def _play(self) -> None:
        """Do one step after the other.

        Raises:
            ProgramFault: the program does not answer.
            InvalidAnswer: what it answers is no action.
        """
        while True:
            match seat.next_step(self.state):
                case End():
                    return
                case None:
                    self._take(await self._news.get())
                case Pause(seconds):
                    await asyncio.sleep(seconds)
                    self.state = replace(self.state, pause=0.0)
                case Send(command):
                    self._send(command)
                case Ask() as question:
                    await self._ask(question)
            while not self._news.empty():
                self._take(self._news.get_nowait())

    async def _ask(self, question: Ask) -> None:
        line = write_turn(question.table.setup, question.view, self.state.events)
        self.state = seat.asked(self.state)
        action = read_answer(await self._program.ask(line), question.view.legal)
        # If the table has moved on meanwhile, the server refuses this, and the program is asked again.
        self._send(Act(1, question.table.seq, action))

    def _send(self, command: BotCommand) -> None:
        number = self._link.next_id()
        numbered = replace(command, id=number)
        self._link.send(number, numbered)
        self.state = seat.sent(self.state, numbered)

    def _hear(self, news: News) -> None:
        self._news.put_nowait(news)

    def _take(self, news: News) -> None:
        before, self.state = self.state, seat.hear(self.state, news)
        if isinstance(news, Welcome) and news.token:
            self._keep_identity()
        if isinstance(news, Down) and not self.state.trouble:
            self._tell(news.text)
        table, known = self.state.view, before.view
        if table is not None and (known is None or known.table != table.table):
            self._tell(_("{name} sits down at {table}", name=self.state.name, table=table.table))
        for game in self.state.played[len(before.played) :]:
            self.results(msgspec.json.encode(game).decode())

    def _keep_identity(self) -> None:
        try:
            self._door.keep(self._link.identity)
        except UnusableKeyring as problem:
            self._tell(str(problem))

    async def _take_leave(self) -> None:
        """Give up the seat, if there is one, and wait until the server knows; not for long."""
        command = seat.farewell(self.state)
        if command is None:
            return
        self._send(command)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                while self.state.sent is not None:
                    self._take(await self._news.get())
