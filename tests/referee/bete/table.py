"""What can be agreed at a table of Bête, and how the cards rank."""

from __future__ import annotations

from tests.referee.tables import Menu, Offer, Table

__all__ = ["MENUS", "PACK", "TRICKS", "rank", "suit", "turn"]

RANKS = ["7", "8", "9", "10", "A", "J", "Q", "K"]
TRICKS = 5
PACK = [each + suit for suit in "CDHS" for each in ["7", "8", "9", "10", "J", "Q", "K", "A"]]
"""The unshuffled pack."""

MENUS = {
    "bete": Menu(
        (4, 2, 3, 5),
        {
            "deals": Offer((12, 1, 4, 8, 20)),
            "head": Offer((False, True)),
            "alone": Offer(("pool", "play")),
            "all_tricks": Offer(("pool", "chip")),
            "direction": Offer(("left", "right")),
        },
    )
}


def suit(card: str) -> str:
    """Name the suit of a card."""
    return card[-1]


def rank(card: str) -> int:
    """Count the ranks below that of a card: the Ace is below the Jack."""
    return RANKS.index(card[:-1])


def turn(table: Table, seat: int, steps: int = 1) -> int:
    """Name the seat so many seats after another one."""
    return (seat + (steps if table.option("direction") == "left" else -steps)) % table.players
