"""The pulse notices when the server stood still, and only while a clock runs."""

import asyncio

from server.host.time.stalls import BEAT_SECONDS, Pulse
from tests.server.host.pastime import stall
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_stall_is_noticed() -> None:
    """What the server slept through is known to within one beat."""
    pulse = Pulse()
    pulse.start()
    await asyncio.sleep(10)
    assert pulse.lost == 0
    stall(5)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert 5 - BEAT_SECONDS <= pulse.lost <= 5
    pulse.stop()


@in_virtual_time
async def test_a_stall_is_felt_at_once() -> None:
    """Whoever needs to know need not wait for the next beat; and nothing is counted twice."""
    pulse = Pulse()
    pulse.start()
    stall(5)
    pulse.feel()
    felt = pulse.lost
    assert 5 - BEAT_SECONDS <= felt <= 5
    await asyncio.sleep(1)
    assert pulse.lost == felt
    pulse.stop()


@in_virtual_time
async def test_nothing_is_noticed_while_no_clock_runs() -> None:
    """Without a clock there is no beat; with the last one it ends."""
    pulse = Pulse()
    pulse.feel()
    for _ in range(2):
        pulse.start()
    pulse.stop()
    pulse.stop()
    stall(5)
    pulse.feel()
    await asyncio.sleep(1)
    assert pulse.lost == 0
