"""A program of the user's at a table: it reads views and writes actions as lines of JSON; nothing is drawn.

It knows no game. The server knows the program as a bot, and refuses what is no legal action.
"""

import asyncio
import contextlib
import functools
import shlex
import subprocess
import sys
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.files import TokenFile, UnusableKeyring
from chwech_tui.launch import OfflineServer
from chwech_tui.link import Down, Identity, Link, News, Route
from chwech_tui.model.ink import printable
from chwech_tui.remote import PipeWriter, SshAddress, TcpAddress, dialler, end_child, open_pipes, read_place
from chwech_tui.ssh import Ssh, UnusableSsh
from protocol import messages
from protocol.codec import to_plain
from protocol.command_line import Misuse, escaped
from protocol.errors import ErrorCode
from protocol.game import Answer, View
from protocol.interrupts import interruptible
from protocol.language import _, ngettext
from protocol.messages import FromClient, JoinTable, OpenTable
from protocol.setup import GameOffer, Setup
from protocol.table import Event, Rematch, Resign, SetAway, SetPause, SetReady, TablePhase, TableView

LONGEST_ANSWER: Final = 16 * 1024  # The most bytes of an answer, its line end included.
_SHOWN: Final = 60  # Characters of an answer that are quoted when it cannot be used.


class InvalidAnswer(ValueError):
    """What a program wrote is no action that it may take; the text says why."""


def write_turn(setup: Setup, view: View, events: Sequence[Event]) -> bytes:
    """Return the line that asks a program for an action: the setup, its view, and what it was told since the last line.

    Fields at their defaults are left out, as in messages.
    """
    turn = {"setup": to_plain(setup), "view": to_plain(view), "events": [to_plain(event) for event in events]}
    return msgspec.json.encode(turn) + b"\n"


def read_answer(line: bytes, legal: Sequence[Answer]) -> Answer:
    """Return the action that ``{"action": N}``, a word or a whole action means; or raise ``InvalidAnswer``."""
    said = escaped(line.decode(errors="replace").strip())[:_SHOWN]
    try:
        plain = msgspec.json.decode(line.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidAnswer(_("not a line of JSON: {said}", said=said)) from error
    if isinstance(plain, dict) and "action" in plain:
        plain = plain["action"]
    if type(plain) is int and 0 <= plain < len(legal):
        return legal[plain]
    named = Answer(plain) if isinstance(plain, str) else None
    action = next((action for action in legal if action == named or to_plain(action) == plain), None)
    if action is None:
        most = len(legal) - 1
        raise InvalidAnswer(
            _("not a legal action: {said}; write an action, or its index from 0 to {most}", said=said, most=most)
        )
    return action


PATIENCE: Final = 2.0  # Seconds that the program gets to exit once its input has ended, and then once more.


class ProgramFault(Exception):
    """The program does not play on; the text says why."""


class Program:
    """One program, from its start to its end."""

    def __init__(self, words: Sequence[str], seconds: float) -> None:
        """Prepare a command line, which no shell reads; an answer may take so many seconds."""
        self._words = words
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._pipes: tuple[asyncio.StreamReader, PipeWriter] | None = None

    async def start(self) -> None:
        """Start the program; raise ``ProgramFault`` if it cannot be started."""
        try:
            process = self._process = subprocess.Popen(self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProgramFault(
                _("{program} cannot be started: {reason}", program=self._words[0], reason=reason)
            ) from error
        self._pipes = await open_pipes(process, LONGEST_ANSWER)

    async def ask(self, line: bytes) -> bytes:
        """Hand over a line, and return the answer; raise ``ProgramFault`` if it is missing, late or endless."""
        assert self._process is not None
        assert self._pipes is not None
        process, (reader, writer) = self._process, self._pipes
        try:
            async with asyncio.timeout(self._seconds):
                # A program that has exited is found out by reading.
                with contextlib.suppress(ConnectionError):
                    writer.write(line)
                    await writer.drain()
                answer = await reader.readline()
        except TimeoutError:
            seconds = round(self._seconds)
            raise ProgramFault(
                ngettext("it has not answered for {n} second", "it has not answered for {n} seconds", seconds)
            ) from None
        except ValueError:
            raise ProgramFault(_("its line is longer than {most} bytes", most=LONGEST_ANSWER)) from None
        if not answer.endswith(b"\n"):
            await self.stop()
            raise ProgramFault(_("it has ended with status {status}", status=process.returncode))
        return answer

    async def stop(self) -> None:
        """End the program, if it runs: by the end of its input, or else by force."""
        process, self._process = self._process, None
        if process is None:
            return
        if self._pipes is not None:
            self._pipes[1].close()
        await asyncio.to_thread(end_child, process, PATIENCE)


FAREWELL_SECONDS: Final = 2.0  # Seconds that the server gets to answer when the seat is given up.
MOST_EVENTS: Final = 1000  # The events that are kept for the next line; a deal has fewer.
MOST_REFUSALS: Final = 10  # Refusals in a row after which the seat is given up.
HASTE_SECONDS: Final = 1.0  # Seconds to wait after commands that came too fast.
OPENING_SECONDS: Final = 30.0  # Seconds to wait after tables that were opened too fast.


class Task(NamedTuple):
    """What a program is to play."""

    start: OpenTable | JoinTable
    """The command that leads to the first table; its id is ignored."""
    games: int = 1
    """How many games: each at a new table like the first or, where others run that, as a rematch that they ask for."""


class EndedGame(Struct, frozen=True):
    """A game that has ended."""

    game: int
    """Its number, from 1."""
    table: str
    seat: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class BotSession:
    """A program that plays."""

    def __init__(self, door: Route, task: Task, program: Program, tell: Callable[[str], None]) -> None:
        """Prepare to play by a program that is not yet started; ``tell`` tells the user something in a line."""
        self.results: Callable[[str], None] = lambda _line: None  # Takes the result of each game, as a line of JSON.
        self._start, self._games = task.start, task.games
        self._door = door
        self._program = program
        self._tell = tell
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self.link = Link(door, self._news.put_nowait)
        self._name = ""  # The name by which the server knows the program; empty until it has answered.
        self._table: TableView | None = None
        self._events: deque[Event] = deque(maxlen=MOST_EVENTS)  # What was told since the program was last asked.
        self._sent: FromClient | None = None  # The command whose answer is awaited.
        self._number = 0  # Its id.
        self._refusals = 0
        self._pause = 0.0  # Seconds to wait before anything else is done.
        self._played: list[EndedGame] = []
        self._trouble = ""  # Why nothing more can be done; empty while something can.

    async def run(self) -> int:
        """Play until all is done, and return the exit status; however it ends, the seat is given up."""
        try:
            await self._program.start()
            if not self.link.started:
                self.link.start()
            while not (self._trouble or self._is_done()):
                await self._step()
                while not self._news.empty():
                    self._take(self._news.get_nowait())
        except (ProgramFault, InvalidAnswer) as fault:
            self._trouble = _("the program stopped playing: {fault}", fault=fault)
        finally:
            await self._take_leave()
            await self.link.stop()
            await self._program.stop()
        if self._trouble:
            self._tell(self._trouble)
        return 1 if self._trouble else 0

    def _is_done(self) -> bool:
        over = self._table is not None and self._table.phase is TablePhase.OVER
        return over and len(self._played) >= self._games

    async def _step(self) -> None:
        """Do what is due, or wait for news; raise ``ProgramFault`` or ``InvalidAnswer`` if the program does badly."""
        table, command = self._table, None
        if self._pause:
            await asyncio.sleep(self._pause)
            self._pause = 0.0
            return
        if self._name and self._sent is None:
            command = self._next(table) if table is not None else self._start
            if command is None and table is not None and (game := _asked(table)) is not None:
                # If the table moves on meanwhile, the server refuses the action, and the program is asked again.
                command = messages.Act(1, table.seq, await self._choice(table, game))
        if command is not None:
            self._send(command)
        else:
            self._take(await self._news.get())

    def _next(self, table: TableView) -> FromClient | None:
        """Return what is to be sent at a table; None if the program is asked, or something is waited for."""
        occupant = table.seats[table.viewer] if table.viewer is not None else None
        owns = isinstance(self._start, OpenTable)
        if occupant is None:
            return None
        if table.phase is TablePhase.OVER:
            return self._start if owns else Rematch(1) if table.rematch else None
        if table.phase is TablePhase.GATHERING:
            return messages.Begin(1) if owns else None if occupant.ready else SetReady(1, ready=True)
        if occupant.away:
            return SetAway(1, away=False)
        if table.pause is not None:
            # People who want a pause would wait for ever for a program to agree.
            agreed = table.pause.since is not None or table.viewer in table.pause.seats
            return None if agreed else SetPause(1, paused=True)
        return messages.Continue(1, table.seq) if table.viewer in table.waits_for else None

    async def _choice(self, table: TableView, game: View) -> Answer:
        line = write_turn(table.setup, game, [*self._events])
        self._events.clear()
        return read_answer(await self._program.ask(line), game.legal)

    def _send(self, command: FromClient) -> None:
        self._number = self.link.next_id()
        self._sent = replace(command, id=self._number)
        self.link.send(self._number, self._sent)

    def _take(self, news: News) -> None:
        match news:
            case messages.Goodbye(text=text):
                self._trouble = text
            case Down(text=text):
                if self._name:
                    self._tell(text)
                else:
                    self._trouble = text
            case messages.Welcome():
                self._welcome(news)
            case messages.Refused():
                self._see(news.view)
                self._refused(news)
            case messages.Seated(view=view):
                self._see(view)
                self._answered(news.id)
            case messages.Happened(event=event, view=view):
                self._see(view)
                self._events.append(event)
            case messages.TableChanged(view=view):
                self._see(view)
            case messages.Accepted(id=number):
                self._answered(number)

    def _welcome(self, welcome: messages.Welcome) -> None:
        self._name = welcome.name
        self._start = _completed(self._start, welcome.games)
        if welcome.token:
            try:
                self._door.keep(self.link.identity)
            except UnusableKeyring as problem:
                self._tell(str(problem))

    def _see(self, table: TableView | None) -> None:
        """Take in another view of the table; a game that it shows to have ended is counted once."""
        if table is None:
            return
        if self._table is None or self._table.table != table.table:
            self._events.clear()
            self._tell(_("{name} sits down at {table}", name=self._name, table=table.table))
        self._table = table
        if table.viewer is None:
            self._trouble = self._trouble or _("the host of the table freed the seat")
            return
        known = any(game.table == table.table for game in self._played)
        if table.phase is not TablePhase.OVER or table.game is None or known:
            return
        totals = table.game.sheets[-1].totals if table.game.sheets else ()
        game = EndedGame(len(self._played) + 1, table.table, table.viewer, totals, table.game.winners)
        self._played.append(game)
        self.results(msgspec.json.encode(game).decode())

    def _answered(self, number: int) -> None:
        """Take in an answer that is no refusal."""
        if self._sent is not None and self._number == number:
            self._sent, self._refusals = None, 0

    def _refused(self, refusal: messages.Refused) -> None:
        """Take in a refusal: some are waited out, others end the matter."""
        command = self._sent
        if command is None or refusal.id != self._number:
            return
        self._sent = None
        self._refusals += 1
        leads = isinstance(command, JoinTable | OpenTable)
        if refusal.code is ErrorCode.TOO_MANY and self._table is not None:
            self._pause = OPENING_SECONDS if isinstance(command, OpenTable) else HASTE_SECONDS
        elif leads or refusal.code not in (ErrorCode.STALE, ErrorCode.NOT_NOW) or self._refusals >= MOST_REFUSALS:
            self._trouble = refusal.text

    async def _take_leave(self) -> None:
        """Give up the seat, if there is one, and wait until the server knows; not for long.

        A table that was opened for the program is closed by it, unless others have come; at another one a bot of the
        house plays on until the program is back.
        """
        table = self._table
        if table is None or table.viewer is None or table.phase is TablePhase.OVER:
            return
        alone = isinstance(self._start, OpenTable) and table.phase is TablePhase.PLAYING
        self._send(Resign(1, table.table) if alone else messages.LeaveTable(1))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                while self._sent is not None:
                    self._take(await self._news.get())


def _asked(table: TableView) -> View | None:
    """Return the game of a table at which the program has to choose; None at another one."""
    waits = table.phase is not TablePhase.PLAYING or table.viewer is None or table.pause is not None
    return table.game if not waits and table.game is not None and table.game.legal else None


def _completed(start: OpenTable | JoinTable, games: Sequence[GameOffer]) -> OpenTable | JoinTable:
    """Return the command that opens a table with the usual number of players of its game, if it names none."""
    if isinstance(start, JoinTable) or start.setup.players:
        return start
    usual = next((game.players[0] for game in games if game.name == start.setup.game), Setup().players)
    return replace(start, setup=replace(start.setup, players=usual))


INTERRUPTED = 130


class BotOrder(NamedTuple):
    """Which program plays, and where."""

    place: str
    """Where it plays; empty for this machine."""
    program: str
    seconds: float
    """The longest time for an answer."""
    name: str
    key: Path | None
    """The SSH key to play with."""


def run_bot(order: BotOrder, task: Task, data: Path) -> int:
    """Play, and return the exit status; games are kept in ``data``; raise ``Misuse`` if the order makes no sense."""
    address = read_place(order.place) if order.place else None
    try:
        words = shlex.split(order.program)
    except ValueError as error:
        raise Misuse(str(error)) from error
    if not words:
        raise Misuse(_("--exec names no program"))
    identity = Identity(order.name or name_of(words), bot=True)

    def session(door: Route) -> BotSession:
        made = BotSession(door, task, Program(words, order.seconds), _tell)
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


def _offline(data: Path, identity: Identity, session: Callable[[Route], BotSession]) -> int:
    with OfflineServer(data) as child:
        child.start()
        return asyncio.run(session(Route(child.dial, identity, child.explain)).run())


def _over_tcp(data: Path, address: TcpAddress, identity: Identity, session: Callable[[Route], BotSession]) -> int:
    # A bot is not the user: it has a token of its own.
    tokens, place = TokenFile(data), f"{address.text} {identity.name}"
    known = replace(identity, token=tokens.token(place))
    door = Route(dialler(address), known, keep=lambda told: tokens.keep(place, told.token))
    return asyncio.run(session(door).run())


async def _over_ssh(
    address: SshAddress, key: Path | None, identity: Identity, session: Callable[[Route], BotSession]
) -> int:
    try:
        ssh = Ssh(address, key)
    except UnusableSsh as error:
        _tell(str(error))
        return 1
    playing = session(Route(ssh.dial, identity, ssh.explain))
    try:
        playing.link.start()
        trouble = await ssh.arrive()
        if not trouble:
            return await playing.run()
        _tell(trouble)
        return 1
    finally:
        await playing.link.stop()
        await ssh.stop()


def _tell(text: str) -> None:
    print(f"chwech bot: {printable(text)}", file=sys.stderr, flush=True)
