"""The referee: whole games of Bête on record, held against the rules."""

from __future__ import annotations

from typing import Any

from tests.referee.bete.deal import Deal
from tests.referee.bete.table import MENUS, PACK, TRICKS, turn
from tests.referee.record import is_list_of
from tests.referee.replay import Outcome, Story, is_alike
from tests.referee.shuffle import order
from tests.referee.tables import Table

__all__ = ["HOUSES", "BeteHouse"]

Json = dict[str, Any]


class BeteHouse:
    """A game at one table as far as it has come."""

    def __init__(self, table: Table) -> None:
        """Begin a game."""
        self.table = table
        self.totals = [0] * table.players
        self.pool = self.deals = 0
        self.dealer: int | None = None

    def keys(self) -> set[str]:
        """Give the keys of a deal besides those that every deal has."""
        return {"turned"}

    def form_fault(self, deal: Json) -> str:
        """Say why a deal cannot be played, or nothing."""
        hands = deal["hands"]
        if not is_list_of(list, hands, self.table.players) or not all(is_list_of(str, hand, TRICKS) for hand in hands):
            return "hands are not five cards for each seat"
        cards = [card for hand in hands for card in hand] + [deal["turned"]]
        known = isinstance(deal["turned"], str) and {*cards} <= {*PACK}
        return "" if known and len({*cards}) == len(cards) else "the pack has not these cards"

    def next_dealer(self) -> int | None:
        """Say who deals, or nothing where it may be anybody."""
        return self.dealer

    def play(self, deal: Json) -> Story:
        """Play a deal, and take it into account; after the last one the pool is shared as far as it goes round."""
        players = self.table.players
        pool = self.pool + players
        told = Deal(self.table, deal["dealer"], deal["hands"], deal["turned"])
        yield from told.story()
        scores, self.pool = told.payments(pool)
        self.deals += 1
        self.dealer = turn(self.table, deal["dealer"])
        share = self.pool // players if self.is_over() else 0
        self.totals = [total + score + share for total, score in zip(self.totals, scores, strict=True)]
        return {"won": told.won(), "scores": scores, "end": told.end, "pool": pool}

    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return self.deals == self.table.number("deals")

    def ending(self) -> Outcome:
        """Give what the record must say at its end."""
        return {"totals": self.totals}

    def winners(self) -> set[int]:
        """Name the seats that have won: those with the most chips."""
        return {seat for seat, total in enumerate(self.totals) if total == max(self.totals)}

    def is_dealt_by(self, deal: Json, seed: str) -> bool:
        """Say whether a seed gives the cards of a deal: two to each seat, then three, then one is turned up."""
        cards = [PACK[place] for place in order(seed, len(PACK))]
        hands: list[list[str]] = [[] for _ in range(self.table.players)]
        for batch in (2, 3):
            for step in range(1, self.table.players + 1):
                hands[turn(self.table, deal["dealer"], step)] += cards[:batch]
                cards = cards[batch:]
        return is_alike([[*map(sorted, deal["hands"])], deal["turned"]], [[*map(sorted, hands)], cards[0]])


HOUSES = {name: (menu, BeteHouse) for name, menu in MENUS.items()}
