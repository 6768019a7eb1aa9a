"""When garbage is collected."""

import asyncio

import pytest

from server.fronts.ssh import garbage as memory
from server.fronts.ssh.garbage import (
    APP,
    FRAMES,
    LITTLE,
    LONGEST_SECONDS,
    MOST_ENDED,
    MOST_GROWTH,
    QUIET_SECONDS,
    QUIET_TIMES,
    REST_SECONDS,
    Memory,
)
from tests.server.fronts.ssh.theatre import until


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
    """Not while somebody plays, and not twice in a few seconds."""
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


def test_a_crowd_that_leaves_is_not_collected_while_others_play() -> None:
    """What it leaves is counted by heads, and the next crowd takes its place."""
    world = World()
    for _ in range(MOST_ENDED - 1):
        world.memory.began()
    world.size += MOST_ENDED * APP
    for _ in range(MOST_ENDED - 1):
        world.memory.ended()
    world.memory.drawn()
    assert not world.memory.tidy()
    world.memory.began()
    world.memory.ended()
    assert world.memory.tidy()


def test_garbage_does_not_wait_for_ever() -> None:
    """Where there is no quiet moment it is collected now and then."""
    world = World()
    world.size += LITTLE
    world.now = LONGEST_SECONDS
    world.memory.drawn()
    assert world.memory.tidy()


def test_keys_alone_bring_no_collection() -> None:
    """Each makes many objects and frees as many: memory is then hardly larger than it was."""
    world = World()
    world.size += LITTLE - 1
    world.now = 10 * LONGEST_SECONDS
    assert not world.memory.tidy()


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


def test_the_more_there_is_the_more_it_may_grow() -> None:
    """A collection walks all that lives, so what lives in a full front is not walked for a little garbage."""
    world = World()
    world.live = 8 * 1_000_000
    world.size = world.live + MOST_GROWTH
    assert world.memory.tidy()
    world.size += MOST_GROWTH
    world.memory.drawn()
    assert not world.memory.tidy()
    world.size += world.live // 8
    assert world.memory.tidy()


def test_every_few_frames_what_is_new_is_looked_through() -> None:
    """However many people press keys, what has been drawn since the last look stays little."""
    world = World()
    for _ in range(10 * FRAMES - 1):
        world.memory.drawn()
    assert world.young == 9
    assert not world.collections


async def test_the_memory_is_looked_after_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """One task looks now and then, whoever is there."""
    monkeypatch.setattr(memory, "_LOOK_SECONDS", 0.001)
    world = World()
    for _ in range(MOST_ENDED):
        world.memory.ended()
    keeping = asyncio.create_task(world.memory.keep())
    await until(lambda: world.collections)
    keeping.cancel()
