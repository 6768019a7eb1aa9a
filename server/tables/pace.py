"""How long a bot takes for an action: as a person would, most often a short time and now and then a long one.

It follows from the table, the seat and the number of the move alone, so nobody can read from it what the bot holds.
"""

from hashlib import blake2b
from math import log
from typing import Any, Final

from protocol.vocabulary import Seat
from server.tables.table import Table

SHORTEST: Final = 0.4
"""The shortest time, as a share of the table's pace; the mean is the pace itself."""

LONGEST: Final = 4.0
"""The longest time, as a share of the table's pace."""

_BYTES: Final = 8


def bot_seconds(table: Table[Any], seat: Seat) -> float:
    """Return the seconds that the bot on a seat takes for the action that is due now."""
    name = f"{table.opened.code} seat {seat} after {table.moved}"
    number = int.from_bytes(blake2b(name.encode(), digest_size=_BYTES).digest())
    spread = -log((number + 1) / 2 ** (8 * _BYTES))
    return table.opened.pace * min(LONGEST, SHORTEST + (1 - SHORTEST) * spread)
