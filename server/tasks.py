"""Ends tasks, passes on what they raised, and works until it is told to end."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

_AGAIN_SECONDS: Final = 0.1


async def end_task(task: "asyncio.Task[Any]") -> None:
    """Cancel a task, and return once it has ended.

    Before Python 3.12 ``asyncio.wait_for``, by which the client of NATS waits, drops a cancellation that comes at the
    same time as what it waits for. So it is cancelled again.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_AGAIN_SECONDS)
    await asyncio.gather(task, return_exceptions=True)


async def work_until(told_to_end: asyncio.Event, work: Coroutine[Any, Any, object]) -> bool:
    """Work until it is done, or until told to end; return True if it is done, and raise what it raises."""
    working, ending = asyncio.create_task(work), asyncio.create_task(told_to_end.wait())
    try:
        await asyncio.wait([working, ending], return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end_task(ending)
        await end_task(working)
    raise_fault(working)
    return not working.cancelled()


def raise_fault(*ended: "asyncio.Task[Any]") -> None:
    """Raise what one of these tasks has raised; those that were cancelled have raised nothing."""
    for task in ended:
        if not task.cancelled():
            task.result()
