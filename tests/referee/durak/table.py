"""What can be agreed at a table of Durak in teams, the cards, and which card beats which."""

from __future__ import annotations

from tests.referee.tables import Menu, Offer

__all__ = ["MENUS", "PACK", "beats", "rank", "suit"]

RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [each + suit for suit in "CDHS" for each in RANKS]
"""The unshuffled pack: by suit, then from the Six up."""

MENUS = {
    "durak-teams": Menu(
        (4, 6),
        {
            "losses": Offer((3, 1, 2, 4, 5)),
            "first_bout": Offer((6, 5)),
            "both_out": Offer(("draw", "attackers")),
        },
    )
}


def suit(card: str) -> str:
    """Name the suit of a card."""
    return card[-1]


def rank(card: str) -> int:
    """Count the ranks below that of a card."""
    return RANKS.index(card[:-1])


def beats(card: str, attack: str, trump: str) -> bool:
    """Say whether a card beats an attack: higher in its suit, or a trump where the attack is none."""
    return rank(card) > rank(attack) if suit(card) == suit(attack) else suit(card) == trump
