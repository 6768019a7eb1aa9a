"""What a crowded lobby costs the host: 1,000 people who read it while much happens, every message written for each."""

import asyncio
import time

import pytest
from msgspec.structs import replace

from protocol.messages import FromServer
from server.tables.log import Cause
from tests.server.host.test_crowd import Crowd, Reader
from tests.server.host.world import CODEC
from tests.server.virtual_time import in_virtual_time

PEOPLE = 1000
"""Who reads the lobby."""

SECONDS = 10
"""How long, in virtual seconds."""

TABLES, MOVES, LINES = 30, 10, 5
"""Tables that change, people who go elsewhere, and lines said, each second."""

BAR = 0.1
"""The greatest share of one core."""


class Writing(Reader):
    """A connection for which every message is written as for a real one."""

    def say(self, *messages: FromServer) -> None:
        """Write messages."""
        for message in messages:
            CODEC.encode_server(message)


async def a_second(crowd: Crowd, second: int) -> None:
    """Let happen what happens in a second."""
    for number in range(second * TABLES, (second + 1) * TABLES):
        crowd.open_table(number)
        crowd.lobby.note(replace(crowd.lobby._headings[f"t{number}"], summary=f"deal {second}"))
    for number in range(second * MOVES, (second + 1) * MOVES):
        crowd.news.people.place(crowd.readers[number], "t1", reads=True)
    for number in range(second * LINES, (second + 1) * LINES):
        await crowd.talk.say(Cause("a1", number + 1, "SayInLobby"), "Name 1", "anybody for a game?")
        crowd.news.hear()
    await asyncio.sleep(1)


@pytest.mark.bench
def test_a_crowded_lobby() -> None:
    """A thousand readers are told of thirty tables, ten people and five lines a second."""
    spent: dict[str, float] = {}

    @in_virtual_time
    async def scene() -> None:
        crowd = Crowd(PEOPLE)
        crowd.readers = [Writing(reader.account) for reader in crowd.readers]
        crowd.news._readers = {}
        began = time.process_time()
        for number, reader in enumerate(crowd.readers):
            crowd.news.show(reader, number + 1)
        spent["entering"] = time.process_time() - began
        await asyncio.sleep(2)
        began = time.process_time()
        for second in range(SECONDS):
            await a_second(crowd, second)
        spent["reading"] = (time.process_time() - began) / SECONDS

    scene()
    print(
        f"\na lobby of {PEOPLE:,}: all come in for {spent['entering']:.2f} s of one core, "
        f"then {spent['reading']:.3f} s a second (bar {BAR})"
    )
    assert spent["reading"] <= BAR
