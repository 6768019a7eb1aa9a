"""Whether a journal still holds as much as the copy of a node that was made from it."""

import asyncio
from pathlib import Path
from typing import Final

from server.cluster.journal import Journal
from server.storage.store import StoreFault

LAG_SECONDS: Final = 10.0
"""Seconds for which servers may know less than a node does; then they have lost what they acknowledged."""

LOOK_SECONDS: Final = 1.0
"""Seconds between two looks meanwhile."""


def check_length(last: int, held: int, copy: Path) -> None:
    """Check that a journal, which ends with this entry, has the last one that a copy holds.

    Raises:
        StoreFault: it has lost something, or is another one.
    """
    if last < held:
        raise StoreFault(
            f"the journal ends with entry {last}, and {copy} holds {held}: entries were lost, or it is another "
            "journal; put it back, or move the directory away to begin with what there is"
        )


async def wait_for_length(journal: Journal, held: int, copy: Path) -> None:
    """Wait until a journal is known to have the last entry that a copy holds; what it lacks would never come.

    Raises:
        StoreFault: it has less, and not only for a moment.
    """
    loop, given_up = asyncio.get_running_loop(), 0.0
    while held:
        try:
            last = await journal.last()
        except StoreFault:
            await asyncio.sleep(LOOK_SECONDS)
            continue
        given_up = given_up or loop.time() + LAG_SECONDS
        if last >= held or loop.time() > given_up:
            return check_length(last, held, copy)
        await asyncio.sleep(LOOK_SECONDS)
    return None
