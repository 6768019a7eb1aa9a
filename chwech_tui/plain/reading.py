"""Reads what a person types in plain mode: cards in any usual writing, numbers, words that are nearly right; pure."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from chwech_tui.model.cards import SYMBOLS, suit_words
from chwech_tui.plain.speech import RANK_WORDS
from protocol.cards import JOKER, Card, Rank, Suit

LONGEST_LINE: Final = 500
"""The most characters of a line that are read; the rest is dropped."""

_SUITS: Final = {
    name: suit for suit in Suit for name in (suit.value.lower(), suit_words(suit), suit_words(suit).removesuffix("s"))
}
_RANKS: Final = {
    **{rank.value.lower(): rank for rank in RANK_WORDS},
    **{word: rank for rank, word in RANK_WORDS.items()},
    "t": Rank.TEN,
}
_JOKERS: Final = frozenset({"joker", "jk", "★"})
_TOGETHER: Final = re.compile(r"(10|11|12|13|[2-9tjqka])([cdhs])")


class NamedCard(NamedTuple):
    """A card that a line begins with, and the words after it."""

    card: Card
    rest: tuple[str, ...]


def words_of(line: str) -> tuple[str, ...]:
    """Return the words of a line in lower case, with suits as letters."""
    lowered = line[:LONGEST_LINE].lower()
    for suit, sign in SYMBOLS.items():
        lowered = lowered.replace(sign, suit.value.lower())
    return tuple(re.sub(r"[\s,]+", " ", lowered).split())


def read_card(words: Sequence[str]) -> NamedCard | None:
    """Return the card that these words begin with: ``qh``, ``queen of hearts``, ``10 c``, ``joker``; None if none."""
    if not words:
        return None
    if words[0] in _JOKERS:
        return NamedCard(JOKER, tuple(words[1:]))
    together = _TOGETHER.fullmatch(words[0])
    if together:
        return NamedCard(Card(_RANKS[together[1]], _SUITS[together[2]]), tuple(words[1:]))
    rank = _RANKS.get(words[0])
    rest = tuple(words[1:])
    if rest[:1] == ("of",):
        rest = rest[1:]
    suit = _SUITS.get(rest[0]) if rest else None
    return NamedCard(Card(rank, suit), rest[1:]) if rank is not None and suit is not None else None


def number_of(word: str) -> int | None:
    """Return the number that a word is, up to nine figures; None if it is none."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else None


def near(word: str, known: Iterable[str]) -> str:
    """Return the known word most similar to this one; empty if none is."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word[:40], tuple(known), n=1)), "")


def listed_or(words: Sequence[str]) -> str:
    """Return words as a choice: ``high or low``, ``clubs, diamonds or hearts``."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""
