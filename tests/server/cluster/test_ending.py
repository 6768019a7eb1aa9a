"""Tasks that are ended, also those that miss it the first time."""

import asyncio

from server.cluster.ending import end_task


async def test_a_task_that_drops_a_cancellation_is_ended() -> None:
    """It is cancelled again, and what it raises is nobody's business then."""
    dropped = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            dropped.append(True)
        try:
            await asyncio.sleep(60)
        finally:
            raise ValueError("ended")

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await end_task(task)
        await end_task(task)
    assert dropped
    assert task.done()
