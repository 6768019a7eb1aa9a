"""A game of Chwech as one viewer sees it: all that a screen or a bot needs, and nothing hidden."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.chwech.actions import Pass, Play
from protocol.chwech.events import DealSheet
from protocol.vocabulary import Seat, Stage, View


class Phase(Enum):
    """What the table waits for."""

    DEALING = "dealing"
    """The next deal."""

    OPENING = "opening"
    """The first lead of a deal, which may not be passed."""

    LEADING = "leading"
    """A lead, which may be passed."""

    FOLLOWING = "following"
    """A card of the suit led, a Joker or a pass."""

    OVER = "over"
    """Nothing: the game has ended."""


class SeatView(Struct, frozen=True, gc=False, omit_defaults=True):
    """The public state of one seat."""

    cards: int
    """Cards in hand; between two deals those left when the deal ended."""

    won: int
    """Cards won in this deal; between two deals in the one that has ended."""

    worth: int
    """What the seat would score if the deal ended now."""

    total: int
    """The score of the deals that have ended."""

    pile: tuple[Card, ...] = ()
    """The cards won, in the order of the pack; always empty unless the option ``review_won`` is on."""


class Turn(Struct, frozen=True, gc=False, omit_defaults=True):
    """The turn of one seat in a trick."""

    seat: Seat
    play: Play | None = None
    """The card, or None for a pass."""


class Trick(Struct, frozen=True, gc=False, omit_defaults=True):
    """A trick, open or taken."""

    turns: tuple[Turn, ...] = ()
    """Turns so far, in order; passes of the lead come first, then the lead."""

    suit: Suit | None = None
    """The suit to follow; None before the lead."""

    taker: Seat | None = None
    """The seat that took it; in an open trick the seat that would take it now, which later turns can change."""


class OpenDeal(Struct, frozen=True, gc=False, omit_defaults=True):
    """The hands of one deal, open to all once the game has ended; each list by seat."""

    dealt: tuple[tuple[Card, ...], ...]
    """The hands as dealt, by suit and rank from the Two up, Jokers last."""

    left: tuple[tuple[Card, ...], ...]
    """The cards still in hand when the deal ended."""


_STAGES = {Phase.DEALING: Stage.DEALING, Phase.OVER: Stage.OVER}


class ChwechView(View, frozen=True, gc=False, tag="chwech.view"):
    """Everything one viewer may know."""

    viewer: Seat | None
    """The viewer's seat; None for a spectator."""

    ruleset: str
    """``revised`` or ``original``."""

    deal: int
    """The number of the deal, from 1; between two deals that of the next one."""

    deals: int
    """The number of deals in the game."""

    dealer: Seat
    phase: Phase
    """What the table waits for."""

    turn: Seat | None
    """The seat to act; None while a trick is taken, cards are dealt, or at the end."""

    seats: tuple[SeatView, ...]
    """Every seat in public."""

    hand: tuple[Card, ...] = ()
    """The viewer's own cards, by suit and rank from the Two up, Jokers last."""

    legal: tuple[Pass | Play, ...] = ()
    """Every legal action of the viewer; empty if it is not their turn."""

    trick: Trick = Trick()
    """The open trick."""

    last_trick: Trick | None = None
    """The trick before, in this deal."""

    left: tuple[tuple[Card, ...], ...] = ()
    """Between two deals and at the end, the cards still in hand when the deal ended, by seat."""

    sheets: tuple[DealSheet, ...] = ()
    """The deals that have ended, in order."""

    commitment: str | None = None
    """SHA-256 of the seed of the present deal, in hex."""

    winners: tuple[Seat, ...] = ()
    """At the end, the seats with the highest total."""

    hands: tuple[OpenDeal, ...] = ()
    """At the end, the hands of every deal in order; before, none, but in a replay those of the deal as it stands."""

    duplicate: bool = False
    """True if the game is duplicate: its sets of hands are dealt once by each dealer."""

    @property
    def stage(self) -> Stage:
        """How far the game has come."""
        return _STAGES.get(self.phase, Stage.PLAYING)
