"""When the host looks for garbage: seldom, since it stands still as long and finds next to nothing.

Nearly all that it drops is gone at once; only connections that have ended leave rings behind. By itself Python would
look through every table and every connection again and again: half a second each time with a thousand tables.
"""

import asyncio
import contextlib
import gc
from collections.abc import Callable, Iterator
from typing import Final

THRESHOLDS: Final = (2_000, 1_000_000, 1_000_000)
"""After how many new objects the young are looked through; what outlives that is looked through with all the rest."""

EVERY_SECONDS: Final = 600.0
"""How often all is looked through."""


@contextlib.contextmanager
def tidy(collect: Callable[[], object] = gc.collect) -> Iterator[None]:
    """Look for garbage seldom until the end; needs a running loop."""
    # What is here before the first table stays: nobody need look through it again.
    unsettle = settle(THRESHOLDS)
    tidying = asyncio.create_task(_now_and_then(collect))
    try:
        yield
    finally:
        tidying.cancel()
        unsettle()


def settle(thresholds: tuple[int, int, int]) -> Callable[[], None]:
    """Let collections pass over all that is there now, and come after so many new objects; give what undoes it."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*thresholds)

    def unsettle() -> None:
        gc.set_threshold(*before)
        gc.unfreeze()

    return unsettle


async def _now_and_then(collect: Callable[[], object]) -> None:
    """Look through everything from time to time."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        collect()
