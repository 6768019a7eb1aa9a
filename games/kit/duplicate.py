"""The deals of a duplicate game: every set of hands is dealt once by each dealer, so that each seat holds each hand.

Cards are dealt from the dealer on. So a pack in the same order, dealt by somebody else, gives the same hands to other
seats. One seed, drawn with the first deal, decides every pack and when each comes; it is told when the game is over.
"""

import hmac
from functools import lru_cache
from itertools import pairwise
from typing import Final

from games.kit.deck import shuffle

DUPLICATE_VERSION: Final = "duplicate-v1"
"""The name of the derivation in records; a different one needs a new name."""

DRAWS: Final = 16
"""The number of orders that are drawn; the first of those in which a set follows itself least often is taken."""


@lru_cache(maxsize=64)
def deal_seeds(seed: bytes, players: int, sets: int) -> tuple[bytes, ...]:
    """Return the seed of the shuffle of each deal, from the seed of a duplicate game."""
    packs = [_derived(seed, f"set {number}") for number in range(1, sets + 1)]
    return tuple(packs[number] for number in set_order(seed, players, sets))


def set_order(seed: bytes, players: int, sets: int) -> tuple[int, ...]:
    """Return which set each deal of a duplicate game has, counted from 0: from each dealer, each set once."""
    return min((_order(seed, players, sets, number) for number in range(1, DRAWS + 1)), key=_repeats)


def _order(seed: bytes, players: int, sets: int, number: int) -> tuple[int, ...]:
    """Return one drawn order: of each dealer, counted from the first, the order of the sets is drawn apart."""
    by_dealer = [shuffle(_derived(seed, f"order {number} dealer {dealer}"), sets) for dealer in range(1, players + 1)]
    return tuple(order[turn] for turn in range(sets) for order in by_dealer)


def _repeats(order: tuple[int, ...]) -> int:
    return sum(one == other for one, other in pairwise(order))


def _derived(seed: bytes, what: str) -> bytes:
    return hmac.digest(seed, f"{DUPLICATE_VERSION} {what}".encode(), "sha256")
