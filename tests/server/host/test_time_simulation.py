"""The simulation with a clock, a server that stands still now and then, and people who dawdle, go away and pause.

Whoever plays on is never late, whatever the server, its store and the connections do: that is what clocks must promise.
"""

import asyncio
from itertools import pairwise

import pytest
from msgspec.structs import replace

from protocol.absence import SetAway
from protocol.arrangement import Arrangement
from protocol.clock import Clock
from protocol.messages import OpenTable
from protocol.pausing import SetPause
from protocol.vocabulary import Event
from server.host.ledger import record_type
from server.tables.lapses import BotStoodIn, PauseBegan, TimeRanOut
from server.tables.log import Record
from server.tables.table import fold
from tests.server.host.pastime import stall
from tests.server.host.test_simulation import NAMES, TROUBLE_SECONDS, Command, Person, Simulation, check
from tests.server.host.world import CODEC, Guest
from tests.server.lots import LOTS
from tests.server.virtual_time import in_virtual_time

SEEDS = 40
"""Simulations in one run of the tests."""

TIMED = Arrangement(clock=Clock(20, 10))
"""Time enough for whoever plays on: they answer at once, and after a fault within seconds."""

DAWDLER = NAMES[-1]
"""Who lets the time run out."""


class Player(Person):
    """Somebody who plays on a table with a clock; one of them dawdles, goes away and asks for pauses."""

    async def _ask(self, guest: Guest, command: Command | None) -> None:
        """Ask for what is to be asked for, sooner or later."""
        if isinstance(command, OpenTable):
            command = replace(command, arrangement=TIMED)
        if guest.view_or_none is not None:
            await self._rest(guest)
            if self._name == DAWDLER and await self._dawdle(guest):
                return
        await super()._ask(guest, command)

    async def _rest(self, guest: Guest) -> None:
        """Agree to a pause that somebody wants, and end one that lasts."""
        simulation, pause = self._simulation, guest.view.pause
        if pause is not None and pause.since is not None:
            await asyncio.sleep(10 * simulation.random.random())
            await guest.repeat(SetPause(simulation.next_id(), paused=False))
        elif pause is not None and guest.view.viewer not in pause.seats:
            await guest.repeat(SetPause(simulation.next_id(), paused=True))

    async def _dawdle(self, guest: Guest) -> bool:
        """Do something else than play, now and then."""
        simulation = self._simulation
        what = simulation.random.random()
        if what < 0.07:
            await asyncio.sleep(40 + 60 * simulation.random.random())
        elif what < 0.09:
            await guest.repeat(SetAway(simulation.next_id(), away=True))
        elif what < 0.15:
            await guest.repeat(SetPause(simulation.next_id(), paused=True))
        if what < 0.3:
            await super()._ask(guest, None)
        return what < 0.3


class Stalling(Simulation):
    """A server that stands still now and then."""

    def __init__(self, seed: int) -> None:
        """Let a seed decide everything."""
        super().__init__(seed)
        self.stalls: list[tuple[float, float]] = []

    def person(self, name: str) -> Person:
        """Give somebody who minds the clock."""
        return Player(self, name)

    async def _weather(self) -> None:
        """Let the server stand still between storms."""
        stalling = asyncio.create_task(self._stand_still())
        await super()._weather()
        await stalling

    async def _stand_still(self) -> None:
        """Let the server stand still, for longer than a move may take."""
        for _ in range(3):
            await asyncio.sleep(TROUBLE_SECONDS / 4 * self.random.random())
            start = self.world.now()
            stall(60 * self.random.random())
            self.stalls.append((start, self.world.now()))


def check_times(simulation: Stalling, log: list[Record[Event]]) -> set[str]:
    """Hold the log against what clocks promise; give which kinds of facts about time there were."""
    folded = fold({"lots": LOTS}, log)
    assert folded is not None
    names = [chair.name if chair else "" for chair in folded.table.chairs]
    for before, after in pairwise(log):
        still = sum(max(0.0, min(end, after.at) - max(start, before.at)) for start, end in simulation.stalls)
        assert after.spent <= after.at - before.at - still + 0.3
    facts = [fact for record in log for fact in record.facts]
    assert {names[fact.seat] for fact in facts if isinstance(fact, TimeRanOut | BotStoodIn)} <= {DAWDLER}
    return {type(fact).__name__ for fact in facts if isinstance(fact, TimeRanOut | BotStoodIn | PauseBegan)}


async def simulate(seed: int) -> set[str]:
    """Run a simulation, check it, and give which kinds of facts about time there were."""
    simulation = Stalling(seed)
    await simulation.run()
    stored = await simulation.store.read(simulation.code)
    log = [CODEC.unpack(record_type(CODEC), record) for record in stored]
    check(simulation, log)
    return check_times(simulation, log)


def test_the_simulation_shows_what_it_is_about() -> None:
    """Somebody is late, somebody is away, and there is a pause; else nothing would be proven."""
    seen: set[str] = set()

    @in_virtual_time
    async def scene() -> None:
        seen.update(await simulate(0))

    scene()
    assert seen == {"TimeRanOut", "BotStoodIn", "PauseBegan"}


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whoever_plays_on_is_never_late(seed: int) -> None:
    """Neither storms nor crashes nor a server that stands still take time from anybody, or make anybody absent."""

    @in_virtual_time
    async def scene() -> None:
        await simulate(seed)

    scene()
