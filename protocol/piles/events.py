"""What happens in the games of one pile, as the log keeps it and, less what is hidden, as viewers are told."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.vocabulary import Event, Seat


class Ending(Enum):
    """How a deal ended."""

    OUT = "out"
    """Only one seat was left with cards, or where the first one out wins, somebody had none."""

    LIMIT = "limit"
    """The deal had as many moves as the table allows: it is drawn."""

    REPETITION = "repetition"
    """Challenge: the same position came for the third time: the deal is drawn."""


class DealSheet(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one deal; every list but ``out`` is by seat."""

    dealer: Seat
    """Who dealt."""

    ending: Ending
    """How the deal ended."""

    out: tuple[Seat, ...]
    """The seats that had played all their cards, in the order in which they went out."""

    left: tuple[int, ...]
    """Cards that each seat was left with."""

    taken: tuple[int, ...]
    """Cards that each seat has taken up from piles."""

    points: tuple[int, ...]
    """1 for each seat that has won the deal, or where there is one loser, has not lost it."""

    totals: tuple[int, ...]
    """Points up to and with this deal."""

    commitment: str | None = None
    """The SHA-256 that was told when the pack was shuffled, in hex."""

    seed: str | None = None
    """The 32 bytes that decided the deal, in hex; told now."""


class DealBegun(Event, frozen=True, gc=False, tag="piles.deal_begun"):
    """The pack is shuffled; the cards are dealt at once, or after the seats have named their trumps."""

    deal: int
    """Which deal of the game this is, from 1."""

    dealer: Seat
    pack: tuple[Card, ...] = ()
    """The shuffled pack, the top card first; in the log only."""

    commitment: str | None = None
    """SHA-256 of the seed in hex: the pack cannot be changed any more."""

    seed: str | None = None
    """The seed in hex; in the log only, told when the deal has ended."""


class TrumpNamed(Event, frozen=True, gc=False, tag="piles.trump_named"):
    """A seat has named its trump suit."""

    seat: Seat
    suit: Suit
    forced: bool = False
    """True if it was the only suit left before the deal, so that the seat was not asked."""


class SideNamed(Event, frozen=True, gc=False, tag="piles.side_named"):
    """Challenge: the dealer has named a second suit."""

    seat: Seat
    """The dealer."""

    suit: Suit


class Dealt(Event, frozen=True, gc=False, tag="piles.dealt"):
    """The cards have been dealt; sixes that are handed over are still where they were dealt."""

    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat; a viewer is told its own and those of open hands, and empty hands for the others."""

    drawn: tuple[Card | None, ...] = ()
    """Dudak with drawn trumps: the card that each seat was dealt face down; nil for what a viewer may not know."""

    open: bool = False
    """True if all hands lie open from the beginning."""


class SixHanded(Event, frozen=True, gc=False, tag="piles.six_handed"):
    """Svoyi Koziri: a six has been handed openly to the seat whose trump it is."""

    giver: Seat
    """Who was dealt it."""

    taker: Seat
    """Whose trump it is."""

    card: Card
    """The six."""


class Played(Event, frozen=True, gc=False, tag="piles.played"):
    """A seat has played a card on the pile."""

    seat: Seat
    card: Card
    beaten: Card | None = None
    """The card that it beats; nil for one that begins a pile or was added."""


class Taken(Event, frozen=True, gc=False, tag="piles.taken"):
    """A seat has taken up the pile, or the top of it."""

    seat: Seat
    cards: tuple[Card, ...]
    """What it has taken up, in the order played; all have seen these cards."""


class TrumpShown(Event, frozen=True, gc=False, tag="piles.trump_shown"):
    """Dudak with drawn trumps: a seat has turned up its trump card, which joins its hand."""

    seat: Seat
    card: Card
    """The card: its suit is the seat's trump."""

    forced: bool = False
    """True if the seat had played its last other card, so that it was not asked."""


class WentOut(Event, frozen=True, gc=False, tag="piles.went_out"):
    """A seat has played its last card and takes no further part in the deal."""

    seat: Seat


class PileKilled(Event, frozen=True, gc=False, tag="piles.pile_killed"):
    """Dudak: the top card was beaten with a last card, and the pile is laid aside for the rest of the deal."""

    cards: tuple[Card, ...]
    """Its cards, in the order played."""


class DealEnded(Event, frozen=True, gc=False, tag="piles.deal_ended"):
    """The deal is over."""

    sheet: DealSheet
    """The score of every seat, and how it came about."""


class GameEnded(Event, frozen=True, gc=False, tag="piles.game_ended"):
    """All deals have been played."""

    totals: tuple[int, ...]
    """The final score of every seat."""

    winners: tuple[Seat, ...]
    """The seats with the most points."""
