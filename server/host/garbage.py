"""When the host looks for garbage: seldom, since it stands still as long and finds next to nothing.

What ends is freed at once, by references alone (the tests hold every way in which a table or a connection can end to
that). Left are the transport of a connection, which before Python 3.12 refers to itself, and what nobody has thought
of. Python would look through every table and every connection for it again and again: half a second each time with a
thousand tables. So all is looked through where memory has grown by a quarter, which bounds what garbage can ever take
and costs little where there is none, and every ten minutes in any case.
"""

import asyncio
import contextlib
import gc
import sys
from collections.abc import Callable, Iterator
from typing import Final

THRESHOLDS: Final = (2_000, 1_000_000, 1_000_000)
"""After how many new objects the young are looked through; what outlives that is looked through with all the rest."""

EVERY_SECONDS: Final = 600.0
"""How often all is looked through in any case."""

LOOK_SECONDS: Final = 5.0
"""How often the memory in use is measured."""

GROWTH: Final = 1.25
"""By which factor it has grown since all was looked through when that is done again."""

LEAST_GROWTH: Final = 200_000
"""The least growth for that, in blocks of memory: about 20 MB."""


@contextlib.contextmanager
def tidy(
    collect: Callable[[], object] = gc.collect, size: Callable[[], int] = sys.getallocatedblocks
) -> Iterator[None]:
    """Look for garbage seldom until the end; needs a running loop."""
    # What is here before the first table stays: nobody need look through it again.
    unsettle = settle(THRESHOLDS)
    tidying = asyncio.create_task(_now_and_then(collect, size))
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


async def _now_and_then(collect: Callable[[], object], size: Callable[[], int]) -> None:
    """Look through everything from time to time, and whenever there is much more of it."""
    loop = asyncio.get_running_loop()
    looked_at, kept = loop.time(), size()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if size() >= max(GROWTH * kept, kept + LEAST_GROWTH) or loop.time() >= looked_at + EVERY_SECONDS:
            collect()
            looked_at, kept = loop.time(), size()
