"""The whole server in one deterministic simulation: a slow and failing store, crashes, and people who come and go.

A seed decides everything, so a seed that fails fails again. The laws are those that people rely on: what was accepted
is in the log once, everybody is told every event once and in order and as the log has it, and the game goes on.
"""

import asyncio
import contextlib
import itertools
from random import Random

import pytest

from protocol.errors import ErrorCode
from protocol.messages import Accepted, Act, Begin, Continue, Happened, JoinTable, OpenTable, Refused, Seated
from protocol.setup import Setup
from protocol.tableview import TablePhase
from protocol.vocabulary import Action, Event
from server.host.ledger import record_type
from server.storage.store import Append, Brief, Failed, StoreFault, Unknown
from server.tables.log import Record
from server.tables.table import Progress, fold
from server.tables.told import happened
from tests.server.host.world import CODEC, FaultyStore, Guest, World, a_world
from tests.server.lots import LOTS, Lots, LotsView
from tests.server.virtual_time import in_virtual_time

SEEDS = 60
"""Simulations in one run of the tests."""

TROUBLE_SECONDS = 120.0
"""How long everything goes wrong; after that the game is to end."""

LIMIT_SECONDS = 3600.0
"""By then it has to have ended."""

NAMES = ("Ann", "Ben", "Cat")

IN_DOUBT = (ErrorCode.UNKNOWN_OUTCOME, ErrorCode.SERVER_FAULT)
"""Refusals after which the same command is sent again."""


Command = Act[Action] | Begin | Continue | OpenTable
"""What people ask for."""


class StormyStore(FaultyStore):
    """A store that is slow, fails, and leaves it open whether it has done what it was asked to."""

    def __init__(self, random: Random) -> None:
        """Begin calm."""
        super().__init__()
        self.stormy = False
        self._random = random

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> Append:
        """Add a record, sooner or later, or perhaps not."""
        if not self.stormy:
            return await super().append(log, expect, record, brief)
        await asyncio.sleep(self._pause())
        fate = self._random.random()
        if fate < 0.05:
            return Failed("a storm")
        if fate < 0.08:
            return Unknown("a storm")
        answer = await super().append(log, expect, record, brief)
        # Stored, and yet nobody may hear of it: the answer is lost, or the server is killed while it waits.
        await asyncio.sleep(self._pause())
        return Unknown("a storm") if fate < 0.12 else answer

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Give the records, or fail."""
        if self.stormy and self._random.random() < 0.1:
            raise StoreFault("a storm")
        return await super().read(log)

    def _pause(self) -> float:
        """Give how long the disk takes."""
        return 2.5 if self._random.random() < 0.1 else 0.01 * self._random.random()


class Simulation:
    """A server, people, and the weather."""

    def __init__(self, seed: int) -> None:
        """Let a seed decide everything."""
        self.random = Random(seed)
        self.store = StormyStore(self.random)
        self.world = World(self.store, seed)
        self.code = ""
        self.over = False
        self.connections: list[Guest] = []
        self.accepted: dict[int, int] = {}
        self.refused: set[int] = set()
        self._ids = itertools.count(1)

    async def run(self) -> None:
        """Let people play through the storm and on to the end of the game."""
        await self.world.host.open()
        async with asyncio.timeout(LIMIT_SECONDS), asyncio.TaskGroup() as group:
            group.create_task(self._weather())
            for name in NAMES:
                group.create_task(self.person(name).live())
        await self.world.end()

    def person(self, name: str) -> "Person":
        """Give somebody who plays."""
        return Person(self, name)

    def next_id(self) -> int:
        """Give the id of the next command."""
        return next(self._ids)

    def chance(self, share: float) -> bool:
        """Say whether something happens that happens so often, in a storm."""
        return self.store.stormy and self.random.random() < share

    async def _weather(self) -> None:
        """Let the storm rage, kill the server now and then, and let all be calm in the end."""
        self.store.stormy = True
        for _ in range(4):
            await asyncio.sleep(TROUBLE_SECONDS / 4 * self.random.random())
            await self._crash()
        await asyncio.sleep(TROUBLE_SECONDS / 4)
        self.store.stormy = False

    async def _crash(self) -> None:
        """Kill the server wherever it is, and start another on the same store."""
        killed = self.world
        rooms = [room._task for room in killed.host._rooms._rooms.values()]
        tasks = [killed.host._archivist._task, *rooms, *(guest.serving for guest in killed._guests)]
        for task in tasks:
            assert task is not None
            task.cancel()
        for guest in killed._guests:
            guest.channel.close()
        self.world = World(self.store, self.random.randrange(1000))
        await self.world.host.open()


class Person:
    """Somebody who plays, loses the connection, comes back, and repeats what was not answered."""

    def __init__(self, simulation: Simulation, name: str) -> None:
        """Begin at home."""
        self._simulation = simulation
        self._name = name
        self._token = ""
        self._seen: int | None = None
        self._open_question: Command | None = None

    async def live(self) -> None:
        """Come, and come back, until the game is over."""
        while not self._simulation.over:
            with contextlib.suppress(ConnectionError, TimeoutError):
                await self._visit()
            await asyncio.sleep(self._simulation.random.random())

    async def _visit(self) -> None:
        """Live through one connection."""
        simulation = self._simulation
        guest = await simulation.world.stranger()
        await guest.greet(self._name, self._token)
        if not guest.token:
            return
        self._token = guest.token
        simulation.connections.append(guest)
        try:
            await self._play(guest)
        finally:
            guest.channel.close()
            self._seen = guest.told[-1] if guest.told else self._seen

    async def _play(self, guest: Guest) -> None:
        """Sit down and play until something goes wrong or the game is over."""
        simulation = self._simulation
        if self._open_question is not None and not isinstance(self._open_question, Act | Continue):
            await self._ask(guest, self._open_question)
        if not await self._sit(guest):
            return
        while not simulation.chance(0.02):
            view = guest.view
            if view.phase is TablePhase.OVER:
                simulation.over = True
                return
            await self._ask(guest, self._open_question or self._answer(guest))

    async def _sit(self, guest: Guest) -> bool:
        """Find the table, made by Ann."""
        simulation = self._simulation
        if not simulation.code:
            if self._name == NAMES[0] and guest.view_or_none is None:
                setup = Setup("lots", 4, {"deals": 5, "refill": True})
                await self._ask(guest, OpenTable(simulation.next_id(), setup, pace=0.5))
            simulation.code = guest.view.table if guest.view_or_none else ""
            return bool(simulation.code)
        answer = await guest.repeat(JoinTable(simulation.next_id(), simulation.code, self._seen))
        assert not guest.told or self._seen is None or guest.told[0] == self._seen + 1
        return isinstance(answer, Seated)

    def _answer(self, guest: Guest) -> Command | None:
        """Give what the table waits for."""
        simulation, view = self._simulation, guest.view
        if isinstance(view.game, LotsView) and view.game.legal:
            return Act(simulation.next_id(), view.seq, simulation.random.choice(view.game.legal))
        if view.viewer in view.waits_for:
            return Continue(simulation.next_id(), view.seq)
        everybody = sum(seat is not None for seat in view.seats) == len(NAMES)
        if view.phase is TablePhase.GATHERING and view.host == view.viewer and everybody:
            return Begin(simulation.next_id())
        return None

    async def _ask(self, guest: Guest, command: Command | None) -> None:
        """Send a command, or listen for a while."""
        if command is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await guest.hear()
            return
        self._open_question = command
        answer = await guest.repeat(command)
        if isinstance(answer, Refused) and answer.code in IN_DOUBT:
            await asyncio.sleep(self._simulation.random.random())
            return
        self._open_question = None
        if isinstance(answer, Accepted) and isinstance(command, Act):
            before = self._simulation.accepted.setdefault(command.id, answer.seq)
            assert before == answer.seq
        if isinstance(answer, Refused):
            self._simulation.refused.add(command.id)


def check(simulation: Simulation, log: list[Record[Event]]) -> None:
    """Hold the log and what everybody was told against the laws."""
    folded = fold({"lots": LOTS}, log)
    assert folded is not None
    assert folded.table.phase is TablePhase.OVER
    steps = {step.table.seq: step for step in folded.steps}
    assert list(steps) == list(range(1, folded.table.seq + 1))
    done = [record.cause.id for record in log if record.cause and record.cause.verb == "Act"]
    assert len(done) == len(set(done))
    assert set(simulation.accepted) <= set(done)
    assert simulation.refused.isdisjoint(done)
    for guest in simulation.connections:
        assert guest.told == list(range(guest.told[0], guest.told[0] + len(guest.told))) if guest.told else True
        check_told(folded, guest)


def check_told(folded: Progress[Lots], guest: Guest) -> None:
    """Hold what a connection was told against the log: the same events, the same game, as its seat may see it."""
    steps = {step.table.seq: step for step in folded.steps}
    for message in guest.heard:
        if isinstance(message, Happened):
            (right,) = happened([steps[message.seq]], message.view.viewer)
            assert message.event == right.event
            assert (message.view.game, message.view.phase) == (right.view.game, right.view.phase)


async def check_filed(store: StormyStore, code: str) -> None:
    """See to it that the game is in the archive once, at the latest when another server has started."""
    async with a_world(store):
        await asyncio.sleep(1)
        assert [(game.number, game.log) for game in store._games] == [(1, code)]


async def simulate(seed: int) -> tuple[bytes, ...]:
    """Run a simulation, check it, and give its log."""
    simulation = Simulation(seed)
    await simulation.run()
    stored = await simulation.store.read(simulation.code)
    check(simulation, [CODEC.unpack(record_type(CODEC), record) for record in stored])
    await check_filed(simulation.store, simulation.code)
    return stored


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_laws_of_the_server(seed: int) -> None:
    """Whatever fails and whenever, nothing accepted is lost or done twice, and the game comes to its end."""

    @in_virtual_time
    async def scene() -> None:
        await simulate(seed)

    scene()


def test_a_seed_repeats_everything() -> None:
    """The same seed gives the same log, byte for byte."""
    logs: list[tuple[bytes, ...]] = []

    @in_virtual_time
    async def scene() -> None:
        logs.append(await simulate(7))

    scene()
    scene()
    assert logs[0] == logs[1]
