"""A host that answers from a script, over the socket for fronts, so that every answer can be any value at all."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from games.registry import GAMES
from protocol.aio import ServerChannel, server_channel
from protocol.codec import Codec
from protocol.messages import FromClient, FromServer, Goodbye, Hello, Welcome
from protocol.setup import GameOffer
from server.fronts.ssh.commands.command import Reply
from server.fronts.ssh.commands.dispatch import answer
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.transport.connection import Visitor
from server.host.terms import Passport
from tests.server.fronts.ssh.porter import MEGAN, a_porter

CODEC = Codec()  # The words of these tests.

WELCOME = Welcome(
    1,
    "chwech",
    "Megan",
    tuple(
        GameOffer(name, game.players, game.options, ("steady",), game.about, game.minutes)
        for name, game in GAMES.items()
        if name in ("chwech", "forty-five")
    ),
)
"""What Megan is told."""

Script = Callable[[FromClient], FromServer | None]
"""Gives the answer to a message, with any id; None to say nothing."""


class Desk:
    """The desk, with a host behind it that plays a part."""

    def __init__(self, line: HostDialler) -> None:
        self.heard: list[FromClient] = []
        self.passports: list[Passport] = []
        self._line = line

    async def ask(self, words: str, visitor: Visitor = MEGAN) -> Reply:
        """Give the reply to a command."""
        return await answer(words.split(), visitor, self._line)

    async def serve(self, channel: ServerChannel, script: Script) -> None:
        """Answer one conversation."""
        while (message := await channel.receive()) is not None:
            self.heard.append(message)
            said = script(message)
            if said is None:
                continue
            if not isinstance(said, Welcome | Goodbye) and not isinstance(message, Hello):
                said = msgspec.structs.replace(said, id=message.id)
            await channel.send(said)


@asynccontextmanager
async def a_desk(directory: Path, script: Script) -> AsyncIterator[Desk]:
    """Open a desk whose host follows a script."""
    path = directory / "s"
    async with a_porter(path) as porter:
        desk = Desk(HostDialler(path, CODEC))

        async def work() -> None:
            while True:
                arrived = await porter.arrival()
                desk.passports.append(arrived.passport)
                await desk.serve(server_channel(arrived.reader, arrived.writer, CODEC), script)
                arrived.writer.close()

        working = asyncio.create_task(work())
        try:
            yield desk
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)


def saying(*answers: FromServer, welcome: Welcome | Goodbye = WELCOME) -> Script:
    """Give a script of answers in this order, after the welcome."""
    left = list(answers)

    def script(message: FromClient) -> FromServer | None:
        return welcome if isinstance(message, Hello) else left.pop(0)

    return script
