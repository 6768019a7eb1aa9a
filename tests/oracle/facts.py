"""What the table of each game shows to a viewer, under the names that were recorded."""

from collections.abc import Sequence
from typing import Any, Final

from games.bete.rules import HEIGHTS, BeteTable
from games.kit.tricks import Trump
from tests.oracle.reader import Facts

NEW: Final = frozenset({"dealt"})
"""The fields of sheets that were not recorded."""


def turns(trick: Sequence[tuple[int, Any]], trump: Trump) -> Facts:
    """Return the trick on the table, and the seat whose card would take it."""
    plays = [{"seat": seat, "card": card} for seat, card in trick]
    return {"turns": plays, "taker": trump.taker(trick)} if trick else {}


def common(table: Any) -> Facts:  # noqa: ANN401
    """Return what every game shows."""
    return {"deal": table.match.deal, "dealer": table.dealer}


def bete(table: BeteTable, _viewer: int | None) -> Facts:
    """Bête: who takes part, the pool, the trick."""
    tricks, totals = table.tricks, table.match.totals
    return {
        **common(table),
        "seats": [
            {"part": table.part[seat], "cards": len(hand), "tricks": tricks[seat], "total": totals[seat]}
            for seat, hand in enumerate(table.hands)
        ],
        "pool": table.pool,
        "trump": table.trump,
        "turn_up": table.turn_up,
        "trick": turns(table.trick, Trump(HEIGHTS, table.trump)),
        "gone": table.gone,
        "takers": table.takers,
    }
