"""What can be agreed at a table of Roque, its numbers, its cards, and which card takes a trick."""

from __future__ import annotations

from tests.referee.tables import Menu, Offer, Table

__all__ = ["MENUS", "STEP", "count", "hand_size", "highest_bid", "lowest_bid", "pack", "slam", "taker", "widow_size"]

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
STEP = 5
"""What a trick counts, and the step of the bids."""

BOTH = {
    "forced_dealer": Offer((False, True)),
    "discards": Offer(("declarer", "last_trick")),
    "both_past": Offer(("highest", "declarer")),
    "most_deals": Offer((20, 1, 4, 8, 12, 40)),
}
MENUS = {
    "roque": Menu(
        (4,),
        {
            "target": Offer((505, 255, 1005), numbers=range(105, 10_001, 5)),
            "lowest_bid": Offer((85, 100)),
            "slam": Offer((250, 300, 330)),
            **BOTH,
        },
    ),
    "roque-three": Menu(
        (3,),
        {
            "target": Offer((650, 325, 1300), numbers=range(105, 10_001, 5)),
            "defenders": Offer(("own", "both")),
            "doubled_below": Offer(("both", "better")),
            **BOTH,
        },
    ),
}


def pack(table: Table) -> list[str]:
    """List the unshuffled pack: by suit, then from the Two up; three players leave the Two of clubs out."""
    return [each + suit for suit in "CDHS" for each in RANKS][table.players == 3 :]


def hand_size(table: Table) -> int:
    """Say how many cards everybody is dealt."""
    return 12 if table.players == 4 else 15


def widow_size(table: Table) -> int:
    """Say how many cards the widow has."""
    return 4 if table.players == 4 else 6


def lowest_bid(table: Table) -> int:
    """Say which bid is the lowest."""
    return table.number("lowest_bid") if table.players == 4 else 95


def highest_bid(table: Table) -> int:
    """Say which bid is the highest: all there is in a deal."""
    return 165 if table.players == 4 else 185


def slam(table: Table) -> int:
    """Say what a contract scores with every trick."""
    return table.number("slam") if table.players == 4 else 350


def count(cards: list[str]) -> int:
    """Count the Aces, Tens and Fives."""
    return sum({"A": 10, "10": 10, "5": 5}.get(card[:-1], 0) for card in cards)


def taker(cards: list[str], trump: str) -> int:
    """Name the place of the card that takes a trick: the highest trump, or else the highest of the suit led."""
    asked = trump if any(card[-1] == trump for card in cards) else cards[0][-1]
    best = max((card for card in cards if card[-1] == asked), key=lambda card: RANKS.index(card[:-1]))
    return cards.index(best)
