"""The referee: whole games of Svoyi Koziri, Dudak and Challenge on record, held against the rules."""

from __future__ import annotations

import hashlib
from typing import Any

from tests.referee.piles.deal import Deal
from tests.referee.piles.table import MENUS, SUITS, pack, place_of, suit
from tests.referee.replay import Outcome, Story, hands_fault, is_alike
from tests.referee.shuffle import order
from tests.referee.tables import Table

__all__ = ["HOUSES", "PilesHouse"]

Json = dict[str, Any]


class PilesHouse:
    """A game at one table as far as it has come."""

    def __init__(self, table: Table) -> None:
        """Begin a game."""
        self.table = table
        self.totals = [0] * table.players
        self.deals = 0
        self.dealer: int | None = None
        self.trumps: list[str | None] | None = None

    def has_drawn(self) -> bool:
        """Say whether everybody is dealt a card face down."""
        return self.table.game == "dudak" and self.table.option("trumps") == "drawn"

    def keys(self) -> set[str]:
        """Give the keys of a deal besides those that every deal has."""
        return {"drawn"} if self.has_drawn() else set()

    def form_fault(self, deal: Json) -> str:
        """Say why a deal cannot be played, or nothing."""
        drawn = deal.get("drawn", [])
        sizes = self.sizes(deal["dealer"])
        if not isinstance(drawn, list) or len(drawn) != (self.table.players if self.has_drawn() else 0):
            return "drawn is not one card for each seat"
        if not all(isinstance(card, str) for card in drawn):
            return "drawn is no list of cards"
        fault = hands_fault(self.table, deal, sizes, drawn, pack(self.table))
        return fault or (mirror_fault(deal) if self.table.game == "challenge" else "")

    def sizes(self, dealer: int) -> list[int]:
        """Count the cards that each seat is dealt into its hand."""
        cards, players = len(pack(self.table)), self.table.players
        places = [(seat - dealer - 1) % players for seat in range(players)]
        return [cards // players + (place < cards % players) - self.has_drawn() for place in places]

    def next_dealer(self) -> int | None:
        """Say who deals, or nothing where it may be anybody."""
        return self.dealer

    def play(self, deal: Json) -> Story:
        """Play a deal, and take it into account."""
        told = Deal(self.table, deal["dealer"], deal["hands"], deal.get("drawn"), self.trumps)
        outcome = yield from told.story()
        if self.table.game == "svoyi-koziri":
            self.trumps = told.trumps
        self.deals += 1
        self.totals = [total + (seat in told.out) for seat, total in enumerate(self.totals)]
        loser = None if self.table.game == "challenge" else told.loser()
        self.dealer = (deal["dealer"] + 1) % self.table.players if loser is None else loser
        return outcome

    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return self.deals == self.table.number("deals")

    def ending(self) -> Outcome:
        """Give what the record must say at its end."""
        return {"totals": self.totals}

    def winners(self) -> set[int]:
        """Name the seats that have won: those with the most points."""
        return {seat for seat, total in enumerate(self.totals) if total == max(self.totals)}

    def is_dealt_by(self, deal: Json, seed: str) -> bool:
        """Say whether a seed gives the cards of a deal."""
        unshuffled = pack(self.table)
        cards = [unshuffled[place] for place in order(seed, len(unshuffled))]
        if self.table.game == "challenge":
            hands = mirrored(deal, cards)
            drawn: list[str] = []
        else:
            hands, drawn = self.dealt(deal["dealer"], cards)
        same = is_alike([*map(sorted, deal["hands"])], [*map(sorted, hands)])
        return same and deal.get("drawn", []) == drawn

    def dealt(self, dealer: int, cards: list[str]) -> tuple[list[list[str]], list[str]]:
        """Deal singly, in Dudak in twos as long as they go round; the last card of each may lie face down."""
        players = self.table.players
        hands: list[list[str]] = [[] for _ in range(players)]
        while cards:
            batch = 2 if self.table.game == "dudak" and len(cards) >= 2 * players else 1
            for step in range(1, players + 1):
                hands[(dealer + step) % players] += cards[:batch]
                cards = cards[batch:]
        return hands, [hand.pop() for hand in hands] if self.has_drawn() else []


def suits_named(deal: Json) -> dict[str, str]:
    """Give for each suit of the dealer its image; nothing where the suits were not named."""
    named = [action[-1:] for _, action in deal["actions"][:3]]
    if sorted({*named} & {*SUITS}) != sorted(named):
        return {}
    (last,) = {*SUITS} - {*named}
    return dict(zip(named[:2], [named[2], last], strict=True))


def mirror_fault(deal: Json) -> str:
    """Say whether hands of Challenge are something else than images of one another."""
    image = suits_named(deal)
    if not image:
        return ""
    both = image | {own: other for other, own in image.items()}
    if {card[:-1] + both[card[-1]] for card in deal["hands"][0]} != {*deal["hands"][1]}:
        return "the hands are no mirror images"
    return "" if is_acceptable(deal["hands"]) else "a hand has fewer than two cards of a suit"


def is_acceptable(hands: list[list[str]]) -> bool:
    """Say whether each hand has two cards of every suit."""
    return all(sum(suit(card) == each for card in hand) >= 2 for hand in hands for each in SUITS)


def mirrored(deal: Json, cards: list[str]) -> list[list[str]]:
    """Deal as Challenge does with the suits that were named, again and again until the hands are acceptable."""
    image = suits_named(deal)
    if not image:
        return []
    while not is_acceptable(hands := dealt_once(cards, image)):
        again = hashlib.sha256(" ".join(cards).encode()).hexdigest()
        cards = [sorted(cards, key=place_of)[place] for place in order(again, len(cards))]
    return hands if deal["dealer"] == 0 else hands[::-1]


def dealt_once(cards: list[str], image: dict[str, str]) -> list[list[str]]:
    """Deal the hand of the dealer, and that of the opponent, from a pack."""
    kept = [card for card in cards[: len(cards) // 2] if suit(card) in image]
    images = [card[:-1] + image[suit(card)] for card in kept]
    own = kept + [card for card in cards if suit(card) not in image and card not in images]
    return [own, [card for card in cards if card not in own]]


HOUSES = {name: (menu, PilesHouse) for name, menu in MENUS.items()}
