"""When the host looks for garbage."""

import asyncio
import gc

from server.host.memory import EVERY_SECONDS, THRESHOLDS, tidy
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_garbage_is_looked_for_now_and_then() -> None:
    """All is looked through every ten minutes and not in between; afterwards everything is as it was."""
    before, looks = gc.get_threshold(), list[float]()
    with tidy(lambda: looks.append(asyncio.get_running_loop().time())):
        began = asyncio.get_running_loop().time()
        assert gc.get_threshold() == THRESHOLDS
        await asyncio.sleep(2.5 * EVERY_SECONDS)
    await asyncio.sleep(2 * EVERY_SECONDS)
    assert looks == [began + EVERY_SECONDS, began + 2 * EVERY_SECONDS]
    assert gc.get_threshold() == before
