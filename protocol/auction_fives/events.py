"""What happens in Auction Forty-Fives, as the log keeps it and, less what is hidden, as viewers are told."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.vocabulary import Event, Seat


class Ending(Enum):
    """How a deal ended."""

    MADE = "made"
    """The bidders took what they had bid, or more."""

    FAILED = "failed"
    """The bidders took less than they had bid."""

    PASSED = "passed"
    """Everybody passed; nothing was played."""


class DealSheet(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one deal, every list by seat; partners have the same points and totals."""

    dealer: Seat
    """Who dealt."""

    ending: Ending
    """How the deal ended."""

    tricks: tuple[int, ...]
    """Tricks that each seat has taken."""

    taken: tuple[int, ...]
    """What each seat's side has taken: 5 a trick, and 5 for the highest trump."""

    points: tuple[int, ...]
    """What each seat's side has scored: the bidders lose their bid if they took less."""

    totals: tuple[int, ...]
    """What each seat's side has scored up to and with this deal; it may be below 0."""

    bidder: Seat | None = None
    """Who named trumps; nil where everybody passed."""

    bid: int = 0
    """What was bid."""

    trump: Suit | None = None
    best: Card | None = None
    """The card that scored 5 for its trick: the highest trump played, or without trumps the highest that took one."""

    best_seat: Seat | None = None
    """Who took a trick with it."""

    commitment: str | None = None
    """The SHA-256 that was told when the cards were dealt, in hex."""

    seed: str | None = None
    """The 32 bytes that decided the deal, in hex; told now."""


class Dealt(Event, frozen=True, gc=False, tag="auction_fives.dealt"):
    """The cards have been dealt."""

    deal: int
    """Which deal of the game this is, from 1."""

    dealer: Seat
    """Who dealt."""

    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat in the order dealt; a viewer is told its own and empty hands for the others."""

    kitty: tuple[Card, ...] = ()
    """The cards laid apart for the bidder; in the log only."""

    stock: tuple[Card, ...] = ()
    """The cards that are left, the next one to be drawn first; in the log only."""

    commitment: str | None = None
    """SHA-256 of the seed in hex: the deck cannot be changed any more."""

    seed: str | None = None
    """The seed in hex; in the log only, told when the deal has ended."""


class Passed(Event, frozen=True, gc=False, tag="auction_fives.passed"):
    """A seat has passed, and is out of the auction."""

    seat: Seat


class BidMade(Event, frozen=True, gc=False, tag="auction_fives.bid_made"):
    """A seat has bid."""

    seat: Seat
    points: int
    """The number."""


class Held(Event, frozen=True, gc=False, tag="auction_fives.held"):
    """A seat has taken over the bid that stood, at its number."""

    seat: Seat
    points: int
    """The number."""


class TrumpNamed(Event, frozen=True, gc=False, tag="auction_fives.trump_named"):
    """The seat whose bid stood in the end has named the trump suit, and takes the kitty if there is one."""

    seat: Seat
    suit: Suit
    kitty: tuple[Card, ...] = ()
    """The cards of the kitty, which only the seat is told."""


class Discarded(Event, frozen=True, gc=False, tag="auction_fives.discarded"):
    """A seat has laid a card aside."""

    seat: Seat
    card: Card | None = None
    """The card, which only the seat is told."""


class Drawn(Event, frozen=True, gc=False, tag="auction_fives.drawn"):
    """A seat has as many cards from the stock as it needed for five."""

    seat: Seat
    count: int
    """How many."""

    cards: tuple[Card, ...] = ()
    """The cards, which only the seat is told."""


class StockOpened(Event, frozen=True, gc=False, tag="auction_fives.stock_opened"):
    """The dealer looks through all cards that are left, to pick those that are missing to five."""

    seat: Seat
    """The dealer."""

    count: int
    """How many are to be picked."""

    cards: tuple[Card, ...] = ()
    """All cards that are left, which only the dealer is told."""


class Picked(Event, frozen=True, gc=False, tag="auction_fives.picked"):
    """The dealer has picked a card."""

    seat: Seat
    """The dealer."""

    card: Card | None = None
    """The card, which only the dealer is told."""


class Played(Event, frozen=True, gc=False, tag="auction_fives.played"):
    """A seat has played a card, to lead or to follow."""

    seat: Seat
    card: Card


class TrickTaken(Event, frozen=True, gc=False, tag="auction_fives.trick_taken"):
    """The trick is complete and has gone to its highest card."""

    seat: Seat
    """Who took it."""

    cards: tuple[Card, ...]
    """Its cards, in the order played."""


class DealEnded(Event, frozen=True, gc=False, tag="auction_fives.deal_ended"):
    """The deal is over: all its cards are played, or everybody has passed."""

    sheet: DealSheet
    """The score of every seat, and how it came about."""


class GameEnded(Event, frozen=True, gc=False, tag="auction_fives.game_ended"):
    """A side has reached the target, or the last deal is over."""

    totals: tuple[int, ...]
    """The final score of every seat."""

    winners: tuple[Seat, ...]
    """The seats of the side that has won; of both where they are equal after the last deal."""
