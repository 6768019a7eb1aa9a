"""Those who play and those who watch: they lose the connection, come back, and repeat what was not answered.

They keep to what the protocol promises and note down all that they are told; ``laws`` holds it against the log.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from protocol.errors import ErrorCode
from protocol.game import Answer
from protocol.messages import (
    Accepted,
    Act,
    Begin,
    Continue,
    FromServer,
    Goodbye,
    Happened,
    JoinTable,
    OpenTable,
    Refused,
    Seated,
    TableChanged,
    WatchTable,
)
from protocol.table import SayAtTable, SetAway, SetPause, TablePhase, TableView
from tests.server.host.world import Guest

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

PATIENCE_SECONDS = 6.0  # How long a client waits for an answer before it takes the connection for dead.

IN_DOUBT = (ErrorCode.UNKNOWN_OUTCOME, ErrorCode.SERVER_FAULT, ErrorCode.TOO_MANY)
"""Refusals after which the same command is sent again."""

Command = Act | Begin | Continue | OpenTable | SayAtTable | SetAway | SetPause
"""What people ask for."""


class Connection(Guest):
    """A connection, and what is to be known of it in the end."""

    name = ""

    def __init__(self, simulation: "Simulation", name: str, since: int | None) -> None:
        """Come in."""
        self.wire = wire = simulation.server.connect()
        nothing: asyncio.Task[None] = asyncio.current_task()  # type: ignore[assignment]  # never waited for here
        ids: Iterator[int] = iter(())
        super().__init__(wire.client, nothing, ids)
        self.who = name
        self.since = since  # The last event that its person knew before.
        self.seated_at: int | None = None  # The event that the table was at when the person had come back to it.
        self.times: list[float] = []  # When each message came.
        self.skews: list[float] = []  # By how much the clock of the server was wrong then.
        self._simulation = simulation
        self._shown: TableView | None = None

    @property
    def view_or_none(self) -> TableView | None:
        """The table as last seen."""
        return self._shown

    async def hear(self) -> FromServer:
        """Wait for the next message; the end is no message."""
        message = await super().hear()
        self.times.append(asyncio.get_running_loop().time())
        self.skews.append(self._simulation.server.skew)
        if isinstance(message, Seated | Happened | TableChanged):
            self._shown = message.view
        if isinstance(message, Goodbye):
            raise ConnectionResetError(message.text)
        return message


class Person:
    """Someone who comes, and comes back, until the game is over."""

    def __init__(self, simulation: "Simulation", name: str) -> None:
        """Begin at home."""
        self.simulation = simulation
        self.name = name
        self.random = Random(f"{simulation.seed} {name}")
        self.connections: list[Connection] = []  # All that there were, in order.
        self.question: Command | None = None  # What was not answered yet.
        self._token = ""

    @property
    def seen(self) -> int | None:
        """The last event that was told, over whatever connection."""
        return next((connection.told[-1] for connection in reversed(self.connections) if connection.told), None)

    async def live(self) -> None:
        """Come, and come back."""
        while not self.done:
            with contextlib.suppress(ConnectionError, TimeoutError):
                await self._visit()
            await asyncio.sleep(self.random.random())

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do here."""
        return self.simulation.over

    async def play(self, connection: Connection) -> None:
        """Do what there is to do over a connection, until something goes wrong."""
        raise NotImplementedError

    async def ask(self, connection: Connection, command: Command) -> bool:
        """Send a command and note its answer; say whether that is certain."""
        self.question = command
        async with asyncio.timeout(PATIENCE_SECONDS):
            answer = await connection.repeat(command)
        if isinstance(answer, Refused) and answer.code in IN_DOUBT:
            await asyncio.sleep(self.random.random() + 2 * (answer.code is ErrorCode.TOO_MANY))
            return False
        self.question = None
        if isinstance(answer, Accepted):
            self.simulation.note_accepted(command, answer.seq)
        elif isinstance(answer, Refused):
            self.simulation.refused.add(command.id)
            await self.listen(connection, 1)
        await asyncio.sleep(0.1 * self.random.random())
        return True

    async def listen(self, connection: Connection, seconds: float) -> None:
        """Listen for a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await connection.hear()

    async def _visit(self) -> None:
        """Live through one connection; where it dies of itself nobody tells the server."""
        connection = Connection(self.simulation, self.name, self.seen)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await connection.greet(self.name, self._token)
            if connection.token:
                self._token = connection.token
                self.connections.append(connection)
                await self.play(connection)
        finally:
            connection.channel.close()


class Player(Person):
    """Someone who plays; one of them dawdles, steps away and asks for pauses."""

    async def play(self, connection: Connection) -> None:
        """Sit down and play until something goes wrong or the game is over."""
        if not await self._sit(connection):
            return
        self._give_up()
        while not self.simulation.chance(0.02, self.random):
            if connection.view.phase is TablePhase.OVER and self.question is None:
                self.simulation.over = True
                return
            await self._turn(connection)

    async def _sit(self, connection: Connection) -> bool:
        """Find the table, made by the first of them."""
        simulation = self.simulation
        if not simulation.code:
            if self is simulation.players[0]:
                wish = self.question or simulation.wish()
                await self.ask(connection, wish)
            shown = connection.view_or_none
            simulation.code = shown.table if shown else ""
            return shown is not None
        async with asyncio.timeout(PATIENCE_SECONDS):
            answer = await connection.repeat(JoinTable(simulation.next_id(), simulation.code, connection.since))
        if isinstance(answer, Seated):
            connection.seated_at = answer.view.seq
        return isinstance(answer, Seated)

    def _give_up(self) -> None:
        """Now and then think better of what was not answered: the old connection must not do it any more."""
        if self.question is not None and not isinstance(self.question, OpenTable) and self.random.random() < 0.3:
            self.simulation.given_up[self.question.id] = self.connections[-1]
            self.question = None

    async def _turn(self, connection: Connection) -> None:
        """Do one thing."""
        command = self.question or self._whim(connection) or self._due(connection)
        if command is None:
            await self.listen(connection, 5)
        else:
            await self.ask(connection, command)

    def _due(self, connection: Connection) -> Command | None:
        """Give what the table waits for."""
        simulation, view = self.simulation, connection.view
        legal: tuple[Answer, ...] = getattr(view.game, "legal", ())
        if legal:
            return Act(simulation.next_id(), view.seq, simulation.choose(legal, self.random))
        if view.viewer in view.waits_for:
            return Continue(simulation.next_id(), view.seq)
        everybody = sum(seat is not None for seat in view.seats) == len(simulation.players)
        if view.phase is TablePhase.GATHERING and view.host == view.viewer and everybody:
            return Begin(simulation.next_id())
        return None

    def _whim(self, connection: Connection) -> Command | None:
        """Give what someone does of their own will."""
        simulation, pause, what = self.simulation, connection.view.pause, self.random.random()
        if pause is not None and (pause.since is not None or connection.view.viewer not in pause.seats):
            return SetPause(simulation.next_id(), paused=pause.since is None)
        if not simulation.disk.stormy:
            return None
        if what < 0.04:
            return SayAtTable(simulation.next_id(), f"{self.name} speaks")
        return None


class Dawdler(Player):
    """Someone who lets the time run out."""

    idle_until = 0.0
    """When this person thinks of the game again; until then no move is made, over whatever connection."""

    async def _turn(self, connection: Connection) -> None:
        """Do something else than play, now and then."""
        simulation, what = self.simulation, self.random.random()
        if self._is_timed(connection) and asyncio.get_running_loop().time() < self.idle_until:
            await self.listen(connection, 5)
        elif self.question is None and simulation.disk.stormy and what < 0.15:
            await self._dawdle(connection, what)
        else:
            await super()._turn(connection)

    async def _dawdle(self, connection: Connection, what: float) -> None:
        """Do something else than play."""
        simulation = self.simulation
        # Clocks run only where nothing goes wrong for a while: each chance to be late is taken.
        if self._is_timed(connection):
            self.idle_until = asyncio.get_running_loop().time() + 60
        elif what < 0.05:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(40 + 20 * self.random.random()):
                    await simulation.calm.wait()
        elif what < 0.08:
            await self.ask(connection, SetAway(simulation.next_id(), away=True))
            await self.listen(connection, 10)
        elif what < 0.11:
            await self.ask(connection, SetPause(simulation.next_id(), paused=True))
        await self.listen(connection, 5)

    def _is_timed(self, connection: Connection) -> bool:
        """Say whether a clock runs for a move."""
        return bool(self.simulation.arrangement.clock.seconds and getattr(connection.view.game, "legal", ()))


class Spectator(Person):
    """Someone who watches and whispers."""

    async def play(self, connection: Connection) -> None:
        """Watch until something goes wrong or the game is over."""
        simulation = self.simulation
        if not simulation.code:
            return
        number = simulation.next_id()
        async with asyncio.timeout(PATIENCE_SECONDS):
            answer = await connection.repeat(WatchTable(number, simulation.code, connection.since, heard=self.heard))
        while isinstance(answer, Seated) and not self.done and not simulation.chance(0.05, self.random):
            if self.question is None and simulation.disk.stormy and self.random.random() < 0.3:
                self.question = SayAtTable(simulation.next_id(), f"{self.name} whispers {number}")
            if self.question is not None:
                await self.ask(connection, self.question)
            await self.listen(connection, 5 * self.random.random())

    @property
    def heard(self) -> int:
        """The number of the last line overheard."""
        return self.simulation.lines_of(self)[-1][0] if self.simulation.lines_of(self) else 0

    @property
    def done(self) -> bool:
        """Whether the game is over and nothing is left unsaid."""
        return self.simulation.over and self.question is None
