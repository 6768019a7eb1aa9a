"""Real servers as children of the tests, and clients that speak to them."""

import asyncio
import itertools
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from protocol.aio import ClientChannel, client_channel
from protocol.archive import Games, RecordPart
from protocol.codec import Codec
from protocol.game import View
from protocol.lobby import LobbyShown
from protocol.messages import (
    Accepted,
    Act,
    Begin,
    Continue,
    FromClient,
    FromServer,
    Goodbye,
    Happened,
    Hello,
    JoinTable,
    OpenTable,
    Pong,
    Refused,
    Rules,
    Seated,
    TableChanged,
    Tables,
    TableShown,
    Welcome,
)
from protocol.setup import Setup
from protocol.table import TablePhase, TableView

CODEC = Codec()  # The words of a real client.
PATIENCE = 60.0  # Seconds that anything may take on a busy machine.

ANSWERS = (Pong, Tables, TableShown, LobbyShown, Rules, Seated, Games, RecordPart, Refused)
"""What answers a command beside its acceptance."""

_ids = itertools.count(time.time_ns() // 1000)


def next_id() -> int:
    """Give a command id greater than all before."""
    return next(_ids)


class Player:
    """A client that can play a whole game."""

    def __init__(self, channel: ClientChannel) -> None:
        self.channel = channel
        self.view: TableView | None = None
        self.told: list[int] = []
        self.acknowledged: list[FromClient] = []
        self.token = ""

    async def hear(self) -> FromServer:
        """Wait for the next message; the end is heard as a goodbye without words."""
        async with asyncio.timeout(PATIENCE):
            message = await self.channel.receive() or Goodbye("", "")
        if isinstance(message, Seated | Happened | TableChanged):
            self.view = message.view
        if isinstance(message, Happened):
            self.told.append(message.seq)
        return message

    async def greet(self, name: str = "", token: str = "") -> Welcome:
        """Say hello."""
        await self.channel.send(Hello((1, 1), name=name, token=token))
        answer = await self.hear()
        assert isinstance(answer, Welcome), answer
        self.token = answer.token or token
        return answer

    async def ask(self, make: Callable[[int], FromClient]) -> FromServer:
        """Send a command with a new id and wait for its answer."""
        return await self.repeat(make(next_id()))

    async def repeat(self, command: FromClient) -> FromServer:
        """Send this very command and wait for its answer."""
        assert not isinstance(command, Hello)
        await self.channel.send(command)
        while True:
            message = await self.hear()
            assert not isinstance(message, Goodbye), message
            if isinstance(message, Accepted) and message.id == command.id:
                self.acknowledged.append(command)
                return message
            if isinstance(message, ANSWERS) and message.id == command.id:
                return message

    async def open(self, setup: Setup, *, seed: str = "") -> str:
        """Open a table and begin the game."""
        answer = await self.ask(lambda number: OpenTable(number, setup, pace=0, seed=seed))
        assert isinstance(answer, Seated), answer
        return answer.view.table

    async def begin(self) -> None:
        """Begin the game."""
        assert isinstance(await self.ask(Begin), Accepted)

    async def join(self, table: str, seq: int | None = None) -> TableView:
        """Sit down."""
        answer = await self.ask(lambda number: JoinTable(number, table, seq))
        assert isinstance(answer, Seated), answer
        return answer.view

    async def step(self) -> bool:
        """Do what the table waits for, or listen; False once the game is over."""
        view = self.view
        assert view is not None
        if view.phase is TablePhase.OVER:
            return False
        if isinstance(view.game, View) and view.game.legal:
            action, seq = view.game.legal[0], view.seq
            await self.ask(lambda number: Act(number, seq, action))
        elif view.viewer in view.waits_for:
            seq = view.seq
            await self.ask(lambda number: Continue(number, seq))
        else:
            assert not isinstance(await self.hear(), Goodbye)
        return True


class Child:
    """A server process."""

    def __init__(self, process: Process) -> None:
        self.process = process

    def player(self) -> Player:
        """Give the client at standard input and output."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return Player(client_channel(self.process.stdout, self.process.stdin, CODEC))

    async def said(self) -> str:
        """Give the next line of standard error; there has to be one."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            line = await self.process.stderr.readline()
        assert line, "the server says nothing more: it has ended"
        return line.decode()

    def kill(self) -> None:
        """End it as a loss of power would."""
        self.process.send_signal(signal.SIGKILL)

    def tell_to_end(self) -> None:
        """Ask it to end."""
        self.process.send_signal(signal.SIGTERM)

    async def ended(self) -> int:
        """Wait for the end, and give the exit status."""
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def close(self) -> None:
        """Let go of everything."""
        if self.process.returncode is None:
            self.kill()
        await self.ended()
        if self.process.stdin is not None:
            self.process.stdin.close()
            await asyncio.gather(self.process.stdin.wait_closed(), return_exceptions=True)
        # What it has started may still hold its output, and would keep the pipes open here.
        self.process._transport.close()  # type: ignore[attr-defined]


@asynccontextmanager
async def a_child(*options: str, data: Path, command: str = "serve") -> AsyncIterator[Child]:
    """Start ``serve``, or another command, with these options, and see to it that it ends."""
    words = (sys.executable, "-P", "-m", "chwech", command, *options, "--data", str(data))
    process = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=os.environ)
    child = Child(process)
    try:
        yield child
    finally:
        await child.close()


async def connect(address: str) -> Player:
    """Give a client on TCP."""
    host, _, port = address.rpartition(":")
    return Player(client_channel(*await asyncio.open_connection(host, int(port)), CODEC))


async def connect_unix(path: Path) -> Player:
    """Give a client on a Unix socket."""
    return Player(client_channel(*await asyncio.open_unix_connection(path), CODEC))


async def hang_up(*players: Player) -> None:
    """Close these connections."""
    for player in players:
        player.channel.close()
        await player.channel.wait_closed()
