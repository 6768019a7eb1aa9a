"""Which card beats which: the tables of the rules as they are printed, and every card held against every other one."""

from __future__ import annotations

from tests.referee.fives.table import JOKER, Table

__all__ = ["TOP_TRUMPS", "beats", "is_trump", "plain_place", "trumps"]

TRUMPS = {
    "H": "5 J A K Q 10 9 8 7 6 4 3 2",
    "D": "5 J A♥ A K Q 10 9 8 7 6 4 3 2",
    "C": "5 J A♥ A K Q 2 3 4 6 7 8 9 10",
    "S": "5 J A♥ A K Q 2 3 4 6 7 8 9 10",
}
PLAIN = {
    "H": "K Q J 10 9 8 7 6 5 4 3 2",
    "D": "K Q J 10 9 8 7 6 5 4 3 2 A",
    "C": "K Q J A 2 3 4 5 6 7 8 9 10",
    "S": "K Q J A 2 3 4 5 6 7 8 9 10",
}
TOP_TRUMPS = ["5", "J", JOKER, "AH"]
"""What may be kept back: two cards of the trump suit, and two cards by name."""


def trumps(table: Table, trump: str, *, ace_is_low: bool) -> list[str]:
    """List all trumps from the highest down."""
    cards = ["AH" if text == "A♥" else text + trump for text in TRUMPS[trump].split()]
    if table.option("joker") == "third":
        cards.insert(cards.index("AH"), JOKER)
    if table.option("joker") == "fourth":
        cards.insert(cards.index("AH") + 1, JOKER)
    if ace_is_low:
        ace = "A" + trump
        return [card for card in cards if card != ace] + [ace]
    return cards


def is_trump(card: str, trump: str) -> bool:
    """Say whether a card is a trump: of that suit, the Ace of hearts, or the Joker."""
    return card.endswith(trump) or card in ("AH", JOKER)


def plain_place(card: str) -> int:
    """Say how many cards of its own plain suit are above a card."""
    return PLAIN[card[-1]].split().index(card[:-1])


def beats(mine: str, other: str, ranked_trumps: list[str]) -> bool:
    """Say whether a card played later beats one that took the trick so far; the trumps come from the highest down."""
    if mine in ranked_trumps and other in ranked_trumps:
        return ranked_trumps.index(mine) < ranked_trumps.index(other)
    if mine in ranked_trumps or other in ranked_trumps:
        return mine in ranked_trumps
    return mine[-1] == other[-1] and plain_place(mine) < plain_place(other)
