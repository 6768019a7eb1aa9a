"""What a crowded lobby costs the host: 1,000 people who read it while much happens, every message written for each."""

import asyncio
import statistics
import time

import pytest
from msgspec import Struct
from msgspec.structs import replace

from protocol.lobby import EnterLobby, SayInLobby
from protocol.messages import FromServer
from tests.bench import floor
from tests.server.host.test_crowd import Crowd, Reader
from tests.server.host.world import CODEC
from tests.server.virtual_time import in_virtual_time

PEOPLE = 1000
"""Who reads the lobby."""

SECONDS = 10
"""How long, in virtual seconds."""

TABLES, MOVES, LINES = 30, 10, 5
"""Tables that change, people who go elsewhere, and lines said, each second."""

BAR = 80.0
"""How many times the floor a virtual second costs at most, at the median: a tenth of one core."""


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
        """Write messages."""
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
        await crowd.service.answer(crowd.readers[1], SayInLobby(number + 1, "anybody for a game?"))
    await asyncio.sleep(1)


def measure(people: int, seconds: int) -> Costs:
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
            await crowd.service.answer(reader, EnterLobby(number + 1))
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


@pytest.mark.bench
def test_a_crowded_lobby() -> None:
    """A thousand readers are told of thirty tables, ten people and five lines a second."""
    costs = measure(PEOPLE, SECONDS)
    middle, spread = statistics.median(costs.each), statistics.pstdev(costs.each)
    print(
        f"\na lobby of {PEOPLE:,}: all come in for {costs.entering:.2f} s of one core, "
        f"then {middle:.3f} s a second, spread {spread:.3f}"
    )
    assert floor.held("a second of a crowded lobby, median", middle, min(costs.floors), BAR)


@pytest.mark.no_cover
def test_the_benchmark_fills_a_lobby() -> None:
    """At its smallest everybody is shown the lobby and told what has changed, and the floor is measured."""
    costs = measure(people=5, seconds=1)
    assert costs.written >= 2 * 5
    assert len(costs.each) == len(costs.floors) == 1
