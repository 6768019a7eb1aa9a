"""Cards as values with a total text form."""

from enum import Enum
from typing import Final, Self


class Suit(Enum):
    """The four suits, in the order in which a hand is sorted."""

    # Members are singletons, so hashing by identity is correct, and several times as fast as Enum's own hash.
    __hash__ = object.__hash__

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(Enum):
    """Every rank of the packs in use, from the Two up; a Joker has a rank and no suit, and may be black or red."""

    __hash__ = object.__hash__

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    ELEVEN = "11"
    TWELVE = "12"
    THIRTEEN = "13"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    JOKER = "JK"
    BLACK_JOKER = "BJ"
    RED_JOKER = "RJ"


_WITHOUT_SUIT: Final = frozenset({Rank.JOKER, Rank.BLACK_JOKER, Rank.RED_JOKER})


class InvalidCard(ValueError):
    """A text that names no card."""


class Card:
    """One face of the pack: a rank and a suit, or a Joker.

    Equal faces are one and the same object, so that comparing and hashing a card costs a pointer:
    the rules do both millions of times a minute.
    """

    __slots__ = ("rank", "suit", "text")

    rank: Rank
    """The rank printed on the card; how high it counts is up to the game."""
    suit: Suit | None
    """The suit, or None for a Joker."""
    text: str
    """The card as records and messages write it: ``QH``, ``10C``, ``JK``."""

    def __new__(cls, rank: Rank, suit: Suit | None) -> Self:
        """Return the one object for this face."""
        text = rank.value + (suit.value if suit else "")
        known = _CARDS.get(text)
        if known is not None:
            assert isinstance(known, cls)
            return known
        if (rank in _WITHOUT_SUIT) != (suit is None):
            raise InvalidCard("a Joker has no suit, and every other card has one")
        card = super().__new__(cls)
        object.__setattr__(card, "rank", rank)
        object.__setattr__(card, "suit", suit)
        object.__setattr__(card, "text", text)
        _CARDS[text] = card
        return card

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card is frozen: cannot set {name}")

    def __reduce__(self) -> tuple[type[Self], tuple[Rank, Suit | None]]:
        """Copy and unpickle to the same object."""
        return type(self), (self.rank, self.suit)

    def __str__(self) -> str:
        """Write the card as records do."""
        return self.text

    def __repr__(self) -> str:
        """Show the card in failing tests."""
        return f"<{self.text}>"


_CARDS: dict[str, Card] = {}

JOKER: Final = Card(Rank.JOKER, None)  # The face that every Joker shows in a pack whose Jokers are alike.
BLACK_JOKER: Final = Card(Rank.BLACK_JOKER, None)  # The black one of two different Jokers.
RED_JOKER: Final = Card(Rank.RED_JOKER, None)  # The red one of two different Jokers.

FACES: Final = (*(Card(rank, suit) for suit in Suit for rank in Rank if rank not in _WITHOUT_SUIT), JOKER)
"""Every face but the black and the red Joker, by suit and then by rank from the Two up, the Joker last."""


def read_card(text: str) -> Card:
    """Return the card of a text in records and messages; raise ``InvalidCard`` if the text names no card."""
    card = _CARDS.get(text)
    if card is None:
        raise InvalidCard(
            f"{text[:20]!r} is no card: write a rank (2 to 10, 11, 12, 13, J, Q, K, A) and a suit (C D H S),"
            " or JK, BJ, RJ"
        )
    return card
