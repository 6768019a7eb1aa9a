"""Someone who plays game after game against bots, whatever becomes of the server, and keeps account of all answers."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

from protocol.errors import ErrorCode
from protocol.game import View
from protocol.messages import (
    Accepted,
    Act,
    Begin,
    Continue,
    FromClient,
    FromServer,
    Goodbye,
    OpenTable,
    Refused,
    Seated,
)
from protocol.setup import Setup
from protocol.table import TablePhase
from tests.server.commands.children import Player, connect_unix, next_id

SETUP = Setup("chwech", 4, {"deals": 2})  # What they play.
HASTE_SECONDS = 0.11  # Seconds between two commands of one person: the server takes ten a second.
PATIENCE_SECONDS = 20.0  # How long someone waits for an answer before they come again.

IN_DOUBT = (ErrorCode.UNKNOWN_OUTCOME, ErrorCode.SERVER_FAULT, ErrorCode.TOO_MANY)
"""Refusals after which the same command is sent again."""


Question = OpenTable | Begin | Act | Continue
"""What someone asks the server."""


class Line(Player):
    """A connection that breaks by an exception."""

    async def hear(self) -> FromServer:
        """Wait for the next message; the end is none."""
        message = await super().hear()
        if isinstance(message, Goodbye):
            raise ConnectionResetError(message.text)
        return message


class Regular:
    """A person."""

    def __init__(self, door: Path, name: str, ended: Callable[[], bool], pause: float = 0.05) -> None:
        """Begin at home; ``ended`` says when to stop, ``pause`` for how many seconds at most they stay away."""
        self._door = door
        self._pause = pause
        self._name = name
        self._ended = ended
        self._random = Random(name)
        self._token = ""
        self._table = ""
        self._question: FromClient | None = None
        self.accepted: list[tuple[str, int]] = []  # What was accepted: at which table, by its id.
        self.refused: list[tuple[str, int]] = []  # What was refused for good.
        self.doubts = 0  # How often something was sent again.
        self.tables: list[str] = []  # Where games were played.
        self.asked_at = self.accepted_at = 0.0  # When what was accepted last was asked, and when it was accepted.

    def __str__(self) -> str:
        """Say who this is, at which table, and what was asked last if it has no answer yet."""
        return f"{self._name} at {self._table or 'no table'}, who has asked {self._question or 'nothing'}"

    async def live(self) -> None:
        """Come, and come back."""
        while not self._ended():
            with contextlib.suppress(OSError, TimeoutError):
                await self._visit()
            await asyncio.sleep(self._pause * self._random.random())

    async def _visit(self) -> None:
        """Live through one connection."""
        async with self.connected() as line:
            try:
                self._name += "" if self._token else "'"
                await line.greet(self._name, self._token)
                self._token = line.token
                await self._play(line)
            finally:
                line.channel.close()

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[Line]:
        """Reach the server."""
        plain = await connect_unix(self._door)
        yield Line(plain.channel)

    async def _play(self, line: Line) -> None:
        """Play until the connection breaks, or all has ended and nothing is open."""
        if self._table:
            await line.join(self._table)
        while not (self._ended() and self._question is None):
            self.doubts += self._question is not None
            self._question = self._question or self._wish(line)
            if self._question is None:
                await line.hear()
            else:
                await self._ask(line, self._question)

    def _wish(self, line: Line) -> FromClient | None:
        """Give what to do next."""
        view = line.view
        if view is None or view.phase is TablePhase.OVER:
            return OpenTable(next_id(), SETUP, pace=0)
        if view.phase is TablePhase.GATHERING:
            return Begin(next_id())
        if isinstance(view.game, View) and view.game.legal:
            return Act(next_id(), view.seq, self._random.choice(view.game.legal))
        return Continue(next_id(), view.seq) if view.viewer in view.waits_for else None

    async def _ask(self, line: Line, question: FromClient) -> None:
        """Ask, and note the answer."""
        assert isinstance(question, OpenTable | Begin | Act | Continue)
        asked_at = time.monotonic()
        answer = await self._answer(line, question)
        if isinstance(answer, Accepted):
            self.asked_at, self.accepted_at = asked_at, time.monotonic()
        if isinstance(answer, Seated):
            self._table = answer.view.table
            self.tables.append(self._table)
        elif isinstance(answer, Accepted):
            self.accepted.append((self._table, question.id))
        elif isinstance(answer, Refused) and answer.code not in IN_DOUBT:
            self.refused.append((self._table, question.id))
        if not (isinstance(answer, Refused) and answer.code in IN_DOUBT):
            self._question = None
        await asyncio.sleep(HASTE_SECONDS)

    async def _answer(self, line: Line, question: Question) -> FromServer:
        """Wait for the answer."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await line.repeat(question)
