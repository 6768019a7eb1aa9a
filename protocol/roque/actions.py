"""What a seat can do in Roque, and how a record of the format ``chwech-record/1`` writes it."""

from typing import Final

from protocol.cards import Card, InvalidCard, read_card
from protocol.vocabulary import Action, InvalidAction


class Bid(Action, frozen=True, gc=False, tag="roque.bid"):
    """Bid to win at least so many points."""

    points: int
    """The points: a multiple of five above every bid before."""


class Pass(Action, frozen=True, gc=False, tag="roque.pass"):
    """Pass: the seat is out of the auction."""


class Bury(Action, frozen=True, gc=False, tag="roque.bury"):
    """Lay a card aside, face down; the declarer buries as many as the widow had, one after the other."""

    card: Card
    """The card, of those dealt or of the widow."""


class Play(Action, frozen=True, gc=False, tag="roque.play"):
    """Play a card, to lead or to follow; the suit of the first card of a deal is trump."""

    card: Card


RoqueAction = Bid | Pass | Bury | Play
"""Everything that a seat can do."""

PASS: Final = Pass()
"""The one way to pass."""

_VERBS: Final[dict[str, type[Bury | Play]]] = {"bury": Bury, "": Play}
_LONGEST_BID: Final = 3


def write_action(action: RoqueAction) -> str:
    """Write an action as records do: ``bid 125``, ``-``, ``bury 3C``, ``QH``."""
    match action:
        case Bid(points):
            return f"bid {points}"
        case Bury(card):
            return f"bury {card.text}"
        case Play(card):
            return card.text
    return "-"


def read_action(text: str) -> RoqueAction:
    """Read an action as records write it.

    Raises:
        InvalidAction: the text names no action.
    """
    if text == "-":
        return PASS
    verb, space, rest = text.rpartition(" ")
    if verb == "bid" and rest.isascii() and rest.isdigit() and len(rest) <= _LONGEST_BID and rest[0] != "0":
        return Bid(int(rest))
    try:
        if verb in _VERBS and bool(verb) == bool(space):
            return _VERBS[verb](read_card(rest))
    except InvalidCard:
        pass
    raise InvalidAction(f"{text[:20]!r} is no action: write a card (QH), bury and a card, bid and a number, or -")
