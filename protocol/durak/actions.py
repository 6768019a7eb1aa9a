"""What a seat can do in Durak, and how a record of the format ``chwech-record/1`` writes it."""

from typing import Final

from protocol.cards import Card, InvalidCard, read_card
from protocol.vocabulary import Action, InvalidAction


class Attack(Action, frozen=True, gc=False, tag="durak.attack"):
    """Attack the defender with the first card of a bout."""

    card: Card


class Add(Action, frozen=True, gc=False, tag="durak.add"):
    """Throw in another card against the defender, of a rank that lies in the bout."""

    card: Card


class Beat(Action, frozen=True, gc=False, tag="durak.beat"):
    """Beat one attack card, as the defender."""

    attack: Card
    card: Card
    """The card that beats it."""


class GiveUp(Action, frozen=True, gc=False, tag="durak.give_up"):
    """Give up the defence: the defender will pick up all cards of the bout when nobody adds any more."""


class Pass(Action, frozen=True, gc=False, tag="durak.pass"):
    """Throw in nothing, when asked; it holds until another card is thrown in."""


class Finish(Action, frozen=True, gc=False, tag="durak.finish"):
    """Say, before one is asked, that one throws in nothing more until this bout is over."""


DurakAction = Attack | Add | Beat | GiveUp | Pass | Finish
"""Everything that a seat can do."""

GIVE_UP: Final = GiveUp()
"""The one way to give up."""

PASS: Final = Pass()
"""The one way to pass."""

FINISH: Final = Finish()
"""The one way to be done for a bout."""

_WORDS: Final[dict[str, DurakAction]] = {"up": GIVE_UP, "-": PASS, "done": FINISH}


def write_action(action: DurakAction) -> str:
    """Write an action as records do: ``6S``, ``+6D``, ``8S>6S`` (8S beats 6S), ``up``, ``-``, ``done``."""
    match action:
        case Attack(card):
            return card.text
        case Add(card):
            return f"+{card.text}"
        case Beat(attack, card):
            return f"{card.text}>{attack.text}"
    return next(text for text, word in _WORDS.items() if word == action)


def read_action(text: str) -> DurakAction:
    """Read an action as records write it.

    Raises:
        InvalidAction: the text names no action.
    """
    if text in _WORDS:
        return _WORDS[text]
    card, beats, attack = text.partition(">")
    try:
        if beats:
            return Beat(read_card(attack), read_card(card))
        return Add(read_card(card[1:])) if card.startswith("+") else Attack(read_card(card))
    except InvalidCard:
        raise InvalidAction(
            f"{text[:20]!r} is no action: write a card (6S), + before one to add, 8S>6S to beat, up, - or done"
        ) from None
