"""The referee: whole games of Durak in teams on record, held against the rules."""

from __future__ import annotations

from typing import Any

from tests.referee.durak.deal import Deal
from tests.referee.durak.table import MENUS, PACK
from tests.referee.replay import Outcome, Story, hands_fault, is_alike
from tests.referee.shuffle import order
from tests.referee.tables import Table

__all__ = ["HOUSES", "DurakHouse"]

Json = dict[str, Any]

MOST_DEALS = 25


class DurakHouse:
    """A game at one table as far as it has come."""

    def __init__(self, table: Table) -> None:
        """Begin a game."""
        self.table = table
        self.totals = [0] * table.players
        self.deals = 0
        self.dealer: int | None = None

    def keys(self) -> set[str]:
        """Give the keys of a deal besides those that every deal has."""
        return {"turned", "stock"}

    def form_fault(self, deal: Json) -> str:
        """Say why a deal cannot be played, or nothing."""
        stock, turned = deal["stock"], deal["turned"]
        if not isinstance(stock, list) or not all(isinstance(card, str) for card in stock):
            return "stock is no list of cards"
        fault = hands_fault(self.table, deal, [6] * self.table.players, stock, PACK)
        shown = stock[-1] if stock else None
        if not fault and (turned != shown if stock else turned not in deal["hands"][deal["dealer"]]):
            return f"turned is {turned!r}, not the last card of the stock or one of the dealer"
        return fault

    def next_dealer(self) -> int | None:
        """Say who deals, or nothing where it may be anybody."""
        return self.dealer

    def play(self, deal: Json) -> Story:
        """Play a deal, and take it into account: next deals the next seat, of the losing side if there is one."""
        told = Deal(self.table, deal["dealer"], deal["hands"], deal["turned"], deal["stock"])
        outcome = yield from told.story()
        self.deals += 1
        self.totals = [total + score for total, score in zip(self.totals, told.scores(), strict=True)]
        step = 1 if told.loser in (None, (deal["dealer"] + 1) % 2) else 2
        self.dealer = (deal["dealer"] + step) % self.table.players
        return outcome

    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return max(self.totals) == self.table.number("losses") or self.deals == MOST_DEALS

    def ending(self) -> Outcome:
        """Give what the record must say at its end."""
        return {"totals": self.totals}

    def winners(self) -> set[int]:
        """Name the seats that have won: those with the most points."""
        return {seat for seat, total in enumerate(self.totals) if total == max(self.totals)}

    def is_dealt_by(self, deal: Json, seed: str) -> bool:
        """Say whether a seed gives the cards of a deal: six each, singly; the next one is turned and put under."""
        cards = [PACK[place] for place in order(seed, len(PACK))]
        players = self.table.players
        hands = [
            sorted(cards[(seat - deal["dealer"] - 1) % players : 6 * players : players]) for seat in range(players)
        ]
        rest = cards[6 * players :]
        stock = rest[1:] + rest[:1]
        turned = stock[-1] if stock else cards[-1]
        return is_alike([[*map(sorted, deal["hands"])], deal["stock"], deal["turned"]], [hands, stock, turned])


HOUSES = {name: (menu, DurakHouse) for name, menu in MENUS.items()}
