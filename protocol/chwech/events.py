"""The events of Chwech, complete in the log, and without hidden information for viewers."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card
from protocol.chwech.actions import Play
from protocol.vocabulary import Event, Seat


class Ending(Enum):
    """The way a deal ended."""

    OUT = "out"
    """Somebody played their last card, and the trick was taken."""

    DEADLOCK = "deadlock"
    """Everybody passed the lead."""


class DealSheet(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one deal, every list by seat."""

    dealer: Seat
    ending: Ending
    """The way the deal ended."""

    won: tuple[int, ...]
    """Cards won in tricks."""

    left: tuple[int, ...]
    """Cards left in hand."""

    factors: tuple[int, ...]
    """Nine for a multiple of nine cards won, otherwise the cards won beyond such a multiple."""

    scores: tuple[int, ...]
    """Cards played out times the factor."""

    totals: tuple[int, ...]
    """The sum of the scores up to and with this deal."""

    commitment: str | None = None
    """The SHA-256 that was published when the cards were dealt, in hex."""

    seed: str | None = None
    """The 32 bytes that decided the deal, in hex; published now, in a duplicate game with the last deal, for all."""


class Dealt(Event, frozen=True, gc=False, tag="chwech.dealt"):
    """The cards have been dealt."""

    deal: int
    """The number of the deal, from 1."""

    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat in the order dealt; a viewer is told its own and empty hands for the others."""

    commitment: str | None = None
    """SHA-256 of the seed in hex, which proves that the deck does not change later."""

    seed: str | None = None
    """The seed in hex; only in the log until the deal has ended."""


class ChwechTurn(Event, frozen=True, gc=False):
    """An event of one seat."""

    seat: Seat


class Led(ChwechTurn, frozen=True, gc=False, tag="chwech.led"):
    """A seat has led to a trick."""

    play: Play
    """The card, with the suit that a Joker stands for or the height of an Ace."""


class LeadPassed(ChwechTurn, frozen=True, gc=False, tag="chwech.lead_passed"):
    """A seat has passed the lead, and with it its part in the trick that is then led."""


class Played(ChwechTurn, frozen=True, gc=False, tag="chwech.played"):
    """A seat has played to the trick."""

    play: Play
    """The card."""


class Passed(ChwechTurn, frozen=True, gc=False, tag="chwech.passed"):
    """A seat has passed its turn in the trick."""


class TrickTaken(ChwechTurn, frozen=True, gc=False, tag="chwech.trick_taken"):
    """The trick is complete and has gone to the highest card."""

    cards: tuple[Card, ...]
    """Its cards, in the order played."""


class DealEnded(Event, frozen=True, gc=False, tag="chwech.deal_ended"):
    """The deal is over and has been scored."""

    sheet: DealSheet
    """The score of every seat, and how it was computed."""


class GameEnded(Event, frozen=True, gc=False, tag="chwech.game_ended"):
    """The last deal has been scored."""

    totals: tuple[int, ...]
    """The final score of every seat."""

    winners: tuple[Seat, ...]
    """The seats with the highest total: a tie is a shared win."""
