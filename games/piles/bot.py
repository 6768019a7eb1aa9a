"""What bots know of the games of one pile."""

from random import Random
from typing import Final

from games.kit.asking import Ask, Choice, Offer
from games.kit.sampler import Knowledge
from games.piles.rules import HEIGHTS, SHOW, TAKE, PilesTable
from protocol.cards import Card, Suit


def plain(table: PilesTable, seat: int, offer: Ask | Offer, rng: Random) -> Choice:
    """Name the longest suit, beat with the lowest card that does, and take up what cannot be beaten."""
    choices, hand = offer.choices, table.hands[seat]
    named = [choice for choice in choices if isinstance(choice, tuple)]
    if named:
        return max(named, key=lambda choice: (sum(card.suit is choice[1] for card in hand), rng.random()))
    trump: Suit | None = table.trumps[seat]
    cards = [choice for choice in choices if isinstance(choice, Card)]
    if cards:
        return min(cards, key=lambda card: (card.suit is trump, HEIGHTS[card.rank]))
    return SHOW if SHOW in choices else TAKE


BOT: Final = Knowledge(plain=plain, noise=0.15)
