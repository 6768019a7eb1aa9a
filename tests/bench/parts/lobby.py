"""What a crowded lobby costs the host: 1,000 people who read it while much happens, every message written for each."""

import asyncio
import time

from msgspec import Struct
from msgspec.structs import replace

from protocol.lobby import EnterLobby, SayInLobby
from protocol.messages import FromServer
from tests.bench import floor
from tests.bench.measure import Bar, Better, Findings, Measure, Other, Scale
from tests.bench.peers.scratch import Scratch
from tests.server.host.test_lobby import Crowd, Reader
from tests.server.host.world import CODEC
from tests.server.virtual_time import in_virtual_time

PEOPLE = 1000  # Who reads the lobby.
SECONDS = 10  # How long, in virtual seconds.
TABLES, MOVES, LINES = 30, 10, 5  # Tables that change, people who go elsewhere, and lines said, each second.

FLOOR = "floor: packs sorted and dealt in plain Python"

BAR = 80.0  # How many times the floor a virtual second costs at most, at the median: a tenth of one core.


class Costs(Struct):
    """Processor time, in seconds."""

    entering: float = 0
    """Until all had come in."""
    each: list[float] = []
    """For each virtual second."""
    floors: list[float] = []
    """The floor, measured after each."""
    written: int = 0
    """How many messages were written."""


class Writing(Reader):
    """A connection for which every message is written as for a real one."""

    written = 0
    """How many were."""

    def say(self, *messages: FromServer) -> None:
        for message in messages:
            CODEC.encode_server(message)
        self.written += len(messages)


async def a_second(crowd: Crowd, second: int) -> None:
    """Let happen what happens in a second."""
    for number in range(second * TABLES, (second + 1) * TABLES):
        crowd.open_table(number)
        crowd.lobby.note(replace(crowd.lobby._headings[f"t{number}"], summary=f"deal {second}"))
    for number in range(second * MOVES, (second + 1) * MOVES):
        crowd.service.place(crowd.readers[number % len(crowd.readers)], "t1")
    for number in range(second * LINES, (second + 1) * LINES):
        await crowd.service.handlers[SayInLobby].answer(crowd.readers[1], SayInLobby(number + 1, "a game?"))
    await asyncio.sleep(1)


def crowded(people: int, seconds: int) -> Costs:
    """Let so many read for so long."""
    costs = Costs()

    @in_virtual_time
    async def scene() -> None:
        crowd = await Crowd(people).opened()
        readers = [Writing(reader.account) for reader in crowd.readers]
        crowd.readers = [*readers]
        crowd.service._readers = {}
        began = time.process_time()
        for number, reader in enumerate(readers):
            shown = await crowd.service.handlers[EnterLobby].answer(reader, EnterLobby(number + 1))
            assert shown is not None
            reader.say(shown)
        costs.entering = time.process_time() - began
        await asyncio.sleep(2)
        for second in range(seconds):
            began = time.process_time()
            await a_second(crowd, second)
            costs.each.append(time.process_time() - began)
            costs.floors.append(floor.seconds(floor.work))
        costs.written = sum(reader.written for reader in readers)

    scene()
    return costs


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Fill a lobby, and let much happen there for some virtual seconds."""
    people = scale.of(PEOPLE, least=5)
    costs = crowded(people, scale.of(SECONDS))
    floors = (Other(FLOOR, tuple(1000 * one for one in costs.floors)),)
    taken = tuple(1000 * one for one in costs.each)
    return Findings(
        (
            Measure(f"a second of a lobby of {people:,}", "ms of CPU", Better.LESS, taken, floors, (Bar(BAR, FLOOR),)),
            Measure(f"{people:,} come in", "ms of CPU", Better.LESS, (1000 * costs.entering,)),
        ),
        (f"Each second {TABLES} tables change, {MOVES} people go elsewhere and {LINES} lines are said; all are told.",),
    )
