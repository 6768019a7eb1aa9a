"""The list of tables that must be woken though nobody is there."""

import asyncio

from protocol.setup import USUAL, Setup
from protocol.tableview import TablePhase
from server.host.clock import AGAIN_SECONDS, SPARE, STEP_SECONDS, Wakeups
from server.tables.heading import Heading
from tests.server.virtual_time import in_virtual_time


def brief(code: str, wake: float | None) -> Heading:
    """Give the heading of a table that has to be woken after so long."""
    return Heading(code, 0.0, Setup("lots", 3), TablePhase.PLAYING, (), "", "ann", arrangement=USUAL, wake=wake)


class Woken:
    """Which tables were woken, and when."""

    def __init__(self) -> None:
        """Begin now."""
        self._loop = asyncio.get_running_loop()
        self._start = self._loop.time()
        self.when: list[tuple[str, float]] = []
        self.wakeups = Wakeups(lambda code: self.when.append((code, round(self._loop.time() - self._start, 3))))


@in_virtual_time
async def test_each_in_its_turn() -> None:
    """A table is woken when its moment has come, the earlier one first, and once."""
    woken = Woken()
    woken.wakeups.note(brief("late", 20))
    woken.wakeups.note(brief("early", 10))
    woken.wakeups.note(brief("early too", 10))
    await asyncio.sleep(100)
    assert woken.when == [("early", 10), ("early too", 10), ("late", 20)]


@in_virtual_time
async def test_the_last_word_counts() -> None:
    """A new moment takes the place of the old one, and what may sleep is not woken."""
    woken = Woken()
    woken.wakeups.note(brief("moved", 10))
    woken.wakeups.note(brief("asleep", 10))
    woken.wakeups.note(brief("moved", 30))
    woken.wakeups.note(brief("asleep", None))
    await asyncio.sleep(100)
    assert woken.when == [("moved", 30)]
    assert woken.wakeups.since("asleep") is None


@in_virtual_time
async def test_a_reminder_does_not_set_the_clock() -> None:
    """The clock runs from the last record on, whatever the table is reminded of; a table in trouble begins anew."""
    woken = Woken()
    woken.wakeups.note(brief("a", 10))
    start = woken.wakeups.since("a")
    await asyncio.sleep(50)
    woken.wakeups.remind("a", 10)
    assert woken.wakeups.since("a") == start
    woken.wakeups.again("a")
    assert woken.wakeups.since("a") != start
    await asyncio.sleep(100)
    assert woken.when == [("a", 10), ("a", 50 + AGAIN_SECONDS)]


@in_virtual_time
async def test_not_all_at_once() -> None:
    """A server that starts wakes its tables one after the other; those that may sleep are left alone."""
    woken = Woken()
    woken.wakeups.fill([brief(str(number), 0.0 if number % 2 else None) for number in range(6)])
    await asyncio.sleep(100)
    assert woken.when == [("1", 0), ("3", STEP_SECONDS), ("5", 2 * STEP_SECONDS)]


@in_virtual_time
async def test_nobody_is_woken_at_the_end() -> None:
    """A list that is closed wakes nobody."""
    woken = Woken()
    woken.wakeups.note(brief("a", 10))
    woken.wakeups.close()
    await asyncio.sleep(100)
    assert woken.when == []


@in_virtual_time
async def test_what_does_not_count_any_more_is_not_kept() -> None:
    """However often the moment of a table is set anew, no more is kept than some hundred; it is woken as told last."""
    woken = Woken()
    woken.wakeups.note(brief("soon", 50))
    for number in range(1000):
        woken.wakeups.note(brief("often", 86400 + number))
        assert len(woken.wakeups._heap) <= SPARE + 4
    await asyncio.sleep(2 * 86400)
    assert woken.when == [("soon", 50), ("often", 87399)]
