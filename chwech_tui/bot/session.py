"""One program of a user at one server: its process and lines, the link, and what is done between them."""

import asyncio
import contextlib
import functools
import shlex
import subprocess
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.address import SshAddress, TcpAddress, read_place
from chwech_tui.bot import seat
from chwech_tui.bot.seat import Ask, BotCommand, End, Pause, SeatState, Send, Task
from chwech_tui.files import UnusableKeyring
from chwech_tui.link import Door, Down, Identity, Link, News
from chwech_tui.model.ink import printable
from chwech_tui.pipes import PipeWriter, end_child, open_pipes
from protocol.codec import to_plain
from protocol.command_line import Misuse, escaped
from protocol.game import Answer, View
from protocol.interrupts import interruptible
from protocol.language import _, ngettext
from protocol.messages import Act, JoinTable, OpenTable, Welcome
from protocol.seating import Event
from protocol.setup import Setup

LONGEST_ANSWER: Final = 16 * 1024
"""The most bytes of an answer, its line end included."""

_SHOWN: Final = 60
"""Characters of an answer that are quoted when it cannot be used."""


class InvalidAnswer(ValueError):
    """What a program wrote is no action that it may take; the text says why."""


def write_turn(setup: Setup, view: View, events: Sequence[Event]) -> bytes:
    """Return the line that asks a program for an action: the setup, its view, and what it was told since the last line.

    Fields at their defaults are left out, as in messages.
    """
    turn = {"setup": to_plain(setup), "view": to_plain(view), "events": [to_plain(event) for event in events]}
    return msgspec.json.encode(turn) + b"\n"


def read_answer(line: bytes, legal: Sequence[Answer]) -> Answer:
    """Return the action of an answer: ``{"action": N}``, N a place in ``legal``; or as records write it, or whole.

    Raises:
        InvalidAnswer: it is none of the legal actions.
    """
    said = escaped(line.decode(errors="replace").strip())[:_SHOWN]
    try:
        plain = msgspec.json.decode(line.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidAnswer(_("this is no line of JSON: {said}", said=said)) from error
    if isinstance(plain, dict) and "action" in plain:
        plain = plain["action"]
    if type(plain) is int and 0 <= plain < len(legal):
        return legal[plain]
    named = Answer(plain) if isinstance(plain, str) else None
    action = next((action for action in legal if action == named or to_plain(action) == plain), None)
    if action is None:
        most = len(legal) - 1
        raise InvalidAnswer(
            _("this is no legal action: {said}; write an action, or its place from 0 to {most}", said=said, most=most)
        )
    return action


PATIENCE: Final = 2.0
"""Seconds that the program gets to exit once its input has ended, and then once more."""


class ProgramFault(Exception):
    """The program does not play on; the text says why."""


class _Running(NamedTuple):
    process: subprocess.Popen[bytes]
    reader: asyncio.StreamReader
    writer: PipeWriter


class Program:
    """One program, from its start to its end."""

    def __init__(self, words: Sequence[str], seconds: float) -> None:
        """Prepare it.

        Args:
            words: the command line; no shell reads it.
            seconds: how long it may take for an answer.
        """
        self._words = words
        self._seconds = seconds
        self._running: _Running | None = None

    async def start(self) -> None:
        """Start the program.

        Raises:
            ProgramFault: it cannot be started.
        """
        try:
            process = subprocess.Popen(self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProgramFault(
                _("{program} cannot be started: {reason}", program=self._words[0], reason=reason)
            ) from error
        assert process.stdin is not None
        assert process.stdout is not None
        loop = asyncio.get_running_loop()
        reader, writer = await open_pipes(loop, process.stdout, process.stdin, LONGEST_ANSWER)
        self._running = _Running(process, reader, writer)

    async def ask(self, line: bytes) -> bytes:
        """Hand over a line, and return the one that answers it.

        Raises:
            ProgramFault: it has exited, is silent for too long, or writes a line without an end.
        """
        running = self._running
        assert running is not None
        try:
            async with asyncio.timeout(self._seconds):
                # A program that has exited is found out by reading.
                with contextlib.suppress(ConnectionError):
                    running.writer.write(line)
                    await running.writer.drain()
                answer = await running.reader.readline()
        except TimeoutError:
            seconds = round(self._seconds)
            raise ProgramFault(
                ngettext("it has not answered for {n} second", "it has not answered for {n} seconds", seconds)
            ) from None
        except ValueError:
            raise ProgramFault(_("its line is longer than {most} bytes", most=LONGEST_ANSWER)) from None
        if not answer.endswith(b"\n"):
            await self.stop()
            raise ProgramFault(_("it has ended with status {status}", status=running.process.returncode))
        return answer

    async def stop(self) -> None:
        """End the program, if it runs: by the end of its input, or else by force."""
        running, self._running = self._running, None
        if running is not None:
            running.writer.close()
            await asyncio.to_thread(end_child, running.process, PATIENCE)


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
        made.results = functools.partial(print, flush=True)
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
    from chwech_tui.ssh import Ssh, UnusableSsh

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
