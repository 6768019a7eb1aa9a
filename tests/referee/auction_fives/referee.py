"""The referee: whole games of Auction Forty-Fives on record, held against the rules."""

from __future__ import annotations

from typing import Any

from tests.referee.auction_fives.deal import Deal
from tests.referee.auction_fives.table import HAND, MENUS, MOST_DEALS, TARGET
from tests.referee.fives.table import Table as FivesTable
from tests.referee.fives.table import pack
from tests.referee.record import is_list_of
from tests.referee.replay import Outcome, Story, hands_fault, is_alike
from tests.referee.shuffle import order
from tests.referee.tables import Table

__all__ = ["HOUSES", "AuctionFivesHouse"]

Json = dict[str, Any]
PACK = pack(FivesTable("twenty-five", 3))


class AuctionFivesHouse:
    """A game at one table as far as it has come."""

    def __init__(self, table: Table) -> None:
        """Begin a game."""
        self.table = table
        self.standing = [0, 0]
        self.deals = 0
        self.bidding_side = 0
        """Of the last deal."""
        self.dealer: int | None = None

    def keys(self) -> set[str]:
        """Give the keys of a deal besides those that every deal has."""
        return {"stock", "kitty"} if self.table.number("kitty") else {"stock"}

    def form_fault(self, deal: Json) -> str:
        """Say why a deal cannot be played, or nothing."""
        kitty, stock = deal.get("kitty", []), deal["stock"]
        size = self.table.number("kitty")
        if not is_list_of(str, kitty, size) or not is_list_of(str, stock, 52 - HAND * self.table.players - size):
            return "kitty or stock are not so many cards"
        return hands_fault(self.table, deal, [HAND] * self.table.players, [*kitty, *stock], PACK)

    def next_dealer(self) -> int | None:
        """Say who deals, or nothing where it may be anybody."""
        return self.dealer

    def play(self, deal: Json) -> Story:
        """Play a deal, and take it into account."""
        told = Deal(self.table, deal["dealer"], deal["hands"], deal.get("kitty", []), deal["stock"], self.standing)
        outcome = yield from told.story()
        self.deals += 1
        self.bidding_side = told.bidder % 2
        self.standing = [total + score for total, score in zip(self.standing, told.scores, strict=True)]
        self.dealer = (deal["dealer"] + 1) % self.table.players
        return outcome

    def is_over(self) -> bool:
        """Say whether the game has ended."""
        agreed = self.table.number("deals")
        return self.deals == agreed if agreed else max(self.standing) >= TARGET or self.deals == MOST_DEALS

    def ending(self) -> Outcome:
        """Give what the record must say at its end."""
        return {"totals": [self.standing[seat % 2] for seat in range(self.table.players)]}

    def winners(self) -> set[int]:
        """Name the seats of the side that has won, or of both."""
        sides = {side for side in (0, 1) if self.standing[side] == max(self.standing)}
        by_target = not self.table.number("deals") and min(self.standing) >= TARGET
        if by_target and (len(sides) == 2 or self.table.option("both_out") == "bidders"):
            sides = {self.bidding_side}
        return {seat for seat in range(self.table.players) if seat % 2 in sides}

    def is_dealt_by(self, deal: Json, seed: str) -> bool:
        """Say whether a seed gives the cards: two to each, then three, the kitty, and the rest is the stock."""
        cards = [PACK[place] for place in order(seed, len(PACK))]
        hands: list[list[str]] = [[] for _ in range(self.table.players)]
        for batch in (2, 3):
            for step in range(1, self.table.players + 1):
                hands[(deal["dealer"] + step) % self.table.players] += cards[:batch]
                cards = cards[batch:]
        size = self.table.number("kitty")
        said = [[*map(sorted, deal["hands"])], sorted(deal.get("kitty", [])), deal["stock"]]
        return is_alike(said, [[*map(sorted, hands)], sorted(cards[:size]), cards[size:]])


HOUSES = {name: (menu, AuctionFivesHouse) for name, menu in MENUS.items()}
