"""When the host looks for garbage."""

import asyncio
import gc

from server.host.garbage import EVERY_SECONDS, GROWTH, LEAST_GROWTH, LOOK_SECONDS, THRESHOLDS, tidy
from tests.server.virtual_time import in_virtual_time


class Heap:
    """Memory that is as big as a test says, of which a look frees what the test says."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.garbage = 0
        self.looks: list[float] = []

    def look(self) -> None:
        """Note when this came."""
        self.size -= self.garbage
        self.garbage = 0
        self.looks.append(asyncio.get_running_loop().time())


@in_virtual_time
async def test_garbage_is_looked_for_now_and_then() -> None:
    """All is looked through every ten minutes and not in between; afterwards everything is as it was."""
    before, heap = gc.get_threshold(), Heap(1_000_000)
    with tidy(heap.look, lambda: heap.size):
        began = asyncio.get_running_loop().time()
        assert gc.get_threshold() == THRESHOLDS
        await asyncio.sleep(2.5 * EVERY_SECONDS)
    await asyncio.sleep(2 * EVERY_SECONDS)
    assert heap.looks == [began + EVERY_SECONDS, began + 2 * EVERY_SECONDS]
    assert gc.get_threshold() == before


@in_virtual_time
async def test_garbage_never_doubles_the_memory() -> None:
    """Where memory grows by more than that all is looked through within seconds, however much garbage there is."""
    heap = Heap(4_000_000)
    with tidy(heap.look, lambda: heap.size):
        for _ in range(100):
            heap.size += 400_000
            heap.garbage += 400_000
            await asyncio.sleep(LOOK_SECONDS)
            assert heap.garbage <= (GROWTH - 1) * 4_000_000 + 400_000
    assert 8 <= len(heap.looks) <= 10


@in_virtual_time
async def test_people_who_come_have_it_looked_through_ever_less_often() -> None:
    """Where all that is new is in use each look comes after twice as much; a few tables bring about none."""
    heap = Heap(100_000)
    with tidy(heap.look, lambda: heap.size):
        heap.size += LEAST_GROWTH - 1
        await asyncio.sleep(2 * LOOK_SECONDS)
        assert not heap.looks
        for _ in range(100):
            heap.size += LEAST_GROWTH
            await asyncio.sleep(LOOK_SECONDS)
    assert len(heap.looks) < 20
