"""What a deal asks: of chance, of one seat, or of several. What is asked is what is legal; nothing else refuses."""

import re
from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

from msgspec import Struct

from protocol.cards import InvalidCard, Suit, read_card
from protocol.game import Choice, said

__all__ = ["Ask", "AskAny", "Choice", "Illegal", "Offer", "Question", "Rules", "Shuffle", "read", "text"]


class Illegal(ValueError):
    """An answer that is not asked for; nothing has changed."""


class Shuffle(Struct, frozen=True, gc=False):
    """Chance is asked for the order of a pack."""

    cards: int
    """The number of cards in the pack."""


class Offer(Struct, frozen=True, gc=False):
    """What a seat may choose."""

    choices: Sequence[Choice]
    prompt: str
    """The name of what is asked; the words are the game's."""


class Ask(Struct, frozen=True, gc=False):
    """One seat is asked, and the answer is its choice. For that seat it is the offer as well."""

    seat: int
    choices: Sequence[Choice]
    prompt: str

    @property
    def asked(self) -> "Mapping[int, Ask]":
        """The seats that are waited for, with their offers."""
        return {self.seat: self}

    @property
    def free(self) -> Mapping[int, Offer]:
        """The seats that may act although nobody waits for them: none."""
        return {}

    def offer(self, seat: int | None) -> "Ask | None":
        """Return what a seat may choose; None if it may not act."""
        return self if seat == self.seat else None


class AskAny(Struct, frozen=True, gc=False):
    """Several seats may answer, in any order; the answer is a seat and its choice."""

    asked: Mapping[int, Offer]
    free: Mapping[int, Offer] = {}
    """What seats may do although nobody waits for them."""
    lapsing: bool = False
    """True if the right of the free seats is lost when the others have acted, and known to none but themselves."""

    def free_to(self, viewer: int | None) -> list[int]:
        """Return the free seats that a viewer may know of."""
        return [seat for seat in sorted(self.free) if seat == viewer or not self.lapsing]

    def offer(self, seat: int | None) -> Offer | None:
        """Return what a seat may choose; None if it may not act."""
        return None if seat is None else self.asked.get(seat) or self.free.get(seat)


Question = Shuffle | Ask | AskAny

T = TypeVar("T")

Rules = Generator[Ask | AskAny, Any, T]
"""A part of a deal, which asks and returns what it is for; a whole deal returns its sheet."""


text: Final = said  # Returns a choice as records write it.

_NAMED: Final = re.compile(r"(.+ )?((?:\d+|[JQKA])[CDHS]|JK|BJ|RJ)([-+=])?([CDHS])?")


@lru_cache(maxsize=4096)
def read(said: str) -> Choice:
    """Return the choice that records write so, if it is a card, with words or signs around it; else the text itself."""
    found = _NAMED.fullmatch(said)
    if found is None:
        return said
    before, name, sign, suit = found.groups()
    try:
        card = read_card(name)
    except InvalidCard:
        return said
    parts = (*([before] if before else ()), card, *([sign] if sign else ()), *([Suit(suit)] if suit else ()))
    return parts if len(parts) > 1 else card
