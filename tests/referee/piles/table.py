"""What can be agreed at a table of Svoyi Koziri, Dudak or Challenge, and the cards."""

from __future__ import annotations

from tests.referee.tables import Menu, Offer, Table

__all__ = ["MENUS", "SUITS", "beats", "names_before", "pack", "place_of", "rank", "suit"]

SUITS = "CDHS"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
DEALS = Offer((4, 1, 2, 3, 5, 6, 8, 10))
LIMIT = Offer((400, 100, 200, 800))
SOME = {"pickup": "some"}

MENUS = {
    "svoyi-koziri": Menu(
        (4, 2, 3),
        {
            "deals": DEALS,
            "cards": Offer((2, 1)),
            "pickup": Offer(("all", "some")),
            "plain": Offer((3, 1, 2, 4, 5), SOME),
            "trump": Offer((5, 1, 2, 3, 4, 6, 7, 8), SOME),
            "open_end": Offer((False, True)),
            "limit": LIMIT,
        },
    ),
    "dudak": Menu(
        (4, 2, 3),
        {
            "deals": DEALS,
            "trumps": Offer(("announced", "before", "drawn")),
            "pickup": Offer(("all", "suit_run")),
            "first_out": Offer((False, True)),
            "limit": LIMIT,
        },
    ),
    "challenge": Menu(
        (2,),
        {
            "deals": Offer((1, 2, 3, 4, 5, 6, 8, 10)),
            "cards": Offer((32, 24, 28, 36, 40, 44, 48, 52)),
            "taker_leads": Offer((False, True)),
            "limit": LIMIT,
        },
    ),
}


def pack(table: Table) -> list[str]:
    """List the unshuffled pack: by suit, then from the lowest rank up."""
    sizes = {"svoyi-koziri": 36, "dudak": 32}
    cards = sizes[table.game] if table.game in sizes else table.number("cards")
    return [each + suit for suit in SUITS for each in RANKS[13 - cards // 4 :]]


def names_before(table: Table) -> bool:
    """Say whether the trumps are named before the deal."""
    return table.game != "dudak" or table.option("trumps") == "before"


def suit(card: str) -> str:
    """Name the suit of a card."""
    return card[-1]


def rank(card: str) -> int:
    """Count the ranks below that of a card."""
    return RANKS.index(card[:-1])


def place_of(card: str) -> tuple[int, int]:
    """Tell where a card lies in the unshuffled pack."""
    return SUITS.index(suit(card)), rank(card)


def beats(card: str, top: str, trump: str | None) -> bool:
    """Say whether a card beats the top of the pile for who has these trumps: its suit higher, or a trump on another."""
    return rank(card) > rank(top) if suit(card) == suit(top) else suit(card) == trump
