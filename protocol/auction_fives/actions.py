"""What a seat can do in Auction Forty-Fives, and how a record of the format ``chwech-record/1`` writes it."""

from typing import Annotated, Final, assert_never

from msgspec import Meta

from protocol.cards import Card, InvalidCard, Suit, read_card
from protocol.vocabulary import Action, InvalidAction

BIDS: Final = (5, 10, 15, 20, 25, 30)
"""Every number that can be bid."""


class Pass(Action, frozen=True, gc=False, tag="auction_fives.pass"):
    """Bid nothing, for the rest of the auction."""


class Bid(Action, frozen=True, gc=False, tag="auction_fives.bid"):
    """Bid a number, higher than all before: so many points one's side undertakes to take."""

    points: Annotated[int, Meta(ge=0, le=100)]
    """The number: 5, 10, 15, 20, 25 or 30."""


class Hold(Action, frozen=True, gc=False, tag="auction_fives.hold"):
    """Take over the bid that stands, at its number."""


class Name(Action, frozen=True, gc=False, tag="auction_fives.name"):
    """Name the trump suit, as the seat whose bid stands."""

    suit: Suit
    """The trump suit."""


class Discard(Action, frozen=True, gc=False, tag="auction_fives.discard"):
    """Lay a card aside before drawing; as often as one likes and may."""

    card: Card
    """The card, which nobody else sees."""


class Draw(Action, frozen=True, gc=False, tag="auction_fives.draw"):
    """Lay no more cards aside, and get as many as are missing to five."""


class Pick(Action, frozen=True, gc=False, tag="auction_fives.pick"):
    """Take a card of one's choice from those that are left, as the dealer where the table plays so."""

    card: Card
    """The card, which nobody else sees."""


class Play(Action, frozen=True, gc=False, tag="auction_fives.play"):
    """Play a card, to lead or to follow."""

    card: Card


AuctionFivesAction = Pass | Bid | Hold | Name | Discard | Draw | Pick | Play
"""Everything that a seat can do."""

PASS: Final = Pass()
"""The one way to pass."""

HOLD: Final = Hold()
"""The one way to hold."""

DRAW: Final = Draw()
"""The one way to end one's discards."""

_WORDS: Final[dict[str, AuctionFivesAction]] = {"pass": PASS, "hold": HOLD, "draw": DRAW}
_OF_A_CARD: Final[dict[str, type[Discard | Pick | Play]]] = {"discard": Discard, "pick": Pick, "": Play}


def write_action(action: AuctionFivesAction) -> str:
    """Write an action as records do: ``pass``, ``bid 15``, ``hold``, ``name C``, ``discard 3C``, ``draw``, ``QH``."""
    match action:
        case Bid(points):
            return f"bid {points}"
        case Name(suit):
            return f"name {suit.value}"
        case Discard(card):
            return f"discard {card.text}"
        case Pick(card):
            return f"pick {card.text}"
        case Play(card):
            return card.text
        case Pass() | Hold() | Draw():
            return next(word for word, known in _WORDS.items() if known == action)
        case _:
            assert_never(action)


def read_action(text: str) -> AuctionFivesAction:
    """Read an action as records write it.

    Raises:
        InvalidAction: the text names no action.
    """
    verb, space, rest = text.rpartition(" ")
    try:
        if text in _WORDS:
            return _WORDS[text]
        if verb == "bid" and rest in map(str, BIDS):
            return Bid(int(rest))
        if verb == "name":
            return Name(Suit(rest))
        if verb in _OF_A_CARD and bool(verb) == bool(space):
            return _OF_A_CARD[verb](read_card(rest))
    except (InvalidCard, ValueError):
        pass
    known = "a card (QH), bid 15, hold, pass, name and a suit, discard or pick and a card, or draw"
    raise InvalidAction(f"{text[:20]!r} is no action: write {known}")
