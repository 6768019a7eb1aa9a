"""What a seat can do in the Fives, and how a record of the format ``chwech-record/1`` writes it."""

from typing import Final, assert_never

from protocol.cards import Card, InvalidCard, read_card
from protocol.vocabulary import Action, InvalidAction


class TakeJoker(Action, frozen=True, gc=False, tag="fives.take_joker"):
    """Take the Joker that was turned up, and put a card under the pack; another card is then turned."""

    discard: Card
    """The card that goes under the pack, unseen."""


class Rob(Action, frozen=True, gc=False, tag="fives.rob"):
    """Rob the pack: take the turn-up, and discard a card face down."""

    discard: Card
    """The card that is laid aside, unseen."""


class Decline(Action, frozen=True, gc=False, tag="fives.decline"):
    """Say openly that one leaves the turn-up, which one might have taken."""


class Play(Action, frozen=True, gc=False, tag="fives.play"):
    """Play a card, to lead or to follow."""

    card: Card


class Sweep(Action, frozen=True, gc=False, tag="fives.sweep"):
    """Spoil Five: take the pool with the first tricks of a deal, which ends it."""


class Jink(Action, frozen=True, gc=False, tag="fives.jink"):
    """Spoil Five: leave the pool there after the first tricks, and undertake to win all five."""


FivesAction = TakeJoker | Rob | Decline | Play | Sweep | Jink
"""Everything that a seat can do."""

DECLINE: Final = Decline()
"""The one way to decline."""

SWEEP: Final = Sweep()
"""The one way to sweep."""

JINK: Final = Jink()
"""The one way to jink."""

_WORDS: Final[dict[str, FivesAction]] = {"-": DECLINE, "sweep": SWEEP, "jink": JINK}
_VERBS: Final[dict[str, type[TakeJoker | Rob | Play]]] = {"joker": TakeJoker, "rob": Rob, "": Play}


def write_action(action: FivesAction) -> str:
    """Write an action as records do: ``QH``, ``rob 3C``, ``joker 3C``, ``sweep``, ``jink``, ``-``."""
    match action:
        case Play(card):
            return card.text
        case Rob(discard):
            return f"rob {discard.text}"
        case TakeJoker(discard):
            return f"joker {discard.text}"
        case Sweep():
            return "sweep"
        case Jink():
            return "jink"
        case Decline():
            return "-"
        case _:
            assert_never(action)


def read_action(text: str) -> FivesAction:
    """Read an action as records write it.

    Raises:
        InvalidAction: the text names no action.
    """
    if text in _WORDS:
        return _WORDS[text]
    verb, space, face = text.rpartition(" ")
    try:
        if verb in _VERBS and bool(verb) == bool(space):
            return _VERBS[verb](read_card(face))
    except InvalidCard:
        pass
    known = "a card (QH), rob and a card, joker and a card, sweep, jink, or -"
    raise InvalidAction(f"{text[:20]!r} is no action: write {known}")
