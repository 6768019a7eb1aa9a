"""The table of Da Bai Fen, and how its cards rank: eighteen trumps are one suit, and three of them are equal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.kit import game as kit
from games.kit.asking import Offer
from games.kit.cards import in_order, order, pack
from games.kit.game import Match, Table
from games.kit.secrets import secret
from protocol.cards import BLACK_JOKER, RED_JOKER, Card, Rank, Suit

LEVELS: Final = "2 3 4 5 6 7 8 9 10 J Q K A"
HEIGHTS: Final = order(LEVELS)
RANKS: Final = tuple(HEIGHTS)
PACK: Final = (*pack(LEVELS), BLACK_JOKER, RED_JOKER)
COUNTERS: Final = {Rank.KING: 10, Rank.TEN: 10, Rank.FIVE: 5}
PLAYERS, HAND, SIX = 4, 12, 6

CLAIM: Final = "void"
"""A seat shows a hand without a trump, and annuls the deal."""

ABOVE_PLAIN: Final = 20
"""More than the height of any plain card."""


@dataclass(frozen=True, kw_only=True)
class Sheet(kit.Sheet):
    """How a deal ended, and how many levels each seat's side has risen."""

    leader: int
    rank: Rank
    trump: Suit | None
    tricks: tuple[int, ...]
    took: int
    """The points of the declarers' opponents."""

    culprit: int | None
    """The seat that has annulled the deal, or whose lead has failed."""

    buried: tuple[Card, ...]


@dataclass
class DaBaiFenTable(Table):
    """The table of Da Bai Fen."""

    rank: Rank = Rank.TWO
    """The trump rank: the level of the side that declares."""

    trump: Suit | None = None
    drawn: int = 0
    """The number of cards that each seat has drawn."""

    is_last: bool = False
    """True if all are asked a last time whether they expose a card."""

    exposer: int | None = None
    exposed: Card | None = None
    turned: list[Card] = field(default_factory=list)
    """Those of the last six that all have seen."""

    leader: int | None = None
    """The seat that takes the last six; its side declares."""

    six: list[Card] = secret("leader", default_factory=list)
    buried: list[Card] = secret("leader", unless="is_open", default_factory=list)
    number: int = 0
    """The number of cards that each seat lays to the trick; 0 while the lead is not complete."""

    won: list[Card] = field(default_factory=list)
    """The cards that count among those won by the declarers' opponents."""

    def suit_of(self, card: Card) -> Suit | None:
        """Return the plain suit of a card; all trumps are one suit, None."""
        return None if card.suit is None or card.suit is self.trump or card.rank is self.rank else card.suit

    def height(self, card: Card) -> int:
        """Return how high a card is among those of its suit; three trumps are equal."""
        if card.suit is None:
            return 15 + (card is RED_JOKER)
        return 13 + (card.suit is self.trump) if card.rank is self.rank else HEIGHTS[card.rank]

    def arranged(self, cards: Iterable[Card]) -> list[Card]:
        """Return cards as a hand is held: plain suits, and then the trumps from the lowest up."""
        return sorted(in_order(cards), key=lambda card: -1 if self.suit_of(card) else self.height(card))

    def beatable(self, card: Card, others: Sequence[Card]) -> bool:
        """Return True if one of the others is a higher card of the same suit."""
        suit, height = self.suit_of(card), self.height(card)
        return any(self.suit_of(other) is suit and self.height(other) > height for other in others)

    def declares(self, seat: int) -> bool:
        """Return True if a seat is of the side that declares, as far as that is known."""
        starter = self.dealer if scored(self.match) else None
        declarer = starter if self.leader is None else self.leader
        return declarer is not None and side(self.match, seat) == side(self.match, declarer)

    def claiming(self, leader: int) -> dict[int, Offer]:
        """Return what seats without a trump are offered besides the Leader: they may annul the deal."""
        void = [seat for seat, hand in enumerate(self.hands) if all(map(self.suit_of, hand))]
        return {seat: Offer((CLAIM,), "void") for seat in void if seat != leader and self.options["void_claim"]}


def side(_match: Match, seat: int) -> int:
    """Return the side of a seat: partners sit opposite."""
    return seat % 2


def count(cards: Iterable[Card]) -> int:
    """Return what cards count."""
    return sum([COUNTERS.get(card.rank, 0) for card in cards])


def scored(match: Match) -> Sheet | None:
    """Return the last sheet of a deal that was not annulled; None if there is none."""
    return next((sheet for sheet in reversed(match.sheets) if sheet.ending != "annulled"), None)


def taker(table: DaBaiFenTable) -> int:
    """Return the seat whose cards take the trick, of equal ones the first."""
    led = table.trick[0][1]
    complete = [play for play in table.trick if len(play[1]) == len(led)]
    return max(complete, key=lambda play: strength(table, play[1], led))[0]


def strength(table: DaBaiFenTable, cards: Sequence[Card], led: Sequence[Card]) -> int:
    """Return how strong cards are in a trick: several that are led are beaten only by as many trumps."""
    suits, suit = {table.suit_of(card) for card in cards}, table.suit_of(led[0])
    if len(led) > 1 and (suit is None or suits != {None}):
        return 0 if cards is led else -1
    if suits == {None}:
        return ABOVE_PLAIN + max(map(table.height, cards))
    return table.height(cards[0]) if suits == {suit} else -1
