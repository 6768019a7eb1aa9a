"""The referee: whole games of Roque on record, held against the rules."""

from __future__ import annotations

from typing import Any

from tests.referee.record import is_list_of
from tests.referee.replay import Outcome, Story, hands_fault, is_alike
from tests.referee.roque.deal import Deal
from tests.referee.roque.table import MENUS, hand_size, pack, widow_size
from tests.referee.shuffle import order
from tests.referee.tables import Table

__all__ = ["HOUSES", "RoqueHouse"]

Json = dict[str, Any]


class RoqueHouse:
    """A game at one table as far as it has come."""

    def __init__(self, table: Table) -> None:
        """Begin a game."""
        self.table = table
        self.totals = [0] * table.players
        self.deals = 0
        self.dealer: int | None = None
        self.declarer: int | None = None

    def keys(self) -> set[str]:
        """Give the keys of a deal besides those that every deal has."""
        return {"widow"}

    def form_fault(self, deal: Json) -> str:
        """Say why a deal cannot be played, or nothing."""
        if not is_list_of(str, deal["widow"], widow_size(self.table)):
            return f"widow is not {widow_size(self.table)} cards"
        sizes = [hand_size(self.table)] * self.table.players
        return hands_fault(self.table, deal, sizes, deal["widow"], pack(self.table))

    def next_dealer(self) -> int | None:
        """Say who deals, or nothing where it may be anybody."""
        return self.dealer

    def play(self, deal: Json) -> Story:
        """Play a deal, and take it into account."""
        told = Deal(self.table, deal["dealer"], deal["hands"], deal["widow"])
        outcome = yield from told.story()
        self.deals += 1
        self.declarer = told.declarer
        self.totals = [total + score for total, score in zip(self.totals, told.scores, strict=True)]
        self.dealer = (deal["dealer"] - 1) % self.table.players
        return outcome

    def is_over(self) -> bool:
        """Say whether the game has ended: somebody has won, or there were enough deals."""
        return self.has_winner() or self.deals == self.table.number("most_deals")

    def has_winner(self) -> bool:
        """Say whether a side has reached the target, and has more than the others or wins as the declarer's."""
        by_side = self.totals[:2] if self.table.players == 4 else self.totals
        best = max(by_side)
        return self.declarer_wins() or (best >= self.table.number("target") and by_side.count(best) == 1)

    def declarer_wins(self) -> bool:
        """Say whether the declarer's side has reached the target, where it then wins whatever the others have."""
        if self.declarer is None or self.table.option("both_past") != "declarer":
            return False
        return self.totals[self.declarer] >= self.table.number("target")

    def ending(self) -> Outcome:
        """Give what the record must say at its end."""
        return {"totals": self.totals}

    def winners(self) -> set[int]:
        """Name the seats that have won: the declarer's side if that counts, or else those with the highest total."""
        if self.declarer is not None and self.declarer_wins():
            return {self.declarer, (self.declarer + 2) % 4} if self.table.players == 4 else {self.declarer}
        return {seat for seat, total in enumerate(self.totals) if total == max(self.totals)}

    def is_dealt_by(self, deal: Json, seed: str) -> bool:
        """Say whether a seed gives the cards of a deal, dealt in batches to the right; the rest is the widow."""
        unshuffled = pack(self.table)
        cards = [unshuffled[place] for place in order(seed, len(unshuffled))]
        hands: list[list[str]] = [[] for _ in range(self.table.players)]
        batch = 4 if self.table.players == 4 else 5
        seat = deal["dealer"]
        while len(cards) > widow_size(self.table):
            seat = (seat - 1) % self.table.players
            hands[seat] += cards[:batch]
            cards = cards[batch:]
        said = [[*map(sorted, deal["hands"])], sorted(deal["widow"])]
        return is_alike(said, [[*map(sorted, hands)], sorted(cards)])


HOUSES = {name: (menu, RoqueHouse) for name, menu in MENUS.items()}
