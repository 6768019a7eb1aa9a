"""The inbox of an actor gives its jobs in order, and wakes whoever waits for one."""

import asyncio

import pytest

from server.host.tables.actor import Inbox


async def test_jobs_are_taken_in_the_order_in_which_they_came() -> None:
    """What waits is counted until it is taken."""
    inbox = Inbox[str]()
    inbox.put("first")
    inbox.put("second")
    assert len(inbox) == 2
    assert [await inbox.take(), await inbox.take()] == ["first", "second"]
    assert len(inbox) == 0


async def test_whoever_waits_gets_the_next_job() -> None:
    """Several jobs may come before the task that waits runs again; none is lost."""
    inbox = Inbox[int]()
    taking = asyncio.create_task(inbox.take())
    await asyncio.sleep(0)
    inbox.put(1)
    inbox.put(2)
    assert await taking == 1
    assert await inbox.take() == 2


async def test_a_task_that_is_cancelled_takes_no_job() -> None:
    """The next one gets what comes afterwards."""
    inbox = Inbox[int]()
    taking = asyncio.create_task(inbox.take())
    await asyncio.sleep(0)
    taking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await taking
    inbox.put(1)
    assert await inbox.take() == 1
