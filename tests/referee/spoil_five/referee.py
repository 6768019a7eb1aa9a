"""The referee: whole games of Spoil Five on record, held against the rules."""

from __future__ import annotations

from typing import Any

from tests.referee.fives.referee import dealt_by
from tests.referee.fives.table import Table as FivesTable
from tests.referee.fives.table import pack
from tests.referee.record import is_list_of
from tests.referee.replay import Outcome, Story, is_alike
from tests.referee.spoil_five.deal import Deal
from tests.referee.spoil_five.table import CHIPS, MENUS, TRICKS
from tests.referee.tables import Table

__all__ = ["HOUSES", "SpoilFiveHouse"]

Json = dict[str, Any]


class SpoilFiveHouse:
    """A game at one table as far as it has come."""

    def __init__(self, table: Table) -> None:
        """Begin a game."""
        self.table = table
        self.plain = FivesTable("twenty-five", table.players)
        """A table with the same pack."""
        self.chips = [CHIPS] * table.players
        self.pool = self.pools = 0
        self.dealer: int | None = None
        self.is_broke = False

    def keys(self) -> set[str]:
        """Give the keys of a deal besides those that every deal has."""
        return {"turned"}

    def form_fault(self, deal: Json) -> str:
        """Say why a deal cannot be played, or nothing."""
        hands, turned = deal["hands"], deal["turned"]
        if not is_list_of(str, turned, 1) or not is_list_of(list, hands, self.table.players):
            return "there is one card turned up, and a hand for each seat"
        if not all(is_list_of(str, hand, TRICKS) for hand in hands):
            return "hands are not five cards"
        cards = [*turned, *(card for hand in hands for card in hand)]
        return "" if len({*cards} & {*pack(self.plain)}) == len(cards) else "the pack has not these cards"

    def next_dealer(self) -> int | None:
        """Say who deals, or nothing where it may be anybody."""
        return self.dealer

    def play(self, deal: Json) -> Story:
        """Play a deal, and take it into account."""
        before = list(self.chips)
        self.pay(self.due())
        told = Deal(self.table, deal["dealer"], deal["hands"], deal["turned"][0])
        yield from told.story()
        end = self.settle(told)
        self.dealer = (deal["dealer"] + 1) % self.table.players
        scores = [now - then for now, then in zip(self.chips, before, strict=True)]
        return {"won": told.won, "scores": scores, "end": end}

    def due(self) -> int:
        """Say what everybody puts into the pool for the next deal."""
        return self.table.number("top_up" if self.pool else "stake")

    def pay(self, chips: int) -> None:
        """Let everybody put chips into the pool."""
        self.chips = [each - chips for each in self.chips]
        self.pool += chips * self.table.players

    def settle(self, told: Deal) -> str:
        """Give the pool to who has taken it, or back to all where the game cannot go on; say how the deal ended."""
        if told.sweeper is not None:
            self.give(told.sweeper, told.jinker)
            self.pools += 1
            self.is_broke = min(self.chips) < self.due()
            return "swept" if told.jinker is None else "jinked"
        self.is_broke = min(self.chips) < self.due()
        if self.is_broke:
            self.chips = [each + self.pool // self.table.players for each in self.chips]
        return "shared" if self.is_broke else "spoilt"

    def give(self, sweeper: int, jinker: int | None) -> None:
        """Give somebody the pool; for all five tricks that were undertaken the others who can pay a chip besides."""
        self.chips[sweeper] += self.pool
        self.pool = 0
        for seat, chips in enumerate(self.chips):
            if jinker is not None and seat != jinker and chips:
                self.chips[seat] -= 1
                self.chips[jinker] += 1

    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return self.is_broke or self.pools == self.table.number("pools")

    def ending(self) -> Outcome:
        """Give what the record must say at its end."""
        return {"totals": [each - CHIPS for each in self.chips], "chips": self.chips if self.is_over() else None}

    def winners(self) -> set[int]:
        """Name the seats that have won: those with the most chips."""
        return {seat for seat, chips in enumerate(self.chips) if chips == max(self.chips)}

    def is_dealt_by(self, deal: Json, seed: str) -> bool:
        """Say whether a seed gives the cards of a deal."""
        hands, turned = dealt_by(self.plain, seed, deal["dealer"])
        return is_alike([*map(sorted, deal["hands"])], [*map(sorted, hands)]) and deal["turned"] == turned


HOUSES = {name: (menu, SpoilFiveHouse) for name, menu in MENUS.items()}
