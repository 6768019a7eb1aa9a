"""What a seat can do in the games of one pile, and how a record of the format ``chwech-record/1`` writes it."""

from typing import Final

from protocol.cards import Card, InvalidCard, Suit, read_card
from protocol.vocabulary import Action, InvalidAction


class NameTrump(Action, frozen=True, gc=False, tag="piles.name_trump"):
    """Name one's own trump suit: before the deal, or where the table plays so at one's own turn."""

    suit: Suit
    """The suit, which is nobody else's trump."""


class NameSide(Action, frozen=True, gc=False, tag="piles.name_side"):
    """Challenge: name the second suit of the dealer; the other two are those of the opponent."""

    suit: Suit


class ShowTrump(Action, frozen=True, gc=False, tag="piles.show_trump"):
    """Turn up the trump card that one was dealt face down: its suit is one's trump, and it joins the hand."""


class Play(Action, frozen=True, gc=False, tag="piles.play"):
    """Play a card: to begin a pile, to beat its top card, or to add to one's own card that beat it."""

    card: Card


class Take(Action, frozen=True, gc=False, tag="piles.take"):
    """Take up the pile, or as much of it as the table says, instead of beating its top card."""


PilesAction = NameTrump | NameSide | ShowTrump | Play | Take
"""Everything that a seat can do."""

SHOW: Final = ShowTrump()
"""The one way to show a trump card."""

TAKE: Final = Take()
"""The one way to take up the pile."""

_NAMING: Final[dict[str, type[NameTrump | NameSide]]] = {"trump": NameTrump, "side": NameSide}
_SUITS: Final = {suit.value: suit for suit in Suit}
_PLAIN: Final[dict[str, PilesAction]] = {"take": TAKE, "show": SHOW}


def write_action(action: PilesAction) -> str:
    """Write an action as records do: ``QH``, ``take``, ``trump H``, ``side C``, ``show``."""
    match action:
        case Play(card):
            return card.text
        case NameTrump(suit):
            return f"trump {suit.value}"
        case NameSide(suit):
            return f"side {suit.value}"
        case ShowTrump():
            return "show"
    return "take"


def read_action(text: str) -> PilesAction:
    """Read an action as records write it.

    Raises:
        InvalidAction: the text names no action.
    """
    if text in _PLAIN:
        return _PLAIN[text]
    verb, _, suit = text.partition(" ")
    if verb in _NAMING and suit in _SUITS:
        return _NAMING[verb](_SUITS[suit])
    try:
        return Play(read_card(text))
    except InvalidCard:
        pass
    raise InvalidAction(
        f"{text[:20]!r} is no action: write a card (QH), take, trump and a suit (trump H), side and a suit, or show"
    )
