"""Simulated people: they come, sit down, play at their own pace, talk, drop the line, come back, and leave for good."""

import asyncio
import contextlib
import hashlib
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import asyncssh
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from msgspec import Struct

from lab.load.caller import Caller, TurnedAway, connect
from lab.load.line import ANSWER_SECONDS, Line, reading
from lab.load.tally import Door, Tally
from protocol.aio import client_channel
from protocol.codec import Codec
from protocol.messages import (
    Act,
    Begin,
    Continue,
    FromClient,
    JoinTable,
    ListTables,
    OpenTable,
    Ping,
    Seated,
    Tables,
    WatchTable,
)
from protocol.setup import Arrangement, Setup
from protocol.table import Rematch, Resign, SayAtTable, TablePhase, TableView
from protocol.text import clean_text

SUBSYSTEM: Final = "chwech"  # What the SSH door calls the protocol.

SEATS: Final = 6

SETUP: Final = Setup("chwech", SEATS, {"deals": 24})  # A long game, so that most loads end before it.

ARRANGEMENT: Final = Arrangement(listed=False, casual=True)
"""Nobody comes to these tables by chance, and no rating changes."""

TALK: Final = "good evening"

SIZES: Final = ((80, 24), (100, 30), (160, 50))  # The terminals that people have, and to which they change.
_DRAWN: Final = b"leave"  # A word at the foot of the table, drawn last.

_KEYS: Final = (*(b"\x1b[C",) * 4, *(b"\r",) * 8, *(b"1", b"2", b"3", b"p", b"p", b"n"))
"""What is pressed to play: mostly what plays a card or goes on, and ``n`` for another game."""

_LOOK: Final = b"\x10"
"""Opens the list of what can be done, and closes it: a key that changes the whole screen at any moment."""

_LOOKED: Final = (b"type to search", _DRAWN)  # What is drawn on the one screen, and then on the other.

_LOOKS: Final = 1 / 4
_TALKS: Final = 1 / 40
_RESIZES: Final = 1 / 50
_DROPS: Final = 1 / 100  # How probable each is at every key.
_WATCHES: Final = 10  # Of so many people one watches.
_AGAIN_SECONDS: Final = 5.0  # How long someone waits who was refused, on average; others come back sooner.
_ENDING_SECONDS: Final = 20.0  # Seconds within which all have left.

_TRIES_TO_LEAVE: Final = 2

_LAST_WORDS_SECONDS: Final = 1.0  # Seconds within which a server that turns someone away says why.

_LAST_WORDS_BYTES: Final = 400

_CODEC: Final = Codec()

_FAULTS: Final = (OSError, asyncssh.Error)  # By what a connection fails; a time that is over is an OSError too.


class Target(Struct, frozen=True):
    """The server that people come to, and who they are there."""

    secret: bytes
    """What the keys of the people are made from: who has it has their accounts."""
    host: str = "127.0.0.1"
    port: int = 0
    socket: Path | None = None
    """Its Unix socket, for those who come by that."""
    spread: bool = False
    """True if everyone comes from an address of their own, as people from many homes do."""


class SharedTable:
    """A table of these people; the first to come opens it."""

    def __init__(self) -> None:
        self.code = ""
        self.opened = asyncio.Event()
        self.opening = asyncio.Lock()


class Person:
    """One of the people."""

    def __init__(self, number: int, target: Target, tally: Tally, table: SharedTable, over: asyncio.Event) -> None:
        self._number = number
        self._target = target
        self._tally = tally
        self._table = table
        self._over = over
        self._token = ""
        self._sits = False
        self._arrived = False
        self._chance = random.Random(number)
        plan = tally.plan
        self._watches = number // plan.tables >= SEATS or (number >= plan.tables and number % _WATCHES == _WATCHES - 1)
        own = hashlib.sha256(b"%s %d" % (target.secret, number)).digest()
        self._key = _key(own)
        self._name = f"load {own.hex()[:8]}"
        self._address = f"127.0.{1 + number // 250}.{1 + number % 250}" if target.spread else ""

    async def live(self, delay: float) -> None:
        """Come after some seconds, and come again whatever happens, until all is over."""
        await self._wait(delay)
        while not self._over.is_set():
            self._arrived = False
            try:
                await self._visit()
            except _FAULTS as problem:
                self._fail(problem)
            await self._wait((1.0 if self._arrived else _AGAIN_SECONDS) * (0.5 + self._chance.random()))

    async def leave(self) -> None:
        """Leave every table for good, so that nothing of it stays open."""
        for _ in range(_TRIES_TO_LEAVE if self._sits and not self._watches else 0):
            with contextlib.suppress(*_FAULTS):
                async with self._line() as line:
                    await self._resign(line)
                return

    async def _resign(self, line: Line) -> None:
        """Resign from everything that is not over."""
        answer = await line.ask(ListTables)
        assert isinstance(answer, Tables)
        for table in (one.table for one in answer.tables if one.yours and one.phase is not TablePhase.OVER):
            with contextlib.suppress(TurnedAway):
                await line.ask(partial(Resign, table=table))
        self._sits = False

    def _fail(self, problem: Exception) -> None:
        """Count someone who was lost, or did not get in."""
        words = _reason(problem)
        (self._tally.lost if self._arrived else self._tally.refused)[words] += 1
        self._tally.outside[self._number] = words

    async def _visit(self) -> None:
        """Come once."""
        if self._tally.plan.door is Door.SOCKET:
            async with self._line() as line:
                await self._sit(line)
                with self._here():
                    await self._play_as_program(line)
                if self._over.is_set():
                    await self._resign(line)
            return
        if not self._sits:
            async with self._line() as line:
                await self._sit(line)
        await self._at_terminal()

    @contextlib.contextmanager
    def _here(self) -> Iterator[None]:
        self._arrived = True
        self._tally.come(self._number)
        try:
            yield
        finally:
            self._tally.here -= 1

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[Line]:
        """Connect as a program does, and say hello."""
        async with contextlib.AsyncExitStack() as closing:
            errors: asyncssh.SSHReader[bytes] | None = None
            if self._target.socket is not None:
                reader, writer = await asyncio.open_unix_connection(str(self._target.socket))
                channel = client_channel(reader, writer, _CODEC)
            else:
                connection = await connect(self._target.host, self._target.port, self._key, self._address)
                closing.callback(connection.close)
                into, out, errors = await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
                channel = client_channel(out, into, _CODEC)
            closing.callback(channel.close)
            line = Line(channel)
            try:
                self._token = await line.greet(self._name, self._token)
            except TurnedAway as problem:
                raise TurnedAway(await _words_of(errors) or str(problem)) from problem
            yield await closing.enter_async_context(reading(line))

    async def _sit(self, line: Line) -> None:
        """Sit down at the table, or watch it; who comes first opens it, with bots in the other seats."""
        table = self._table
        if self._watches:
            async with asyncio.timeout(ANSWER_SECONDS):
                await table.opened.wait()
            await line.ask(lambda number: WatchTable(number, table.code))
        else:
            async with table.opening:
                if not table.code:
                    answer = await line.ask(lambda number: OpenTable(number, SETUP, arrangement=ARRANGEMENT))
                    assert isinstance(answer, Seated)
                    await line.ask(Begin)
                    table.code = answer.view.table
                    table.opened.set()
            await line.ask(lambda number: JoinTable(number, table.code))
        self._sits = True

    async def _at_terminal(self) -> None:
        """Play at a terminal until one drops the line, or all is over."""
        code = self._table.code
        command = f"watch {code}" if self._watches else code
        target = self._target
        caller = await Caller.call(self._address, target.port, self._key, command, host=target.host)
        try:
            await _let_in(caller)
            with self._here():
                await self._play_at_terminal(caller)
        finally:
            await caller.hang_up()

    async def _play_at_terminal(self, caller: Caller) -> None:
        while await self._think():
            if self._chance.random() < _DROPS:
                self._tally.did["drops"] += 1
                caller.drop()
                return
            await self._press(caller)

    async def _press(self, caller: Caller) -> None:
        """Press a key, say something, or change the size of the window."""
        if self._chance.random() < _RESIZES:
            self._tally.did["resizes"] += 1
            caller.resize(self._chance.choice(SIZES))
        if self._chance.random() < _TALKS:
            self._tally.did["remarks"] += 1
            caller.type(b"t%s\r" % TALK.encode())
        self._tally.keys += 1
        if self._watches or self._chance.random() < _LOOKS:
            for word in _LOOKED:
                await self._timed(partial(caller.ask, _LOOK, word))
        else:
            caller.type(self._chance.choice(_KEYS))

    async def _play_as_program(self, line: Line) -> None:
        """Act whenever it is one's turn, until one drops the line or all is over."""
        while await self._think():
            if self._chance.random() < _DROPS:
                self._tally.did["drops"] += 1
                return
            if self._chance.random() < _TALKS:
                self._tally.did["remarks"] += 1
                await self._try(line, lambda number: SayAtTable(number, TALK))
            self._tally.keys += 1
            await self._try(line, self._wish(line.view))

    def _wish(self, view: TableView | None) -> Callable[[int], FromClient]:
        """Return what to do at a table: what it waits for, or ask whether the server is there."""
        if view is None or self._watches:
            return Ping
        if view.phase is TablePhase.OVER:
            return Rematch
        if view.game is not None and view.game.legal:
            action = self._chance.choice(view.game.legal)
            return lambda number: Act(number, view.seq, action)
        return (lambda number: Continue(number, view.seq)) if view.viewer in view.waits_for else Ping

    async def _try(self, line: Line, wish: Callable[[int], FromClient]) -> None:
        """Ask for something; a table that has gone on meanwhile may refuse it."""
        try:
            await self._timed(partial(line.ask, wish))
        except TurnedAway as refusal:
            self._tally.refused[str(refusal)] += 1

    async def _timed(self, do: Callable[[], Awaitable[object]]) -> None:
        """Measure how long something takes, which is not to be longer than anybody waits."""
        begun = time.perf_counter()
        async with asyncio.timeout(ANSWER_SECONDS):
            await do()
        self._tally.waits.append(time.perf_counter() - begun)

    async def _think(self) -> bool:
        """Think for a while; return False once all is over."""
        await self._wait(2 * self._tally.plan.pace * self._chance.random())
        return not self._over.is_set()

    async def _wait(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), seconds)


async def play(target: Target, tally: Tally, over: asyncio.Event) -> None:
    """Let all people come one after another and play until it is over, and leave for good."""
    plan = tally.plan
    tables = [SharedTable() for _ in range(plan.tables)]
    people = [Person(number, target, tally, tables[number % plan.tables], over) for number in range(plan.people)]
    tally.outside.update(dict.fromkeys(range(plan.people), "nobody answered in time"))
    gap = min(0.1, plan.seconds / 4 / plan.people)
    lives = [asyncio.create_task(person.live(number * gap)) for number, person in enumerate(people)]
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), plan.seconds)
    over.set()
    await _within(lives, _ENDING_SECONDS)
    slots = asyncio.Semaphore(4)

    async def leave(person: Person) -> None:
        async with slots:
            await person.leave()

    await _within([asyncio.create_task(leave(person)) for person in people], _ENDING_SECONDS + plan.people / 10)


async def _within(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Wait for tasks so long, end those that are left, and pass on what was raised."""
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    for fault in results:
        if isinstance(fault, Exception):
            raise fault


async def _words_of(errors: "asyncssh.SSHReader[bytes] | None") -> str:
    """Return what a server that turns someone away has said beside the protocol; empty if that is nothing."""
    said = b""
    if errors is not None:
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(_LAST_WORDS_SECONDS):
                said = await errors.read(_LAST_WORDS_BYTES)
    return clean_text(said.decode(errors="replace").removeprefix("chwech: "), cells=120)


def _reason(problem: Exception) -> str:
    """Return why a connection failed, in a few words that many failures share."""
    if isinstance(problem, OSError) and problem.errno:
        return os.strerror(problem.errno)
    return str(problem) or f"no answer within {ANSWER_SECONDS:.0f} s"


async def _let_in(caller: Caller) -> None:
    """Wait for the first screen of the table; who is sent away before it was turned away."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await caller.until(_DRAWN)
    except ConnectionResetError as problem:
        raise TurnedAway(str(problem)) from problem


def _key(own: bytes) -> asyncssh.SSHKey:
    """Return the SSH key that is made from 32 bytes."""
    private = Ed25519PrivateKey.from_private_bytes(own)
    return asyncssh.import_private_key(private.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
