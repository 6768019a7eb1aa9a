"""One program at one server: its process, the link, and what is done between them."""

import asyncio
import contextlib
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.address import SshAddress, TcpAddress, read_place
from chwech_tui.bot import seat
from chwech_tui.bot.program import InvalidAnswer, Program, ProgramFault, read_answer, write_turn
from chwech_tui.bot.seat import Ask, BotCommand, End, Pause, SeatState, Send, Task
from chwech_tui.files import UnusableKeyring
from chwech_tui.link import Door, Down, Identity, Link, News
from chwech_tui.model.ink import printable
from protocol.command_line import Misuse
from protocol.interrupts import interruptible
from protocol.language import _
from protocol.messages import Act, JoinTable, OpenTable, Welcome

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
        self._link = Link(door, self._hear)
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


INTERRUPTED = 130


class BotOrder(Struct, frozen=True):
    """What the command line asks for."""

    place: str
    """Where it plays; empty for this machine."""

    program: str
    start: OpenTable | JoinTable
    games: int
    seconds: float
    """The longest time for an answer."""

    name: str
    key: Path | None
    """The SSH key to play with."""


def run_bot(order: BotOrder, data: Path) -> int:
    """Play, and return the exit status; games and tokens are kept in ``data``.

    Raises:
        Misuse: the order makes no sense.
    """
    try:
        words = shlex.split(order.program)
        address = read_place(order.place) if order.place else None
    except ValueError as error:
        raise Misuse(str(error)) from error
    if not words:
        raise Misuse(_("--exec names no program"))
    identity = Identity(order.name or name_of(words), bot=True)

    def session(door: Door) -> BotSession:
        made = BotSession(door, Task(order.start, order.games), Program(words, order.seconds), _tell)
        made.results = _print_result
        return made

    try:
        with interruptible():
            match address:
                case TcpAddress():
                    return _over_tcp(data, address, identity, session)
                case SshAddress():
                    return asyncio.run(_over_ssh(address, order.key, identity, session))
                case None:
                    return _offline(data, identity, session)
    except KeyboardInterrupt:
        return INTERRUPTED


def name_of(words: list[str]) -> str:
    """Return the name of a program: that of its file, not that of what interprets it."""
    scripts = (word for word in words[1:] if Path(word).suffix and not word.startswith("-") and word.split() == [word])
    return Path(next(scripts, words[0])).stem


def _offline(data: Path, identity: Identity, session: Callable[[Door], BotSession]) -> int:
    from chwech_tui.launch import InvalidDataDirectory, OfflineServer

    child = OfflineServer(data)
    try:
        child.start()
        return asyncio.run(session(Door(child.dial, identity, child.explain)).run())
    except InvalidDataDirectory as error:
        raise Misuse(str(error)) from error
    finally:
        child.stop()


def _over_tcp(data: Path, address: TcpAddress, identity: Identity, session: Callable[[Door], BotSession]) -> int:
    from chwech_tui.files import TokenFile, UnusableKeyring
    from chwech_tui.remote import dialler

    tokens = TokenFile(data)
    # A bot is not the user: it has a token of its own.
    place = f"{address.text} {identity.name}"
    try:
        known = replace(identity, token=tokens.token(place))
    except UnusableKeyring as error:
        raise Misuse(str(error)) from error

    def keep(told: Identity) -> None:
        tokens.keep(place, told.token)

    return asyncio.run(session(Door(dialler(address.text), known, keep=keep)).run())


async def _over_ssh(
    address: SshAddress, key: Path | None, identity: Identity, session: Callable[[Door], BotSession]
) -> int:
    from chwech_tui.ssh import Ssh
    from chwech_tui.ssh_command import UnusableSsh

    try:
        ssh = Ssh(address, key)
    except UnusableSsh as error:
        _tell(str(error))
        return 1
    playing = session(Door(ssh.dial, identity, ssh.explain))
    try:
        playing.connect()
        trouble = await ssh.arrive()
        if not trouble:
            return await playing.run()
        _tell(trouble)
        return 1
    finally:
        await playing.disconnect()
        await ssh.stop()


def _tell(text: str) -> None:
    print(f"chwech bot: {printable(text)}", file=sys.stderr, flush=True)


def _print_result(line: str) -> None:
    print(line, flush=True)
