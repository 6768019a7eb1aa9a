"""What one viewer may see of a game of one pile: all that a screen or a bot needs, nothing hidden."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.piles.actions import NameSide, NameTrump, Play, ShowTrump, Take
from protocol.piles.events import DealSheet
from protocol.vocabulary import Seat, Stage, View


class Phase(Enum):
    """What the table waits for."""

    DEALING = "dealing"
    """The next deal."""

    NAMING = "naming"
    """A suit that a seat names before the cards are dealt."""

    LEADING = "leading"
    """A card that begins a pile."""

    BEATING = "beating"
    """A card that beats the top of the pile, or that somebody takes it up."""

    ADDING = "adding"
    """Any card from the seat that has just beaten the top of the pile."""

    OVER = "over"
    """Nothing: the game has ended."""


class SeatView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What everybody sees of one seat."""

    cards: int
    """Cards in hand, without a trump card that lies face down; between two deals those left when the deal ended."""

    total: int
    """Points of the deals that have ended."""

    trump: Suit | None = None
    """Its trump suit, once it is known to all."""

    side: Suit | None = None
    """Challenge: the second suit of the seat."""

    known: tuple[Card, ...] = ()
    """The cards that all know to be in its hand: they were handed over or taken up openly, or the hand lies open."""

    taken: int = 0
    """Cards that it has taken up in this deal."""

    place: int = 0
    """In which place it went out in this deal, from 1; 0 while it is in."""

    drawn: bool = False
    """Dudak with drawn trumps: its trump card lies face down."""


class Turn(Struct, frozen=True, gc=False):
    """One card of the pile."""

    seat: Seat
    """Who played it."""

    card: Card


class Pickup(Struct, frozen=True, gc=False):
    """Cards that were taken up together."""

    seat: Seat
    """Who took them."""

    turns: tuple[Turn, ...]
    """The cards with who had played each, in the order played."""


class OpenDeal(Struct, frozen=True, gc=False, omit_defaults=True):
    """The cards of one deal, open to all once the game has ended; each list by seat."""

    dealt: tuple[tuple[Card, ...], ...]
    """The hands as dealt, before sixes were handed over, with a card dealt face down; in a replay as they are now."""

    left: tuple[tuple[Card, ...], ...]
    """What was still in hand when the deal ended."""

    drawn: tuple[Card | None, ...] = ()
    """Dudak with drawn trumps: the card that still lay face down when the deal ended, nil where it was turned up."""


_STAGES = {Phase.DEALING: Stage.DEALING, Phase.OVER: Stage.OVER}


class PilesView(View, frozen=True, gc=False, tag="piles.view"):
    """Everything one viewer may know."""

    viewer: Seat | None
    """The seat that looks, or None for a spectator."""

    game: str
    """``svoyi-koziri``, ``dudak`` or ``challenge``."""

    pack: int
    """How many cards the pack has."""

    deals: int
    """How many deals the game has."""

    limit: int
    """After how many moves a deal is drawn."""

    deal: int
    """The present deal, from 1; between two deals the next one."""

    dealer: Seat
    """Who deals or dealt."""

    phase: Phase
    """What the table waits for."""

    turn: Seat | None
    """Whose turn it is; None while cards are dealt, or at the end."""

    seats: tuple[SeatView, ...]
    """Every seat in public."""

    pile: tuple[Turn, ...] = ()
    """The pile from its first card; the last one is on top. All have seen its cards."""

    pickup: int = 0
    """How many cards from the top the seat would take up whose turn it is to beat."""

    moves: int = 0
    """How often in this deal a card was played or cards were taken up."""

    repeated: int = 0
    """Challenge, where the pile is empty: how often this position has been there, with this time."""

    hand: tuple[Card, ...] = ()
    """The viewer's own cards, by suit and rank from the Two up."""

    drawn: Card | None = None
    """Dudak with drawn trumps: the viewer's own trump card, while it lies face down."""

    legal: tuple[NameTrump | NameSide | ShowTrump | Play | Take, ...] = ()
    """Every action the viewer may take now; empty when it is not its turn."""

    last: Pickup | None = None
    """What was last taken up in this deal."""

    killed: tuple[Card, ...] = ()
    """Dudak: the cards of killed piles of this deal, in the order played: everybody has seen them."""

    left: tuple[tuple[Card, ...], ...] = ()
    """Between two deals and at the end, the cards still in hand when the deal ended, by seat."""

    sheets: tuple[DealSheet, ...] = ()
    """The deals that have ended, in order."""

    commitment: str | None = None
    """SHA-256 of the seed of the present deal, in hex."""

    winners: tuple[Seat, ...] = ()
    """At the end, the seats with the most points."""

    hands: tuple[OpenDeal, ...] = ()
    """At the end, the cards of every deal in order; before, none, but in a replay those of the deal as it stands."""

    @property
    def stage(self) -> Stage:
        """How far the game has come."""
        return _STAGES.get(self.phase, Stage.PLAYING)
