"""What happens in the Fives, as the log keeps it and, less what is hidden, as viewers are told."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card
from protocol.vocabulary import Event, Seat


class Ending(Enum):
    """How a deal ended."""

    PLAYED = "played"
    """All five tricks were taken, and nobody has won the game."""

    WON = "won"
    """Somebody reached the target, at which the game ends at once."""

    SWEPT = "swept"
    """Spoil Five: somebody took the pool with enough tricks."""

    JINKED = "jinked"
    """Spoil Five: somebody undertook all five tricks, won them, and took the pool with a chip from each other seat."""

    SPOILT = "spoilt"
    """Spoil Five: nobody took the pool, which stays for the next deal."""

    SHARED = "shared"
    """Spoil Five: nobody took the pool, and somebody cannot add to it: all get it back evenly, and the game is over."""


class BestCard(Struct, frozen=True, gc=False):
    """The best card of a deal, once it has scored."""

    seat: Seat
    """Who held it."""

    card: Card
    points: int
    """What it scored."""


class DealSheet(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one deal, every list by seat; partners have the same points and totals."""

    dealer: Seat
    """Who dealt."""

    ending: Ending
    """How the deal ended."""

    tricks: tuple[int, ...]
    """Tricks that each seat has taken."""

    points: tuple[int, ...]
    """What each seat's side has scored in this deal; in Spoil Five the chips won, or below 0 those paid."""

    totals: tuple[int, ...]
    """What each seat's side has scored up to and with this deal; in Spoil Five chips won, or below 0 those lost."""

    best: BestCard | None = None
    """Forty-Five: the best card and who scored for it; nil where the game ended before."""

    commitment: str | None = None
    """The SHA-256 that was told when the cards were dealt, in hex."""

    seed: str | None = None
    """The 32 bytes that decided the deal, in hex; told now."""

    pool: int | None = None
    """Spoil Five: the chips that were in the pool in this deal."""

    sweeper: Seat | None = None
    """Spoil Five: who took the pool."""

    jinker: Seat | None = None
    """Spoil Five: who undertook all five tricks."""


class Dealt(Event, frozen=True, gc=False, tag="fives.dealt"):
    """The cards have been dealt, and one is turned up for trump."""

    deal: int
    """Which deal of the game this is, from 1."""

    dealer: Seat
    """Who dealt."""

    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat in the order dealt; a viewer is told its own and empty hands for the others."""

    turn_up: Card
    """The card that is turned up: its suit is trump. If it is the Joker the dealer takes it and turns another."""

    next_up: Card | None = None
    """If the Joker is turned up, the card under it; in the log only, told when it is turned."""

    commitment: str | None = None
    """SHA-256 of the seed in hex: the deck cannot be changed any more."""

    seed: str | None = None
    """The seed in hex; in the log only, told when the deal has ended."""


class JokerTaken(Event, frozen=True, gc=False, tag="fives.joker_taken"):
    """The dealer has taken the Joker that was turned up, and has turned another card for trump."""

    seat: Seat
    """The dealer."""

    turn_up: Card
    """The card turned instead: its suit is trump."""

    discard: Card | None = None
    """The card put under the pack, which only the dealer is told."""


class Robbed(Event, frozen=True, gc=False, tag="fives.robbed"):
    """A seat has taken the turn-up and laid a card aside."""

    seat: Seat
    turn_up: Card
    """What was taken."""

    discard: Card | None = None
    """The card laid aside, which only the seat is told."""


class Declined(Event, frozen=True, gc=False, tag="fives.declined"):
    """A seat has said that it leaves the turn-up, which is turned face down."""

    seat: Seat


class Played(Event, frozen=True, gc=False, tag="fives.played"):
    """A seat has played a card, to lead or to follow."""

    seat: Seat
    card: Card


class BestCardScored(Event, frozen=True, gc=False, tag="fives.best_card_scored"):
    """Forty-Five: the best card of the deal is known, and its holder's side scores for it."""

    best: BestCard
    """Whose, which, and what it scores."""


class TrickTaken(Event, frozen=True, gc=False, tag="fives.trick_taken"):
    """The trick is complete and has gone to its highest card."""

    seat: Seat
    """Who took it."""

    cards: tuple[Card, ...]
    """Its cards, in the order played."""

    points: int
    """What the taker's side scores for it at once; nothing where tricks score together at the end of the deal."""


class TricksScored(Event, frozen=True, gc=False, tag="fives.tricks_scored"):
    """All five tricks have been taken, and a side scores for having most of them, where the table plays so."""

    side: int
    tricks: int
    """How many it has taken."""

    points: int
    """What it scores."""


class Barred(Event, frozen=True, gc=False, tag="fives.barred"):
    """Spoil Five: a seat has enough tricks, but cannot take the pool: it did not rob with the Ace of trumps."""

    seat: Seat


class Jinked(Event, frozen=True, gc=False, tag="fives.jinked"):
    """Spoil Five: a seat has won the first tricks, leaves the pool there, and undertakes to win all five."""

    seat: Seat


class Swept(Event, frozen=True, gc=False, tag="fives.swept"):
    """Spoil Five: a seat has taken the pool, which ends the deal."""

    seat: Seat
    chips: int
    """What was in the pool."""

    extra: int = 0
    """What the other seats pay besides, a chip each, for all five tricks that were undertaken."""


class DealEnded(Event, frozen=True, gc=False, tag="fives.deal_ended"):
    """The deal is over, since all its cards are played or somebody has won the game."""

    sheet: DealSheet
    """The score of every seat, and how it came about."""


class GameEnded(Event, frozen=True, gc=False, tag="fives.game_ended"):
    """Somebody has reached the target; or in Spoil Five the last pool was won, or somebody can pay no more."""

    totals: tuple[int, ...]
    """The final score of every seat."""

    winners: tuple[Seat, ...]
    """The seats of the side that has won; in Spoil Five those with the most chips."""

    chips: tuple[int, ...] = ()
    """With a pool: the chips of every seat now that it has been taken."""
