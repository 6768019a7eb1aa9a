"""Runs garbage collection seldom, since it stops the host meanwhile and finds next to nothing.

Objects are freed by reference counts alone (the tests check that for every way in which a table or a connection can
end). What remains is the transport of a connection, which refers to itself before Python 3.12, and unforeseen
cycles. By default Python would search every table and every connection for them again and again: half a second each
time with a thousand tables. A search among what is new alone takes a tenth of what an action costs. Instead a full
collection runs when memory has doubled, which bounds what garbage can ever take, and every ten minutes in any case. A
tighter bound would stop the host while a crowd comes in.
"""

import asyncio
import contextlib
import ctypes
import gc
import sys
from collections.abc import Callable, Iterator
from typing import Final

THRESHOLDS: Final = (0, 0, 0)  # Thresholds for ``gc``: no collection begins by itself.

EVERY_SECONDS: Final = 600.0  # Seconds between full collections in any case.
LOOK_SECONDS: Final = 5.0  # Seconds between two measurements of the memory in use.
GROWTH: Final = 2.0  # The growth factor since the last full collection that starts another.
LEAST_GROWTH: Final = 2_000_000  # The least growth that starts one, in blocks of memory: about 200 MB.


@contextlib.contextmanager
def tidy(
    collect: Callable[[], object] = gc.collect, size: Callable[[], int] = sys.getallocatedblocks
) -> Iterator[None]:
    """Collect garbage seldom while the context lasts; needs a running loop."""
    # What exists before the first table stays: no collection need search it again.
    unsettle = settle(THRESHOLDS)
    tidying = asyncio.create_task(_now_and_then(collect, size))
    try:
        yield
    finally:
        tidying.cancel()
        unsettle()


def settle(thresholds: tuple[int, int, int]) -> Callable[[], None]:
    """Exclude all present objects from collections and set the thresholds; return a function that undoes both."""
    before = gc.get_threshold()
    gc.collect()
    give_back()
    gc.freeze()
    gc.set_threshold(*thresholds)

    def unsettle() -> None:
        gc.set_threshold(*before)
        gc.unfreeze()

    return unsettle


def give_back() -> None:
    """Return freed memory to the system; what starting has freed, a megabyte of each process, would stay for years."""
    # Only the C library of most Linux systems can.
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


async def _now_and_then(collect: Callable[[], object], size: Callable[[], int]) -> None:
    """Run a full collection from time to time, and whenever memory has grown much."""
    loop = asyncio.get_running_loop()
    looked_at, kept = loop.time(), size()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if size() >= max(GROWTH * kept, kept + LEAST_GROWTH) or loop.time() >= looked_at + EVERY_SECONDS:
            collect()
            looked_at, kept = loop.time(), size()
