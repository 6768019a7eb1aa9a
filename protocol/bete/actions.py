"""What a seat can do in Bête, and how a record of the format ``chwech-record/1`` writes it."""

from typing import Final

from protocol.cards import Card, InvalidCard, read_card
from protocol.vocabulary import Action, InvalidAction


class TakePart(Action, frozen=True, gc=False, tag="bete.take_part"):
    """Play for the pool in this deal."""


class Pass(Action, frozen=True, gc=False, tag="bete.pass"):
    """Stay out of this deal."""


class Play(Action, frozen=True, gc=False, tag="bete.play"):
    """Play a card, to lead or to follow."""

    card: Card


BeteAction = TakePart | Pass | Play
"""Everything that a seat can do."""

TAKE_PART: Final = TakePart()
"""The one way to take part."""

PASS: Final = Pass()
"""The one way to stay out."""

_PLAIN: Final[dict[str, BeteAction]] = {"in": TAKE_PART, "-": PASS}


def write_action(action: BeteAction) -> str:
    """Write an action as records do: ``in``, ``-``, ``QH``."""
    if isinstance(action, Play):
        return action.card.text
    return "in" if isinstance(action, TakePart) else "-"


def read_action(text: str) -> BeteAction:
    """Read an action as records write it.

    Raises:
        InvalidAction: the text names no action.
    """
    known = _PLAIN.get(text)
    if known is not None:
        return known
    try:
        return Play(read_card(text))
    except InvalidCard:
        raise InvalidAction(f"{text[:20]!r} is no action: write a card (QH), in, or -") from None
