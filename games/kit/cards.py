"""Packs, orders of ranks, sorted hands, and how cards are dealt out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from protocol.cards import BLACK_JOKER, FACES, RED_JOKER, Card, Rank

C = TypeVar("C")
"""A card, or its place in the pack: dealing moves either."""

_PLACES: Final = {card: place for place, card in enumerate((*FACES, BLACK_JOKER, RED_JOKER))}


def pack(ranks: str) -> tuple[Card, ...]:
    """Return the cards of these ranks, by suit and rank."""
    known = {Rank(text) for text in ranks.split()}
    return tuple(card for card in FACES if card.rank in known)


def order(ranks: str) -> Mapping[Rank, int]:
    """Return how high each rank is, the lowest first."""
    return {Rank(text): height for height, text in enumerate(ranks.split())}


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Return cards by suit and rank, Jokers last."""
    return sorted(cards, key=_PLACES.__getitem__)


def packets(cards: Sequence[C], seats: Sequence[int], sizes: Sequence[int]) -> tuple[list[list[C]], Sequence[C]]:
    """Deal packets of these sizes round the table; return the hands by seat, and the cards left."""
    hands: list[list[C]] = [[] for _ in seats]
    at = 0
    for size in sizes:
        for seat in seats:
            hands[seat] += cards[at : at + size]
            at += size
    return hands, cards[at:]
