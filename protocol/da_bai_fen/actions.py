"""What a seat can do in Da Bai Fen, and how a record of the format ``chwech-record/1`` writes it."""

from typing import Final

from protocol.cards import Card, InvalidCard, read_card
from protocol.vocabulary import Action, InvalidAction


class Expose(Action, frozen=True, gc=False, tag="da_bai_fen.expose"):
    """During the draw, answer by exposing a card of the trump rank: its suit is to be trump."""

    card: Card
    """The card, which the seat has drawn."""


class Pass(Action, frozen=True, gc=False, tag="da_bai_fen.pass"):
    """During the draw, answer by exposing nothing this time."""


class Finish(Action, frozen=True, gc=False, tag="da_bai_fen.finish"):
    """During the draw, answer by exposing nothing, and pass until all cards are drawn; the last question comes then."""


class Bury(Action, frozen=True, gc=False, tag="da_bai_fen.bury"):
    """Lay a card aside, face down; the Leader buries six, one after the other."""

    card: Card
    """The card, of those drawn or of the last six."""


class Claim(Action, frozen=True, gc=False, tag="da_bai_fen.claim"):
    """Show a hand without a trump before the opening lead: the deal is annulled."""


class Lay(Action, frozen=True, gc=False, tag="da_bai_fen.lay"):
    """Lead a card with others of its suit: more follow, the last of them by ``Play``."""

    card: Card


class Play(Action, frozen=True, gc=False, tag="da_bai_fen.play"):
    """Play a card: lead it alone, or as the last of several; or follow, once for each card that was led."""

    card: Card


DaBaiFenAction = Expose | Pass | Finish | Bury | Claim | Lay | Play
"""Everything that a seat can do."""

PASS: Final = Pass()
"""The one way to pass."""

FINISH: Final = Finish()
"""The one way to pass until all cards are drawn."""

CLAIM: Final = Claim()
"""The one way to annul a deal."""

_WORDS: Final[dict[str, DaBaiFenAction]] = {"-": PASS, "--": FINISH, "void": CLAIM}
_VERBS: Final[dict[str, type[Expose | Bury | Play]]] = {"expose": Expose, "bury": Bury, "": Play}
_MORE: Final = "+"


def write_action(action: DaBaiFenAction) -> str:
    """Write an action as records do: ``expose 2H``, ``-``, ``--``, ``bury 3C``, ``void``, ``AH+``, ``KH``."""
    match action:
        case Expose(card):
            return f"expose {card.text}"
        case Bury(card):
            return f"bury {card.text}"
        case Lay(card):
            return card.text + _MORE
        case Play(card):
            return card.text
    return next(text for text, known in _WORDS.items() if known == action)


def read_action(text: str) -> DaBaiFenAction:
    """Read an action as records write it.

    Raises:
        InvalidAction: the text names no action.
    """
    if text in _WORDS:
        return _WORDS[text]
    verb, space, rest = text.rpartition(" ")
    try:
        if not space and rest.endswith(_MORE):
            return Lay(read_card(rest.removesuffix(_MORE)))
        if verb in _VERBS and bool(verb) == bool(space):
            return _VERBS[verb](read_card(rest))
    except InvalidCard:
        pass
    raise InvalidAction(
        f"{text[:20]!r} is no action: write a card (QH), with + if more are led, expose or bury and a card,"
        " -, -- or void"
    )
