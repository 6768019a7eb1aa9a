"""When a front collects its garbage, and that nothing stays of those who have gone."""

import asyncio
import gc
from pathlib import Path

import pytest

from chwech_tui.app import ChwechApp
from server.fronts.ssh.front import OpenFront
from server.fronts.ssh.session import SshSession
from server.fronts.ssh.terminal.app_session import (
    APP,
    FRAMES,
    LITTLE,
    LONGEST_SECONDS,
    MOST_GROWTH,
    QUIET_SECONDS,
    QUIET_TIMES,
    REST_SECONDS,
    Memory,
)
from server.fronts.ssh.terminal.terminal import SshDriver
from tests.server.fronts.ssh.theatre import open_files, until
from tests.server.fronts.ssh.visits import a_place, enter, knock


class World:
    """A process with a clock that stands still, and garbage that is only counted."""

    def __init__(self) -> None:
        self.now = 0.0
        self.size = self.live = 1_000_000
        self.collections = self.young = 0
        self.seconds = 0.0
        self.memory = Memory(self.collect, lambda: self.size, lambda: self.now, self.collect_young)

    def collect(self) -> None:
        """Collect."""
        self.collections += 1
        self.now += self.seconds
        self.size = self.live

    def collect_young(self) -> None:
        """Collect among what is new."""
        self.young += 1


def test_an_app_that_has_ended_is_collected_in_a_quiet_moment() -> None:
    """Not while someone plays, and not twice in a few seconds."""
    world = World()
    world.memory.ended()
    world.now = REST_SECONDS
    world.memory.drawn()
    assert not world.memory.tidy()
    world.now += 2 * QUIET_SECONDS
    assert world.memory.tidy()
    world.memory.ended()
    world.now += REST_SECONDS / 2
    assert not world.memory.tidy()
    world.now += REST_SECONDS
    assert world.memory.tidy()


@pytest.mark.parametrize("seconds", [0.002, 0.2, 1.5])
def test_the_longer_a_collection_takes_the_longer_the_quiet_before_it(seconds: float) -> None:
    """Nobody waits a second because of a pause between two keys; where nobody is, nothing need be quiet for long."""
    world = World()
    world.seconds = seconds
    for _ in range(2):
        world.memory.began()
    world.memory.ended()
    world.now = LONGEST_SECONDS
    assert world.memory.tidy()
    world.now += LONGEST_SECONDS / 2
    world.memory.drawn()
    world.size += LITTLE
    quiet = max(QUIET_SECONDS, QUIET_TIMES * seconds * world.size / world.live)
    world.now += 0.99 * quiet
    assert not world.memory.tidy()
    world.now += 0.02 * quiet
    assert world.memory.tidy()
    world.memory.ended()
    world.now += REST_SECONDS
    world.memory.drawn()
    world.now += 1.01 * QUIET_SECONDS
    assert world.memory.tidy()


def test_who_arrives_is_no_garbage() -> None:
    """A crowd makes a front larger, and none of it waits for a collection that would find nothing."""
    world = World()
    for _ in range(300):
        world.memory.began()
    world.live += 300 * APP
    world.size = world.live + MOST_GROWTH - 1
    world.memory.drawn()
    assert not world.memory.tidy()
    world.size += 1
    assert world.memory.tidy()
    assert not world.memory.tidy()


def test_every_few_frames_what_is_new_is_looked_through() -> None:
    """However many people press keys, what has been drawn since the last look stays little."""
    world = World()
    for _ in range(10 * FRAMES - 1):
        world.memory.drawn()
    assert world.young == 9
    assert not world.collections


async def come_and_go(front: OpenFront, number: int) -> None:
    """Come, and go in one of the ways in which people go."""
    async with knock(front) as connection:
        visit = await enter(connection)
        assert visit.channel is not None
        if number % 5:
            await visit.sees("cards.example")
        match number % 5:
            case 1:
                visit.type("\x03")
                await visit.ends()
            case 2:
                visit.channel.write_eof()
                await visit.ends()
            case 3:
                visit.type(f"Ann {number}\rn\r")
                await visit.sees("New table")
                connection.abort()
            case _:
                connection.abort()


def left_over() -> int:
    """Count what there is of sessions and their apps."""
    gc.collect()
    return sum(isinstance(one, ChwechApp | SshDriver | SshSession) for one in gc.get_objects())


@pytest.mark.no_cover
@pytest.mark.parametrize("visits", [20, pytest.param(200, marks=[pytest.mark.attack, pytest.mark.timeout(300)])])
async def test_nothing_stays_of_those_who_have_gone(tmp_path: Path, visits: int) -> None:
    """However they went: no app, no session, no task and no open file."""
    async with a_place(tmp_path) as front:
        async with knock(front) as connection:
            visit = await enter(connection)
            await visit.sees("cards.example")
            assert left_over() == 3
        await until(lambda: not front.sessions and not front._registry.connections)
        tasks, files = len(asyncio.all_tasks()), open_files()
        for number in range(visits):
            await come_and_go(front, number)
        await until(lambda: not front.sessions and not front.tasks and not front._registry.connections)
        await until(lambda: left_over() == 0)
        await until(lambda: len(asyncio.all_tasks()) <= tasks)
        await until(lambda: open_files() <= files)
