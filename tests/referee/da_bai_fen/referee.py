"""The referee: whole games of Da Bai Fen on record, held against the rules."""

from __future__ import annotations

from typing import Any

from tests.referee.da_bai_fen.deal import Deal
from tests.referee.da_bai_fen.table import HAND, MENUS, PACK, RANKS, SIX, after, draw_order, passed_level
from tests.referee.record import is_list_of
from tests.referee.replay import Outcome, Story, hands_fault, is_alike
from tests.referee.shuffle import order
from tests.referee.tables import Table

__all__ = ["HOUSES", "DaBaiFenHouse"]

Json = dict[str, Any]


class DaBaiFenHouse:
    """A game at one table as far as it has come."""

    def __init__(self, table: Table) -> None:
        """Begin a game."""
        self.table = table
        self.levels = [0, 0]
        """How far each side is above the Two."""
        self.declarers: int | None = None
        """The side that declares, once the first deal has told."""
        self.starter: int | None = None
        self.deals = 0
        """How many deals have been scored, which are those that the limit counts; a limit of 0 is none."""

    def keys(self) -> set[str]:
        """Give the keys of a deal besides those that every deal has."""
        return {"six"}

    def form_fault(self, deal: Json) -> str:
        """Say why a deal cannot be played, or nothing."""
        if not is_list_of(str, deal["six"], SIX):
            return "six is not six cards"
        return hands_fault(self.table, deal, [HAND] * 4, deal["six"], PACK)

    def next_dealer(self) -> int | None:
        """Say who is the Starter, or nothing where it may be anybody."""
        return self.starter

    def play(self, deal: Json) -> Story:
        """Play a deal, and take it into account."""
        rank = RANKS[0 if self.declarers is None else self.levels[self.declarers]]
        first = self.declarers is None
        told = Deal(self.table, deal["dealer"], deal["hands"], deal["six"], rank, first=first)
        yield from told.story()
        self.deals += told.end != "annulled"
        declarers = told.leader % 2
        took = told.took(declarers)
        rises = [0, 0]
        self.starter = deal["dealer"]
        if told.end != "annulled":
            rises = self.rise(took, declarers)
            self.declarers = declarers if took < 40 else 1 - declarers
            self.starter = self.next_starter(told.leader, took)
        self.levels = [level + rise for level, rise in zip(self.levels, rises, strict=True)]
        return {"won": told.won, "took": took, "scores": [rises[seat % 2] for seat in range(4)], "end": told.end}

    def next_starter(self, leader: int, took: int) -> int:
        """Name the Leader's partner, or if the side loses its declaring the player at the Leader's right."""
        return (leader + 2) % 4 if took < 40 else after(leader)

    def rise(self, took: int, declarers: int) -> list[int]:
        """Say how many levels each side rises: the declarers below 40 points, their opponents from 80 on."""
        rises = [0, 0]
        if took < 40:
            rises[declarers] = self.allowed(declarers, 1 if took else 2, declaring=True)
        elif took >= 80:
            rises[1 - declarers] = self.allowed(1 - declarers, 2 if took >= 100 else 1, declaring=False)
        return rises

    def allowed(self, side: int, rise: int, *, declaring: bool) -> int:
        """Say how far a side may rise at once near the level that has to be passed; one beyond it is all there is."""
        left = passed_level(self.table) - self.levels[side]
        if self.table.option("win_as") == "declarers" and not declaring:
            return min(rise, left)
        if self.table.option("stop_at_last") is True and left:
            return min(rise, left)
        return min(rise, left + 1)

    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return max(self.levels) > passed_level(self.table) or 0 < self.table.number("most_deals") <= self.deals

    def ending(self) -> Outcome:
        """Give what the record must say at its end."""
        return {"totals": [self.levels[seat % 2] for seat in range(4)]}

    def winners(self) -> set[int]:
        """Name the seats that have won: those of the higher level."""
        return {seat for seat in range(4) if self.levels[seat % 2] == max(self.levels)}

    def is_dealt_by(self, deal: Json, seed: str) -> bool:
        """Say whether a seed gives the cards of a deal, drawn one by one to the right; six are left."""
        cards = [PACK[place] for place in order(seed, len(PACK))]
        hands: list[list[str]] = [[] for _ in range(4)]
        for place, seat in enumerate(draw_order(deal["dealer"])):
            hands[seat] = cards[place : 4 * HAND : 4]
        return is_alike([deal["hands"], deal["six"]], [hands, cards[4 * HAND :]])


HOUSES = {name: (menu, DaBaiFenHouse) for name, menu in MENUS.items()}
