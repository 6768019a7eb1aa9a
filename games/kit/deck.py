"""Packs, orders of ranks, how cards are dealt out, and the shuffle ``deal-v1``.

It goes from 32 bytes to the order of a pack, reproducible for ever and on every machine.

It is a Fisher-Yates shuffle over HMAC-SHA256, because the standard library guarantees no algorithm for its shuffle.
The bytes come from the caller: a server takes them from ``secrets``, a simulation derives them from a text.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count
from operator import eq
from typing import Final, TypeVar

from protocol.cards import BLACK_JOKER, FACES, RED_JOKER, Card, Rank

C = TypeVar("C")  # A card, or its place in the pack: dealing moves either.

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


SHUFFLE_VERSION: Final = "deal-v1"  # The name of the algorithm in records; a different algorithm needs a new name.

SEED_BYTES: Final = 32
_DRAW_RANGE: Final = 1 << 16
_BLOCK: Final = struct.Struct(">16H")


def shuffle(seed: bytes, cards: int) -> tuple[int, ...]:
    """Return the order of a pack: places in the unshuffled pack, top card first.

    For ``i`` from ``cards - 1`` down to 1 the entries ``i`` and ``j`` change places; ``j`` is uniform in ``0…i``.

    Raises:
        ValueError: the seed is not 32 bytes long, or the pack has fewer than 1 or more than 65,536 cards.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    if not 1 <= cards <= _DRAW_RANGE:
        raise ValueError(f"a pack has 1 to {_DRAW_RANGE} cards, not {cards}")
    order = list(range(cards))
    keyed = hmac.new(seed, SHUFFLE_VERSION.encode(), "sha256")
    # Uniform 16-bit numbers without end: HMAC-SHA256 of a 64-bit counter, read big-endian.
    draws = chain.from_iterable(_BLOCK.unpack(_block(keyed, counter)) for counter in count())
    for last, places, fair in _steps(cards):
        draw = next(draws)
        while draw >= fair:
            draw = next(draws)
        other = draw % places
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@lru_cache(maxsize=64)
def _steps(cards: int) -> tuple[tuple[int, int, int], ...]:
    """Return each place from the last but the first, how many places there are up to it, and the limit of fair draws.

    The limit is the largest multiple of these places in the draw range: smaller draws are unbiased.
    """
    return tuple((places - 1, places, _DRAW_RANGE - _DRAW_RANGE % places) for places in range(cards, 1, -1))


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed in hex: published before the first card, it commits the server to the seed."""
    return hashlib.sha256(seed).hexdigest()


def derive(text: str, game: int, deal: int) -> bytes:
    """Return the seed of one deal of a repeatable series that is named by a text; games and deals count from 1."""
    return hmac.digest(text.encode(), f"{SHUFFLE_VERSION} game {game} deal {deal}".encode(), "sha256")


def _block(keyed: hmac.HMAC, counter: int) -> bytes:
    """Return one block; copying the keyed HMAC is cheaper than keying it again."""
    block = keyed.copy()
    block.update(counter.to_bytes(8, "big"))
    return block.digest()


DUPLICATE_VERSION: Final = "duplicate-v1"
"""The name in records of how the deals of a duplicate game are derived; a different way needs a new name.

Every set of hands is dealt once by each dealer, so that each seat holds each hand: cards are dealt from the dealer on,
so that a pack in the same order, dealt by another seat, gives the same hands to other seats. One seed, drawn with the
first deal, decides every pack and when each comes; it is told when the game is over.
"""

DRAWS: Final = 16
"""The number of orders that are drawn; the first of those in which a set follows itself least often is taken."""


@lru_cache(maxsize=64)
def deal_seeds(seed: bytes, players: int, sets: int) -> tuple[bytes, ...]:
    """Return the seed of the shuffle of each deal, from the seed of a duplicate game."""
    packs = [_derived(seed, f"set {number}") for number in range(1, sets + 1)]
    return tuple(packs[number] for number in set_order(seed, players, sets))


def set_order(seed: bytes, players: int, sets: int) -> tuple[int, ...]:
    """Return which set each deal of a duplicate game has, counted from 0: from each dealer, each set once.

    In a draw the order of the sets is drawn apart for each dealer, counted from the first.
    """
    draws = [
        [shuffle(_derived(seed, f"order {number} dealer {dealer}"), sets) for dealer in range(1, players + 1)]
        for number in range(1, DRAWS + 1)
    ]
    orders = [tuple([order[turn] for turn in range(sets) for order in by_dealer]) for by_dealer in draws]
    return min(orders, key=lambda order: sum(map(eq, order, order[1:])))


def _derived(seed: bytes, what: str) -> bytes:
    return hmac.digest(seed, f"{DUPLICATE_VERSION} {what}".encode(), "sha256")
