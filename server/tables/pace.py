"""How long a bot takes for an action: as a person would, most often a short time and now and then a long one.

It follows from the table, the seat, the number of the move and what everybody sees, so nobody can read from it what
anybody holds.
"""

from hashlib import blake2b
from math import log
from typing import Any, Final

from protocol.vocabulary import Seat
from server.tables.table import Table
from server.tables.times import acting, expected

SHORTEST: Final = 0.4
"""The shortest time, as a share of the table's pace; the mean is the pace itself."""

LONGEST: Final = 4.0
"""The longest time, as a share of the table's pace."""

TOGETHER: Final = 2.0
"""The least time while a person may act at the same time, in seconds: no machine is faster there than a slow line."""

_BYTES: Final = 8


def bot_seconds(table: Table[Any], seat: Seat) -> float:
    """Return the seconds that the bot on a seat takes for the action that is due now."""
    name = f"{table.opened.code} seat {seat} after {table.moved}"
    number = int.from_bytes(blake2b(name.encode(), digest_size=_BYTES).digest())
    spread = -log((number + 1) / 2 ** (8 * _BYTES))
    seconds = table.opened.pace * min(LONGEST, SHORTEST + (1 - SHORTEST) * spread)
    return max(seconds, TOGETHER) if seconds and _beside_a_person(table) else seconds


def _beside_a_person(table: Table[Any]) -> bool:
    """True if everybody sees that a person may act at the same time: who acts unasked can be a secret of the hand."""
    awaited = table.game.awaits(table.state)
    seats = expected(awaited)
    if seats != acting(awaited):
        seats |= set(table.game.view(table.state, None).free)
    chairs = (table.chairs[seat] for seat in seats)
    return len(seats) > 1 and any(chair is not None and not chair.bot for chair in chairs)
