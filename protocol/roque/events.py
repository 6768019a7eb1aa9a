"""What happens in Roque, as the log keeps it and, less what is hidden, as viewers are told."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.vocabulary import Event, Seat


class Ending(Enum):
    """How a deal ended."""

    PASSED = "passed"
    """Everybody passed, and nothing was played."""

    MADE = "made"
    """The declarer's side took at least what was bid."""

    SLAM = "slam"
    """The declarer's side took every trick."""

    FAILED = "failed"
    """The declarer's side took less than was bid, and loses the bid."""

    DOUBLED = "doubled"
    """It also took less than the others, and loses twice the bid."""


class DealSheet(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one deal, every list by seat; partners have the same points, counts and totals."""

    dealer: Seat
    """Who dealt."""

    ending: Ending
    """How the deal ended."""

    tricks: tuple[int, ...]
    """Tricks that each seat has taken, without the cards laid aside."""

    took: tuple[int, ...]
    """What the cards and tricks of each seat's side counted, those laid aside included."""

    points: tuple[int, ...]
    """What each seat's side has scored in this deal; below zero for a bid that failed."""

    totals: tuple[int, ...]
    """What each seat's side has scored up to and with this deal."""

    declarer: Seat | None = None
    """Who won the auction; nil where everybody passed."""

    bid: int = 0
    """What the declarer bid."""

    trump: Suit | None = None
    """The trump suit; nil where everybody passed."""

    buried: tuple[Card, ...] = ()
    """The cards that the declarer laid aside, shown now."""

    commitment: str | None = None
    """The SHA-256 that was told when the cards were dealt, in hex."""

    seed: str | None = None
    """The 32 bytes that decided the deal, in hex; told now."""


class Dealt(Event, frozen=True, gc=False, tag="roque.dealt"):
    """The cards have been dealt, and the last ones lie face down: the widow."""

    deal: int
    """Which deal of the game this is, from 1."""

    dealer: Seat
    """Who dealt."""

    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat in the order dealt; a viewer is told its own and empty hands for the others."""

    widow: tuple[Card, ...] = ()
    """The cards of the widow; in the log only."""

    commitment: str | None = None
    """SHA-256 of the seed in hex: the deck cannot be changed any more."""

    seed: str | None = None
    """The seed in hex; in the log only, told when the deal has ended."""


class BidMade(Event, frozen=True, gc=False, tag="roque.bid_made"):
    """A seat has bid."""

    seat: Seat
    points: int
    """How many points."""


class Passed(Event, frozen=True, gc=False, tag="roque.passed"):
    """A seat has passed, and is out of the auction."""

    seat: Seat


class WidowTaken(Event, frozen=True, gc=False, tag="roque.widow_taken"):
    """The auction is over, and the declarer has taken the widow."""

    seat: Seat
    """The declarer."""

    points: int
    """The bid."""

    cards: tuple[Card, ...] = ()
    """The cards of the widow, which only the declarer is told."""


class Buried(Event, frozen=True, gc=False, tag="roque.buried"):
    """The declarer has laid a card aside, face down."""

    seat: Seat
    """The declarer."""

    card: Card | None = None
    """The card, which only the declarer is told."""


class Played(Event, frozen=True, gc=False, tag="roque.played"):
    """A seat has played a card, to lead or to follow; the suit of the first card of a deal is trump."""

    seat: Seat
    card: Card


class TrickTaken(Event, frozen=True, gc=False, tag="roque.trick_taken"):
    """The trick is complete and has gone to its highest card."""

    seat: Seat
    """Who took it."""

    cards: tuple[Card, ...]
    """Its cards, in the order played."""

    points: int
    """What it counts: five, and its cards."""


class DealEnded(Event, frozen=True, gc=False, tag="roque.deal_ended"):
    """The deal is over, since all its cards are played or everybody has passed."""

    sheet: DealSheet
    """The score of every seat, and how it came about."""


class GameEnded(Event, frozen=True, gc=False, tag="roque.game_ended"):
    """Somebody has reached the target, or the last deal is over."""

    totals: tuple[int, ...]
    """The final score of every seat."""

    winners: tuple[Seat, ...]
    """The seats that have won; after the last deal a win can be shared."""
