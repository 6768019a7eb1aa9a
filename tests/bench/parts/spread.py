"""Two fronts beside one: how many people press a key a second before keys take too long.

Two cores for fronts, one for the host and one for the callers are more than a small machine has. So each front gets a
part of a core, as the scheduler gives it out, and the host and all callers have the other core to themselves.
"""

import asyncio
import gc
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lab.load.caller import Caller
from lab.load.summary import summary
from server.processes.serving import raise_open_files
from tests.bench.measure import Bar, Better, Findings, Measure, Other, Scale
from tests.bench.peers.scratch import LeftOut, Scratch
from tests.bench.ssh.allotment import allotted
from tests.bench.ssh.crowd import hang_up, press_all, seat_all
from tests.bench.ssh.house import guests, open_house

SHARE: Final = 0.15  # The part of a core that each front has.
PEOPLE: Final = 320  # The people of one front; two have twice as many.
FIRST: Final = 64  # How many of them press keys at first, where there is one front.
STEP: Final = 1.1  # By how much they become more.
SECONDS: Final = 4.0  # How long they press keys each time.
MOST_MILLISECONDS: Final = 60.0  # What 99 of 100 keys take at most.
A_SECOND: Final = 8.0  # How many arrive in a second.

ONE: Final = "one front"

NOTE: Final = (
    "Each front has 0.15 of a core. Everybody sits at a table; of all, so many press a key a second that 99 of "
    "100 are answered within 60 ms, a tenth more each time until they are not. Who comes to which front is left to the "
    "kernel, as it always is."
)

RAN_DRY: Final = "Where a front bore all who were there, more were not tried: it bears more than the figure says."
"""Said where a figure is no more than the size of the crowd."""


def crowd(scale: Scale, fronts: int) -> int:
    """Return how many people there are for so many fronts."""
    return scale.of(fronts * PEOPLE, least=2 * fronts)


async def sessions(scale: Scale, fronts: int) -> list[float]:
    """Return how many people so many fronts bear, in each round.

    Raises:
        LeftOut: a front cannot be given its part of a core here.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder), "--connections", str(4 * PEOPLE), fronts=fronts) as house:
            # Before anybody comes it is seen whether parts can be given out.
            with allotted(house.fronts, SHARE):
                pass
            people = await guests(house, crowd(scale, fronts))
            callers = await seat_all(house.port, people, A_SECOND)
            with allotted(house.fronts, SHARE):
                found = [float(await most(callers, fronts * FIRST, scale)) for _ in range(scale.rounds)]
            await hang_up(callers)
    return found


async def most(callers: Sequence[Caller], first: int, scale: Scale) -> int:
    """Return how many of the callers can press a key a second: the last number before one that failed twice.

    Where the first number fails already, smaller ones are tried.
    """
    asked = min(first, len(callers))
    while not (borne := await _twice(callers[:asked], scale)) and asked > 1:
        asked = max(1, round(asked / STEP))
    best = asked if borne else 0
    while borne and best < len(callers):
        asked = min(len(callers), round(best * STEP + 0.5))
        if borne := await _twice(callers[:asked], scale):
            best = asked
    return best


async def _twice(callers: Sequence[Caller], scale: Scale) -> bool:
    return await _bears(callers, scale) or await _bears(callers, scale)


async def _bears(callers: Sequence[Caller], scale: Scale) -> bool:
    taken = await press_all(callers, scale.seconds(SECONDS), a_second=1.0)
    return summary(taken).p99 <= MOST_MILLISECONDS


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Measure one front, then two."""
    if sys.platform != "linux":
        return Findings((), left_out=("two fronts: parts of a core are given out as Linux does.",))
    raise_open_files()
    gc.disable()
    try:
        one, two = (asyncio.run(sessions(scale, fronts)) for fronts in (1, 2))
    except LeftOut as reason:
        return Findings((), left_out=(f"two fronts: {reason}",))
    name = "people at a key a second, 99 of 100 keys within 60 ms, two fronts"
    others = (Other(ONE, tuple(one)),)
    dry = max(one) >= crowd(scale, 1) or max(two) >= crowd(scale, 2)
    notes = (NOTE, RAN_DRY) if dry else (NOTE,)
    return Findings((Measure(name, "people", Better.MORE, tuple(two), others, (Bar(1.8, ONE),)),), notes)
