"""What bots know of Bête."""

from collections.abc import Callable
from random import Random
from typing import Final

from games.bete.rules import HEIGHTS, IN, BeteTable
from games.kit.asking import Ask, Choice, Offer
from games.kit.sampler import Knowledge
from games.kit.tricks import PASS, Trump, follow
from protocol.cards import Card

EAGER: Final = 1.1
"""The tricks that a hand has to promise for a plain hand to take part."""


def plain(table: BeteTable, seat: int, offer: Ask | Offer, rng: Random) -> Choice:
    """Take part with good cards, lead high, take a trick as cheaply as possible, and throw low cards away."""
    trump = Trump(HEIGHTS, table.trump)
    if offer.prompt == "part":
        return IN if promise(table, seat) >= EAGER else PASS
    cards = [card for card in offer.choices if isinstance(card, Card)]
    if not table.trick:
        return max(cards, key=lambda card: (trump.height(card, card.suit) % 100, rng.random()))
    led = table.trick[0][1].suit
    best = max(trump.height(card, led) for _, card in table.trick)
    taking = [card for card in cards if trump.height(card, led) > best]
    return min(taking or cards, key=lambda card: trump.height(card, led or card.suit))


def promise(table: BeteTable, seat: int) -> float:
    """Return about how many tricks a hand takes."""
    high = len(HEIGHTS) - 1
    return sum(
        0.25 + HEIGHTS[card.rank] / high * 0.75 if card.suit is table.trump else max(0, HEIGHTS[card.rank] - 4) * 0.2
        for card in table.hands[seat]
    )


def denies(table: BeteTable, _seat: int, _prompt: str, choice: Choice) -> Callable[[Card], bool] | None:
    """Return the cards that would have had to be played in place of this one."""
    if not isinstance(choice, Card) or not table.trick:
        return None
    trump, trick = Trump(HEIGHTS, table.trump), table.trick
    head = bool(table.options["head"])
    return lambda card: choice not in follow([choice, card], trick, trump, head=head, ruff=True)[0]


BOT: Final = Knowledge(plain=plain, denies=denies)
