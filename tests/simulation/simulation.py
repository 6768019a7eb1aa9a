"""The whole server in one deterministic world: host, disk, clients, clock, chance, and everything that goes wrong.

A seed decides all of it, so a seed that fails fails again.
"""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from games.kit.game import Game
from games.registry import GAMES
from protocol.game import Answer
from protocol.messages import Act, Begin, OpenTable
from protocol.setup import Arrangement, Clock, Delay, Setup
from protocol.table import Overheard, SayAtTable
from server.host.directory import record_reader
from server.tables.log import LogRecord
from tests.server.host.pastime import stall
from tests.server.host.world import CODEC
from tests.server.lots import GAME, LOTS, lay
from tests.simulation.disk import Disk
from tests.simulation.people import Command, Connection, Dawdler, Person, Player, Spectator
from tests.simulation.server import Server

CLOCK = Clock(20, 15)  # Time enough for whoever plays on: they answer at once, and after a fault within seconds.
TROUBLE_SECONDS = 40.0  # How long everything goes wrong; after that the game is to end.
LIMIT_SECONDS = 1200.0  # By then it has to have ended.
TWIN_EVERY = 20  # One world in so many plays lots and is compared with its twin, in which other things are hidden.
CHWECH_EVERY = 50  # One seed in so many plays a deal of Chwech instead of lots.

SETUPS = {
    "lots": Setup("lots", 4, {"deals": 2}),
    "chwech": Setup("chwech", 4, {"deals": 1}),
    "twenty-five": Setup("twenty-five", 4, {"double_stake": True}),
    "forty-five": Setup("forty-five", 4, {"target": 31, "partners": True, "unrobbed_ace": "lowest"}),
}
"""A table of each game for three people and a bot."""


def game_of(seed: int) -> str:
    """Give what is played in the world of a seed: Twenty-Five or Forty-Five in nearly each third, else mostly lots."""
    if seed % CHWECH_EVERY == CHWECH_EVERY - 1:
        return "chwech"
    if seed % TWIN_EVERY % 3 == 2:
        return ("twenty-five", "forty-five")[seed % 2]
    return "lots"


OTHER_LOTS = replace(GAME, lay=lambda match, cards: lay(match, cards[::-1]))
"""Lots that are drawn the other way round: chance hides something else, and nobody may notice before bids are open."""


class Simulation:
    """A server, people, and the weather."""

    def __init__(self, seed: int, *, twin: bool = False) -> None:
        """Let a seed decide everything; the twin of a world differs from it in what is secret alone."""
        self.seed = seed
        self.random = Random(seed)
        self.twin = twin
        self.games: dict[str, Game[Any]] = {"lots": OTHER_LOTS if twin else LOTS, **GAMES}
        self.disk = Disk(self.random)
        self.code = ""
        self.over = False
        self.calm = asyncio.Event()  # Set when nothing goes wrong any more; then nobody dawdles either.
        self.calm_at = 0.0  # When nothing went wrong any more.
        self.stalls: list[tuple[float, float]] = []  # From when to when the server stood still.
        self.set_at: list[float] = []  # When someone set the clock of the machine.
        self.accepted: dict[int, int] = {}  # The number that each command was answered with.
        self.refused: set[int] = set()  # The commands that were refused.
        self.given_up: dict[int, Connection] = {}
        """The commands that someone has thought better of, and the connection over which they came instead."""
        self.live: list[tuple[int, object]] = []
        """The table as it was in memory when something was accepted, by the length of its log."""
        self._ids = itertools.count(1)
        self.setup = SETUPS[game_of(seed)]  # What is played.
        clock, what = CLOCK if self.random.random() < 0.7 else Clock(), self.random.random()
        later = Delay.TRICK if what < 0.25 and self.setup.game != "lots" else Delay.DEAL
        self.arrangement = Arrangement(clock=clock, delay=later if what < 0.5 else Delay.NONE)
        self.players = [Player(self, "Ann"), Player(self, "Ben"), Dawdler(self, "Cat")]
        self.spectator = Spectator(self, "Eve")
        self._decoded: list[LogRecord] = []

    @property
    def people(self) -> tuple[Person, ...]:
        """All of them."""
        return (*self.players, self.spectator)

    async def run(self) -> None:
        """Let people play through the storm and on to the end of the game."""
        self.server = Server(self.disk, self._dice(), self.games, 0)
        await self.server.open()
        async with asyncio.timeout(LIMIT_SECONDS), asyncio.TaskGroup() as group:
            group.create_task(self._weather())
            for person in self.people:
                group.create_task(person.live())
        await self.server.close()

    def wish(self) -> OpenTable:
        """Give the command that makes the table."""
        return OpenTable(self.next_id(), self.setup, pace=0.3, arrangement=self.arrangement)

    def next_id(self) -> int:
        """Give the id of the next command."""
        return next(self._ids)

    def chance(self, share: float, random: Random) -> bool:
        """Say whether something happens that happens so often, in a storm."""
        return random.random() < share and self.disk.stormy

    def choose(self, legal: Sequence[Answer], random: Random) -> Answer:
        """Give one of these actions, and the opposite one in the twin world."""
        which = random.randrange(len(legal))
        return legal[-1 - which] if self.twin else legal[which]

    def log(self) -> list[LogRecord]:
        """Give all that is on the disk of the table."""
        self._decoded += map(record_reader(CODEC), self.disk.records(self.code, len(self._decoded)))
        return self._decoded

    def lines_of(self, person: Person) -> list[tuple[int, str, str]]:
        """Give what someone has overheard, over all connections."""
        heard = (message for connection in person.connections for message in connection.heard)
        overheard = (message for message in heard if isinstance(message, Overheard))
        return [(line.number, line.name, line.text) for message in overheard for line in message.lines]

    def note_accepted(self, command: Command, seq: int) -> None:
        """Note that a command was accepted: at this very moment it has to be on the disk, unless it changed nothing."""
        if isinstance(command, Act | Begin | SayAtTable):
            before = self.accepted.setdefault(command.id, seq)
            assert before == seq, f"command {command.id} was answered with {before} and with {seq}"
            self.assert_stored(command.id)
        table = self.server.table(self.code)
        if table is not None:
            self.live.append((table.records, table))

    def assert_stored(self, number: int) -> None:
        """Hold a command that was accepted against the disk."""
        stored = any(record.cause and record.cause.id == number for record in reversed(self.log()))
        assert stored, f"command {number} was accepted and is not on the disk"

    def _dice(self) -> Random:
        """Give the randomness of the next server."""
        return Random(self.random.randrange(1 << 32))

    async def _weather(self) -> None:
        """Let everything go wrong that can, and let all be calm in the end."""
        troubles = [
            self._crash,
            self._crash,
            self._hang,
            self._hang,
            self._hang,
            self._stall,
            self._cut,
            self._hold,
            self._set_clock,
        ]
        self.random.shuffle(troubles)
        for trouble in troubles:
            await asyncio.sleep(2 * TROUBLE_SECONDS / len(troubles) * self.random.random())
            await trouble()
        self.disk.stormy = False
        self.calm.set()
        for wire in self.server.wires():
            wire.thaw()
        self.calm_at = asyncio.get_running_loop().time()

    async def _crash(self) -> None:
        """Kill the server wherever it is, and start another on the same disk."""
        skew = self.server.skew
        self.server.kill()
        self.server = Server(self.disk, self._dice(), self.games, skew)
        await self.server.open()

    async def _hold(self) -> None:
        """Let another program hold the disk, and half the time kill the server meanwhile."""
        self.disk.hold(20 * self.random.random())
        if self.random.random() < 0.5:
            await self._crash()

    async def _hang(self) -> None:
        """Let some connections hang for a while."""
        wires = [wire for wire in self.server.wires() if self.random.random() < 0.5]
        loop, seconds = asyncio.get_running_loop(), 15 * self.random.random()
        for wire in wires:
            wire.hang()
            loop.call_later(seconds, wire.thaw)

    async def _cut(self) -> None:
        """Cut all connections."""
        for wire in self.server.wires():
            wire.cut()

    async def _stall(self) -> None:
        """Let the server stand still."""
        start = asyncio.get_running_loop().time()
        stall(40 * self.random.random())
        self.stalls.append((start, asyncio.get_running_loop().time()))

    async def _set_clock(self) -> None:
        """Set the clock of the machine, by hours."""
        self.set_at.append(asyncio.get_running_loop().time())
        self.server.skew += 7200 * (self.random.random() - 0.5)
