"""What can be agreed at a table of Spoil Five, and what follows for the tricks and the chips."""

from __future__ import annotations

from tests.referee.tables import Menu, Offer, Table

__all__ = ["CHIPS", "MENUS", "TRICKS", "needed"]

CHIPS = 20
"""What everybody has at the beginning."""

TRICKS = 5

MENUS = {
    "spoil-five": Menu(
        (5, 3, 4, 6, 7, 8, 9, 10),
        {
            "pools": Offer((5, 1, 3, 10)),
            "stake": Offer((1, 2, 5)),
            "top_up": Offer((1, 2)),
            "two_tricks": Offer((False, True), players=(5, 6, 7, 8, 9, 10)),
            "must_rob": Offer((False, True)),
            "renege_strict": Offer((False, True)),
        },
    )
}


def needed(table: Table) -> int:
    """Say how many tricks take the pool."""
    return 2 if table.option("two_tricks") is True else 3
