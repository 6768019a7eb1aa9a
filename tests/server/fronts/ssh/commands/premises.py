"""A real host behind its door for fronts, and somebody who plays there, for tests of the desk."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from protocol.aio import ClientChannel
from protocol.game import View
from protocol.messages import Act, Begin, Happened, Hello, OpenTable, Seated, TableChanged, Welcome
from protocol.setup import Setup
from protocol.tableview import TablePhase, TableView
from server.bots.registry import BOTS
from server.commands.hosting import copy_allowed, copy_bans
from server.fronts.door import PassportDoor
from server.fronts.listeners import listening_unix
from server.fronts.ssh.commands.command import Reply
from server.fronts.ssh.commands.dispatch import answer
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.transport.connection import Visitor
from server.host.host import Host
from server.host.services import HostServices
from server.rules.registry import GAMES
from tests.server.fronts.ssh.commands.script import CODEC
from tests.server.storage.memory import MemoryStore

PATIENCE = 60.0
"""Seconds that anything may take."""


class Premises:
    """A line to a real host."""

    def __init__(self, line: HostDialler, host: Host) -> None:
        self.line = line
        self.host = host
        self._channels: list[ClientChannel] = []

    async def ask(self, words: str, visitor: Visitor) -> Reply:
        """Give the reply to a command."""
        return await answer(words.split(), visitor, self.line)

    async def come(self, visitor: Visitor, name: str) -> "Player":
        """Let somebody in who plays."""
        channel = await self.line.dial(visitor)
        self._channels.append(channel)
        await channel.send(Hello((1, 1), name=name))
        assert isinstance(await channel.receive(), Welcome)
        return Player(channel)

    async def close(self) -> None:
        """Send everybody away."""
        for channel in self._channels:
            channel.close()
            await channel.wait_closed()


class Player:
    """Somebody with a seat, who plays whatever card is the first that may be played."""

    def __init__(self, channel: ClientChannel) -> None:
        self._channel = channel
        self._last_id = int(time.time() * 1_000_000)

    def _id(self) -> int:
        self._last_id += 1
        return self._last_id

    async def open(self, setup: Setup) -> str:
        """Open a table, and give its code."""
        await self._channel.send(OpenTable(self._id(), setup, ("random",), pace=0))
        return (await self._view()).table

    async def play_on(self) -> TableView:
        """Begin the game and play until one's first turn is over, or the game is."""
        await self._channel.send(Begin(self._id()))
        while not await self._turn(view := await self._view()):
            pass
        return view

    async def play_out(self) -> None:
        """Play until the game is over."""
        while (view := await self._view()).phase is not TablePhase.OVER:
            await self._turn(view)

    async def _turn(self, view: TableView) -> bool:
        """Take one's turn, if it is one's turn."""
        if not (isinstance(view.game, View) and view.game.legal):
            return False
        action = next((one for one in view.game.legal if one.said != "-"), view.game.legal[0])
        await self._channel.send(Act(self._id(), view.seq, action))
        return True

    async def _view(self) -> TableView:
        """Wait until the table has changed."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self._channel.receive()
                assert message is not None
                if isinstance(message, Seated | Happened | TableChanged):
                    return message.view


@asynccontextmanager
async def premises(directory: Path) -> AsyncIterator[Premises]:
    """Open a host that keeps everything in memory."""
    host = Host(HostServices(GAMES, BOTS, CODEC, MemoryStore()))
    await host.open()
    host.moderation.share(partial(copy_bans, directory), partial(copy_allowed, directory))
    place = Premises(HostDialler(directory / "fronts.sock", CODEC), host)
    async with listening_unix(PassportDoor(host, CODEC).let_in, directory / "fronts.sock"):
        try:
            yield place
        finally:
            await place.close()
            await host.close()
