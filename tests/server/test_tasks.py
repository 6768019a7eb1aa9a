"""Tasks that are ended, also those that miss it the first time, and work that ends when it is told to."""

import asyncio

import pytest

from server.tasks import end_task, work_until


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


async def test_work_ends_when_it_is_done_or_told_to() -> None:
    """It is done, it is told to end and cancelled, or it fails: whoever waits learns which."""
    told = asyncio.Event()

    async def fail() -> None:
        raise ValueError("what is wrong")

    async with asyncio.timeout(30):
        assert await work_until(told, asyncio.sleep(0))
        with pytest.raises(ValueError, match="what is wrong"):
            await work_until(told, fail())
        asyncio.get_running_loop().call_soon(told.set)
        assert not await work_until(told, asyncio.sleep(3600))


async def test_what_was_done_at_the_last_moment_is_known() -> None:
    """Work that misses its cancellation, such as taking a lease, is done all the same."""
    told = asyncio.Event()

    async def take() -> None:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            return

    asyncio.get_running_loop().call_soon(told.set)
    async with asyncio.timeout(30):
        assert await work_until(told, take())
