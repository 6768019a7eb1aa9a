"""The simulation with people who talk and people who look on later: nothing said is lost, doubled or out of place."""

import asyncio
import contextlib

import pytest
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.messages import Accepted, FromServer, Happened, OpenTable, Refused, Seated, TableChanged, WatchTable
from protocol.tableview import TablePhase
from protocol.talk import Overheard, Say
from protocol.vocabulary import Event
from server.host.ledger import record_type
from server.tables.log import Record
from server.tables.speech import Spoke, Whispered
from tests.server.host.test_delays import LATER
from tests.server.host.test_simulation import NAMES, Command, Person, Simulation, check
from tests.server.host.world import CODEC, Guest
from tests.server.lots import LotsView
from tests.server.virtual_time import in_virtual_time

SEEDS = 20
"""Simulations in one run of the tests."""

IN_DOUBT = (ErrorCode.UNKNOWN_OUTCOME, ErrorCode.SERVER_FAULT, ErrorCode.TOO_MANY, ErrorCode.NOT_SEATED)
"""Refusals after which somebody says the same again."""


class Talker(Person):
    """Somebody who plays at a table that is told of later, and talks."""

    async def _ask(self, guest: Guest, command: Command | None) -> None:
        """Say something now and then, and ask for what is to be asked for."""
        simulation = self._simulation
        if isinstance(command, OpenTable):
            command = replace(command, arrangement=LATER)
        if guest.view_or_none is not None and simulation.random.random() < 0.05:
            await guest.repeat(Say(simulation.next_id(), f"{self._name} speaks"))
        await super()._ask(guest, command)


class Onlooker:
    """Somebody who looks on, whispers, loses the connection and comes back, and repeats what was not answered."""

    def __init__(self, simulation: "Talking", name: str) -> None:
        """Begin at home."""
        self._simulation = simulation
        self._name = name
        self._token = ""
        self._open: Say | None = None
        self.told: list[int] = []
        """The numbers of the events told, over all connections."""
        self.lines: list[tuple[int, str, str]] = []
        """What was overheard, over all connections."""
        self.accepted: list[str] = []
        """What was said and not refused."""

    async def live(self) -> None:
        """Come, and come back, until the game is over."""
        while not (self._simulation.over and self._open is None):
            with contextlib.suppress(ConnectionError, TimeoutError):
                await self._visit()
            await asyncio.sleep(self._simulation.random.random())

    async def _visit(self) -> None:
        """Live through one connection."""
        simulation = self._simulation
        guest = await simulation.world.stranger()
        await guest.greet(self._name, self._token)
        self._token = guest.token or self._token
        try:
            if guest.token and simulation.code:
                await self._look_on(guest)
        finally:
            guest.channel.close()
            self._note(guest.heard)

    async def _look_on(self, guest: Guest) -> None:
        """Look on until something goes wrong or the game is over."""
        simulation = self._simulation
        seen, heard = (self.told[-1] if self.told else None), (self.lines[-1][0] if self.lines else 0)
        answer = await guest.repeat(WatchTable(simulation.next_id(), simulation.code, seen, heard))
        while isinstance(answer, Seated) and not simulation.chance(0.05):
            await self._say(guest)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(5 * simulation.random.random()):
                    await guest.hear()
            if guest.view.phase is TablePhase.OVER and self._open is None:
                return

    async def _say(self, guest: Guest) -> None:
        """Whisper, or repeat what nobody knows whether it was heard."""
        simulation = self._simulation
        if self._open is None and not simulation.over:
            number = simulation.next_id()
            self._open = Say(number, f"{self._name} whispers {number}")
        if self._open is None:
            return
        answer = await guest.repeat(self._open)
        if isinstance(answer, Refused):
            assert answer.code in IN_DOUBT, answer
            await asyncio.sleep(3)
            return
        assert isinstance(answer, Accepted)
        self.accepted.append(self._open.text)
        self._open = None

    def _note(self, heard: list[FromServer]) -> None:
        """Remember what was told over one connection."""
        for message in heard:
            if isinstance(message, Happened):
                self.told.append(message.seq)
            elif isinstance(message, Overheard):
                self.lines += [(line.number, line.name, line.text) for line in message.lines]
            elif isinstance(message, Seated | TableChanged) and isinstance(message.view.game, LotsView):
                assert message.view.viewer is None
                assert {*message.view.game.bids} == {None}, "a deal that is not over is seen"


class Talking(Simulation):
    """A server, people who talk, people who look on, and the weather."""

    def __init__(self, seed: int) -> None:
        """Let a seed decide everything."""
        super().__init__(seed)
        self.onlookers = [Onlooker(self, name) for name in ("Eve", "Fay")]

    async def run(self) -> None:
        """Let people play and talk through the storm and on to the end of the game."""
        await self.world.host.open()
        async with asyncio.timeout(3600), asyncio.TaskGroup() as group:
            group.create_task(self._weather())
            for name in NAMES:
                group.create_task(Talker(self, name).live())
            for onlooker in self.onlookers:
                group.create_task(onlooker.live())
        await self.world.end()


def check_talk(onlooker: Onlooker, log: list[Record[Event]]) -> None:
    """Hold what was said and overheard against the log."""
    facts = [fact for record in log for fact in record.facts]
    whispers = [(fact.name, fact.text) for fact in facts if isinstance(fact, Whispered)]
    spoken = [fact.text for fact in facts if isinstance(fact, Spoke | Whispered)]
    for text in onlooker.accepted:
        assert spoken.count(text) == 1
    numbers = [number for number, _, _ in onlooker.lines]
    assert numbers == [*range(numbers[0], numbers[0] + len(numbers))] if numbers else True
    assert all(whispers[number - 1] == (name, text) for number, name, text in onlooker.lines)
    told = onlooker.told
    assert told == [*range(told[0], told[0] + len(told))] if told else True


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_laws_of_talk(seed: int) -> None:
    """Whatever fails, lines are heard once and in order by whom they are for, and no deal is seen before its end."""

    @in_virtual_time
    async def scene() -> None:
        simulation = Talking(seed)
        await simulation.run()
        stored = await simulation.store.read(simulation.code)
        log = [CODEC.unpack(record_type(CODEC), record) for record in stored]
        check(simulation, log)
        for onlooker in simulation.onlookers:
            check_talk(onlooker, log)
        assert any(onlooker.accepted for onlooker in simulation.onlookers)

    scene()
