"""What a seat can do in Chwech, and how a record of the format ``chwech-record/1`` writes it."""

from enum import Enum
from typing import Final

from protocol.cards import Card, InvalidCard, Rank, Suit, read_card
from protocol.vocabulary import Action, InvalidAction


class AceHeight(Enum):
    """The height of an Ace in the original rules, chosen by its player."""

    HIGH = "high"
    LOW = "low"


class Pass(Action, frozen=True, gc=False, tag="chwech.pass"):
    """Take no part: pass a turn, or pass the lead."""


class Play(Action, frozen=True, gc=False, tag="chwech.play"):
    """Play a card, to lead or to follow."""

    card: Card
    ace: AceHeight | None = None
    """Original rules, always with an Ace: whether it counts high or low."""

    suit: Suit | None = None
    """Revised rules, always with a Joker led: the suit it stands for."""


PASS: Final = Pass()
"""The one way to pass."""

_ACE_MARKS: Final = {AceHeight.HIGH: "+", AceHeight.LOW: "-"}
_ACE_HEIGHTS: Final = {mark: height for height, mark in _ACE_MARKS.items()}


def write_action(action: Pass | Play) -> str:
    """Return an action as records write it: ``-``, ``QH``, ``AH+``, ``JK=H``."""
    if isinstance(action, Pass):
        return "-"
    mark = _ACE_MARKS[action.ace] if action.ace else ""
    stands_for = f"={action.suit.value}" if action.suit else ""
    return f"{action.card.text}{mark}{stands_for}"


def read_action(text: str) -> Pass | Play:
    """Return the action of a text in records.

    Raises:
        InvalidAction: the text names no action.
    """
    if text == "-":
        return PASS
    face, equals, suit = text.partition("=")
    height = _ACE_HEIGHTS.get(face[-1:])
    try:
        card = read_card(face[:-1] if height else face)
        stands_for = Suit(suit) if equals else None
    except (InvalidCard, ValueError):
        raise InvalidAction(
            f"{text[:20]!r} is no action: write -, a card (QH), an Ace as AH+ or AH-, a Joker led as JK=H"
        ) from None
    if height and card.rank is not Rank.ACE:
        raise InvalidAction(f"{text[:20]!r} is no action: only an Ace is played as high (+) or low (-)")
    return Play(card, height, stands_for)
