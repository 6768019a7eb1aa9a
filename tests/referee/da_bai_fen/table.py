"""What can be agreed at a table of Da Bai Fen, and how the cards rank and count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from tests.referee.tables import Menu, Offer, Table

__all__ = ["HAND", "MENUS", "PACK", "RANKS", "SIX", "Trumps", "after", "count", "draw_order", "passed_level"]

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
"""The ranks, which are the levels too."""

PACK = [*(each + suit for suit in "CDHS" for each in RANKS), "BJ", "RJ"]
HAND = 12
SIX = 6

MENUS = {
    "da-bai-fen": Menu(
        (4,),
        {
            "target_level": Offer(("A", "6", "10")),
            "draw": Offer((1, 2, 3, 4, 6, 12)),
            "exposing": Offer(("drawn", "time")),
            "leads": Offer(("safe", "at_risk", "cut")),
            "show_six": Offer((False, True)),
            "void_claim": Offer((True, False)),
            "stop_at_last": Offer((False, True)),
            "win_as": Offer(("any", "declarers")),
            "most_deals": Offer((0, 1, 4, 8, 12, 20, 40)),
        },
    )
}


def after(seat: int) -> int:
    """Name the seat at the right, which is the next to play."""
    return (seat - 1) % 4


def draw_order(starter: int) -> list[int]:
    """List the seats as they draw."""
    return [(starter - step) % 4 for step in range(4)]


def count(cards: Iterable[str]) -> int:
    """Count the Kings, Tens and Fives."""
    return sum({"K": 10, "10": 10, "5": 5}.get(card[:-1], 0) for card in cards if card not in ("BJ", "RJ"))


def passed_level(table: Table) -> int:
    """Say how many levels above the Two the level is that has to be passed."""
    return RANKS.index(str(table.option("target_level")))


@dataclass(frozen=True)
class Trumps:
    """What is trump in a deal."""

    rank: str
    suit: str

    def order(self) -> list[set[str]]:
        """List the trumps from the highest down, equal ones together."""
        others = {self.rank + suit for suit in "CDHS" if suit != self.suit}
        rest = [{each + self.suit} for each in reversed(RANKS) if each != self.rank]
        return [{"RJ"}, {"BJ"}, {self.rank + self.suit}, others, *rest]

    def suit_of(self, card: str) -> str:
        """Name the suit to which a card belongs: all trumps are one."""
        return places(self)[card][0]

    def place(self, card: str) -> int:
        """Count the steps above a card in its suit."""
        return places(self)[card][1]

    def higher(self, card: str) -> list[str]:
        """List the cards that are higher in the suit of a card."""
        suit, place = places(self)[card]
        return [each for each, (other, above) in places(self).items() if other == suit and above < place]

    def taker(self, laid: list[list[str]]) -> int:
        """Name the place of those cards that take a trick, the led ones first."""
        led, size = self.suit_of(laid[0][0]), len(laid[0])
        trumping = [place for place, cards in enumerate(laid) if all(self.suit_of(card) == "trumps" for card in cards)]
        if led == "trumps" and size > 1:
            return 0
        if trumping:
            return min(trumping, key=lambda place: min(map(self.place, laid[place])))
        if size > 1:
            return 0
        following = [place for place, (card,) in enumerate(laid) if self.suit_of(card) == led]
        return min(following, key=lambda place: self.place(laid[place][0]))


@cache
def places(trumps: Trumps) -> dict[str, tuple[str, int]]:
    """Give for each card its suit, and the steps above it there."""
    plain = {card: (card[-1], len(RANKS) - RANKS.index(card[:-1])) for card in PACK if card[:-1] in RANKS}
    return plain | {card: ("trumps", place) for place, cards in enumerate(trumps.order()) for card in cards}
