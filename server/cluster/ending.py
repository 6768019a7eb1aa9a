"""Ends tasks that talk with NATS."""

import asyncio
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
