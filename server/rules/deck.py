"""The shuffle, version ``deal-v1``: from 32 bytes to the order of a pack, the same for ever and for everybody.

A Fisher-Yates of our own over HMAC-SHA256, because the standard library promises no algorithm for its shuffle. What the
bytes are is not this file's business: a server takes them from ``secrets``, a simulation derives them from a text.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, count
from typing import Final

SHUFFLE_VERSION: Final = "deal-v1"
"""Names the algorithm below in records; another algorithm gets another name."""

SEED_BYTES: Final = 32
"""The length of a seed."""

_DRAW_RANGE: Final = 1 << 16
_BLOCK: Final = struct.Struct(">16H")


def shuffle(seed: bytes, cards: int) -> tuple[int, ...]:
    """Give the order of a pack: the places in the unshuffled pack, the top card first.

    For ``i`` from ``cards - 1`` down to 1 the entries ``i`` and ``j`` change places, ``j`` drawn evenly from ``0…i``.

    Raises:
        ValueError: the seed has not 32 bytes, or the pack has fewer than 1 or more than 65,536 cards.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    if not 1 <= cards <= _DRAW_RANGE:
        raise ValueError(f"a pack has 1 to {_DRAW_RANGE} cards, not {cards}")
    order = list(range(cards))
    fair = _fair(cards)
    last = cards - 1
    draws = _draws(seed)
    while last > 0:
        draw = next(draws)
        if draw < fair[last]:
            other = draw % (last + 1)
            order[last], order[other] = order[other], order[last]
            last -= 1
    return tuple(order)


@lru_cache(maxsize=64)
def _fair(cards: int) -> tuple[int, ...]:
    """Give for each place the number below which a draw among it and all before it favours none: a multiple of them."""
    return tuple(_DRAW_RANGE - _DRAW_RANGE % (place + 1) for place in range(cards))


def commitment(seed: bytes) -> str:
    """Give the SHA-256 of a seed in hex: told before the first card, it binds whoever chose the seed."""
    return hashlib.sha256(seed).hexdigest()


def derive(text: str, game: int, deal: int) -> bytes:
    """Give the seed of one deal of one game of a repeatable series, named by a text; games and deals count from 1."""
    return hmac.digest(text.encode(), f"{SHUFFLE_VERSION} game {game} deal {deal}".encode(), "sha256")


def _draws(seed: bytes) -> Iterator[int]:
    """Give evenly distributed 16-bit numbers without end: HMAC-SHA256 of a running 64-bit counter, read big-endian."""
    keyed = hmac.new(seed, SHUFFLE_VERSION.encode(), "sha256")
    return chain.from_iterable(_BLOCK.unpack(_block(keyed, counter)) for counter in count())


def _block(keyed: hmac.HMAC, counter: int) -> bytes:
    """Give one block: to copy what is keyed once costs less than to key it again."""
    block = keyed.copy()
    block.update(counter.to_bytes(8, "big"))
    return block.digest()
