"""Suits as keys and in words."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.model.game import Choice
from protocol.cards import Suit
from protocol.language import _

SUIT_KEYS: Final = {Suit.CLUBS: "c", Suit.DIAMONDS: "d", Suit.HEARTS: "h", Suit.SPADES: "s"}
"""The keys that name suits."""


def suit_hint(choices: Sequence[Choice]) -> str:
    """Return the keys that name one of the suits offered, in words: ``c, d or h for the suit``."""
    keys = [choice.key for choice in choices if choice.key]
    if len(keys) < 2:
        return _("{key} for the suit", key="".join(keys))
    return _("{keys} or {last} for the suit", keys=", ".join(keys[:-1]), last=keys[-1])
