"""The pack of Da Bai Fen, how its cards rank, and what they count; what may be played is not known here.

It belongs to the language of the game: rules take tricks by it, bots weigh cards by it, and screens sort hands by it.
Parlett: red Joker, black Joker, the card of the trump rank in the trump suit, the other three of it (all equal), then
the rest of the trump suit from the Ace down; in plain suits from the Ace down. All eighteen trumps are one suit.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from protocol.cards import BLACK_JOKER, RED_JOKER, Card, Rank, Suit

RANKS: Final = tuple(Rank(text) for text in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])
"""The ranks from the Two up, which are the levels as well."""

HEIGHTS: Final = {rank: height for height, rank in enumerate(RANKS)}
"""How high each rank is in a plain suit; the Ace has 12."""

PACK: Final = (*(Card(rank, suit) for suit in Suit for rank in RANKS), BLACK_JOKER, RED_JOKER)
"""The unshuffled pack, by suit and then by rank from the Two up, the red Joker last."""

PLACES: Final = {card: place for place, card in enumerate(PACK)}
"""The place of each card in the unshuffled pack."""

_COUNTERS: Final = {Rank.KING: 10, Rank.TEN: 10, Rank.FIVE: 5}
_JOKERS: Final = {BLACK_JOKER: 15, RED_JOKER: 16}
_HIGHEST_OF_RANK: Final = 14
_OTHERS_OF_RANK: Final = 13
_ABOVE_PLAIN: Final = 20
"""More than the height of any card of a plain suit."""


class Trumps(Struct, frozen=True, gc=False):
    """What is trump in a deal."""

    rank: Rank
    """The trump rank: the level of the declarers."""

    suit: Suit


def counted(card: Card) -> int:
    """Return what a card counts."""
    return _COUNTERS.get(card.rank, 0)


def count(cards: Iterable[Card]) -> int:
    """Return what cards count."""
    return sum([counted(card) for card in cards])


def is_trump(card: Card, trumps: Trumps) -> bool:
    """Return True if a card is one of the eighteen trumps."""
    return card.suit is None or card.suit is trumps.suit or card.rank is trumps.rank


def suit_of(card: Card, trumps: Trumps) -> Suit | None:
    """Return the plain suit to which a card belongs; None if it is a trump, which all are one suit."""
    return None if is_trump(card, trumps) else card.suit


def height(card: Card, trumps: Trumps) -> int:
    """Return how high a card ranks among those of its suit, trumps among trumps; three trumps have the same height."""
    if card.suit is None:
        return _JOKERS[card]
    if card.rank is trumps.rank:
        return _HIGHEST_OF_RANK if card.suit is trumps.suit else _OTHERS_OF_RANK
    return HEIGHTS[card.rank]


def taker(laid: Sequence[Sequence[Card]], trumps: Trumps) -> int:
    """Return the index of the cards that take a trick, among what each seat laid in order; all laid the same number.

    Of equal trumps the one played first prevails. Several cards led are beaten only by as many trumps.

    Raises:
        IndexError: nothing has been laid.
    """
    strengths = [_strength(cards, laid[0], trumps) for cards in laid]
    return strengths.index(max(strengths))


def _strength(cards: Sequence[Card], lead: Sequence[Card], trumps: Trumps) -> int:
    """Return how strong cards are against others of their trick; below zero if they cannot take it."""
    trumped = all(is_trump(card, trumps) for card in cards)
    led = suit_of(lead[0], trumps)
    if len(lead) > 1 and led is None:
        return 0 if cards is lead else -1
    if trumped:
        return _ABOVE_PLAIN + max([height(card, trumps) for card in cards])
    if len(lead) > 1:
        return 0 if cards is lead else -1
    return height(cards[0], trumps) if suit_of(cards[0], trumps) is led else -1


def _sorted(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards in the order of the pack."""
    return tuple(sorted(cards, key=PLACES.__getitem__))


def arrange(cards: Iterable[Card], rank: Rank, trump: Suit | None) -> tuple[Card, ...]:
    """Return cards as a hand is shown: plain suits in the order of the pack, then trumps from the lowest up.

    Before the trump suit is known, the cards of the trump rank and the Jokers are trumps.
    """
    plain: list[Card] = []
    held: list[Card] = []
    for card in _sorted(cards):
        sure = card.suit is None or card.rank is rank or card.suit is trump
        (held if sure else plain).append(card)
    if trump is not None:
        held.sort(key=lambda card: height(card, Trumps(rank, trump)))
    return (*plain, *held)
