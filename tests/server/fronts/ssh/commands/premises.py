"""A real host behind its door for fronts, and someone who plays there, for tests of the desk."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from games.registry import GAMES
from server.bots.registry import BOTS
from server.commands.hosting import copy_allowed, copy_bans
from server.fronts.door import PassportDoor
from server.fronts.peers import listening_unix
from server.fronts.ssh.commands.command import Reply
from server.fronts.ssh.commands.dispatch import answer
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.transport.connection import Visitor
from server.host.host import Host
from server.host.services import HostServices
from tests.server.commands.children import Player, hang_up
from tests.server.fronts.ssh.commands.script import CODEC
from tests.server.storage.memory import MemoryStore


class Premises:
    """A line to a real host."""

    def __init__(self, line: HostDialler, host: Host) -> None:
        self.line = line
        self.host = host
        self._players: list[Player] = []

    async def ask(self, words: str, visitor: Visitor) -> Reply:
        """Give the reply to a command."""
        return await answer(words.split(), visitor, self.line)

    async def come(self, visitor: Visitor, name: str) -> Player:
        """Let someone in who plays."""
        player = Player(await self.line.dial(visitor))
        self._players.append(player)
        await player.greet(name)
        return player

    async def close(self) -> None:
        """Send everyone away."""
        await hang_up(*self._players)


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
