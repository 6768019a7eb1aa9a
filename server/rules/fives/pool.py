"""The pool of Spoil Five: what each puts in, what is carried over, and when the last one is taken."""

from collections.abc import Sequence

from protocol.fives.events import DealSheet, Ending
from server.rules.fives.variant import CHIPS, Spoil, Variant

TAKEN = frozenset({Ending.SWEPT, Ending.JINKED})
"""The endings of a deal in which somebody takes the pool."""


def payment(spoil: Spoil, sheets: Sequence[DealSheet]) -> int:
    """Return the chips that each seat puts into the pool for the deal after these."""
    return spoil.top_up if sheets and sheets[-1].ending is Ending.SPOILT else spoil.stake


def carried(sheets: Sequence[DealSheet]) -> int:
    """Return the chips in the pool between two deals."""
    return (sheets[-1].pool or 0) if sheets and sheets[-1].ending is Ending.SPOILT else 0


def pools_taken(sheets: Sequence[DealSheet]) -> int:
    """Return the number of pools that have been taken."""
    return sum(sheet.ending in TAKEN for sheet in sheets)


def is_over(variant: Variant, spoil: Spoil, sheets: Sequence[DealSheet]) -> bool:
    """True if the last pool has been taken, or if somebody cannot pay for the next deal."""
    if not sheets or sheets[-1].ending is Ending.SHARED:
        return bool(sheets)
    poorest = CHIPS + min(sheets[-1].totals)
    return pools_taken(sheets) == variant.target or poorest < payment(spoil, sheets)
