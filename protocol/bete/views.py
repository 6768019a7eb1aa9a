"""What one viewer may see of a game of Bête: all that a screen or a bot needs, nothing hidden."""

from enum import Enum

from msgspec import Struct

from protocol.bete.actions import Pass, Play, TakePart
from protocol.bete.events import DealSheet
from protocol.cards import Card, Suit
from protocol.vocabulary import Seat, Stage, View


class Phase(Enum):
    """What the table waits for."""

    DEALING = "dealing"
    """The next deal."""

    ASKING = "asking"
    """Somebody to say whether they take part."""

    LEADING = "leading"
    """A lead."""

    FOLLOWING = "following"
    """A card to the trick."""

    OVER = "over"
    """Nothing: the game has ended."""


class Part(Enum):
    """What a seat has to do with a deal."""

    OPEN = "open"
    """It has not said yet whether it takes part."""

    IN = "in"
    """It plays for the pool."""

    OUT = "out"
    """It has passed."""

    AGAINST = "against"
    """It has passed, and plays against the one who takes part."""


class SeatView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What everybody sees of one seat."""

    part: Part
    """What it has to do with this deal; between two deals with the one that has ended."""

    cards: int
    """Cards in hand."""

    tricks: int
    """Tricks taken in this deal; between two deals in the one that has ended."""

    total: int
    """The chips that it has won over the deals that have ended, less those that it has paid."""


class Turn(Struct, frozen=True, gc=False):
    """What one seat played to a trick."""

    seat: Seat
    card: Card


class Trick(Struct, frozen=True, gc=False, omit_defaults=True):
    """A trick, open or taken."""

    turns: tuple[Turn, ...] = ()
    """Cards so far, in order; the first was led."""

    taker: Seat | None = None
    """Who took it; in an open trick who would take it as it stands."""


class OpenDeal(Struct, frozen=True, gc=False, omit_defaults=True):
    """The cards of one deal, open to all once the game has ended; each list by seat."""

    dealt: tuple[tuple[Card, ...], ...]
    """The hands as dealt."""

    left: tuple[tuple[Card, ...], ...]
    """What was still in hand when the deal ended."""

    turn_up: Card


_STAGES = {Phase.DEALING: Stage.DEALING, Phase.OVER: Stage.OVER}


class BeteView(View, frozen=True, gc=False, tag="bete.view"):
    """Everything one viewer may know."""

    viewer: Seat | None
    """The seat that looks, or None for a spectator."""

    deals: int
    """How many deals the game has."""

    deal: int
    """The present deal, from 1; between two deals the next one."""

    dealer: Seat
    """Who deals or dealt."""

    phase: Phase
    """What the table waits for."""

    turn: Seat | None
    """Whose turn it is; None while a trick is taken, cards are dealt, or at the end."""

    seats: tuple[SeatView, ...]
    """Every seat in public."""

    pool: int
    """The chips in the pool, the stakes of this deal included; between two deals those carried over."""

    step: int
    """1 if the play goes to the left, that is to the next seat, and −1 if it goes to the right."""

    head: bool = False
    """Whether a card that follows suit has to beat the trick if it can."""

    trump: Suit | None = None
    """The trump suit, once the cards are dealt."""

    turn_up: Card | None = None
    """The card that was turned up in this deal."""

    hand: tuple[Card, ...] = ()
    """The viewer's own cards, by suit and rank from the Seven up, the Ace last."""

    legal: tuple[TakePart | Pass | Play, ...] = ()
    """Every action the viewer may take now; empty when it is not its turn."""

    trick: Trick = Trick()
    """The open trick."""

    last_trick: Trick | None = None
    """The trick before, in this deal."""

    gone: tuple[Card, ...] = ()
    """The cards of all tricks taken in this deal, in the order played: everybody has seen them."""

    takers: tuple[Seat, ...] = ()
    """Who took each of them."""

    left: tuple[tuple[Card, ...], ...] = ()
    """Nothing: what is left in a hand after a deal is not shown before the end of the game."""

    sheets: tuple[DealSheet, ...] = ()
    """The deals that have ended, in order."""

    commitment: str | None = None
    """SHA-256 of the seed of the present deal, in hex."""

    winners: tuple[Seat, ...] = ()
    """At the end, the seats that have won."""

    hands: tuple[OpenDeal, ...] = ()
    """At the end, the cards of every deal in order; before, none, but in a replay those of the deal as it stands."""

    @property
    def stage(self) -> Stage:
        """How far the game has come."""
        return _STAGES.get(self.phase, Stage.PLAYING)
