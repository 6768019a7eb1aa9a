"""The pulse notices when the server stood still, and only while a clock runs."""

import asyncio

from server.host.clock import BEAT_SECONDS, StallDetector
from tests.server.host.pastime import stall
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_stall_is_noticed() -> None:
    """What the server slept through is known to within one beat."""
    stalls = StallDetector()
    stalls.start()
    await asyncio.sleep(10)
    assert stalls.lost == 0
    stall(5)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert 5 - BEAT_SECONDS <= stalls.lost <= 5
    stalls.stop()


@in_virtual_time
async def test_a_stall_is_felt_at_once() -> None:
    """Whoever needs to know need not wait for the next beat; and nothing is counted twice."""
    stalls = StallDetector()
    stalls.start()
    stall(5)
    stalls.feel()
    felt = stalls.lost
    assert 5 - BEAT_SECONDS <= felt <= 5
    await asyncio.sleep(1)
    assert stalls.lost == felt
    stalls.stop()


@in_virtual_time
async def test_nothing_is_noticed_while_no_clock_runs() -> None:
    """Without a clock there is no beat; with the last one it ends."""
    stalls = StallDetector()
    stalls.feel()
    for _ in range(2):
        stalls.start()
    stalls.stop()
    stalls.stop()
    stall(5)
    stalls.feel()
    await asyncio.sleep(1)
    assert stalls.lost == 0
