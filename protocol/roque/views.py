"""What one viewer may see of a game of Roque: all that a screen or a bot needs, nothing hidden."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.roque.actions import Bid, Bury, Pass, Play
from protocol.roque.events import DealSheet
from protocol.vocabulary import Seat, Stage, View


class Phase(Enum):
    """What the table waits for."""

    DEALING = "dealing"
    """The next deal."""

    BIDDING = "bidding"
    """A bid or a pass."""

    BURYING = "burying"
    """A card that the declarer lays aside."""

    LEADING = "leading"
    """A lead."""

    FOLLOWING = "following"
    """A card to the trick."""

    OVER = "over"
    """Nothing: the game has ended."""


class SeatView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What everybody sees of one seat."""

    side: int
    """Its side, from 0; partners have the same. With three players everybody is a side."""

    cards: int
    """Cards in hand; between two deals those left when the deal ended."""

    tricks: int
    """Tricks taken in this deal; between two deals in the one that has ended."""

    total: int
    """The score of its side over the deals that have ended."""

    took: int = 0
    """What the tricks that its side has taken in this deal count, without the cards laid aside."""

    bid: int | None = None
    """While the auction is on, its last bid; after that, what the declarer has bid."""

    passed: bool = False
    """While the auction is on, and where everybody has passed, whether it has passed."""

    declares: bool = False
    """Whether its bid is the highest so far; after the auction, whether it is the declarer."""


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
    """The cards of one deal, open to all once the game has ended; each list but the last two by seat."""

    dealt: tuple[tuple[Card, ...], ...]
    """The hands as dealt."""

    left: tuple[tuple[Card, ...], ...]
    """What was still in hand when the deal ended."""

    widow: tuple[Card, ...]
    buried: tuple[Card, ...] = ()
    """The cards that the declarer laid aside."""


_STAGES = {Phase.DEALING: Stage.DEALING, Phase.OVER: Stage.OVER}


class RoqueView(View, frozen=True, gc=False, tag="roque.view"):
    """Everything one viewer may know."""

    viewer: Seat | None
    """The seat that looks, or None for a spectator."""

    game: str
    """``roque`` or ``roque-three``."""

    target: int
    """The score that wins the game."""

    last_deal: int
    """The number of the deal with which the game ends at the latest."""

    widow_cards: int
    """How many cards the widow has, and how many the declarer buries."""

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

    bid: int = 0
    """The highest bid of this deal; 0 before there is one."""

    declarer: Seat | None = None
    """Who has bid it; once the auction is over the declarer."""

    trump: Suit | None = None
    """The trump suit, once the declarer has led."""

    hand: tuple[Card, ...] = ()
    """The viewer's own cards, by suit and rank from the Two up."""

    widow: tuple[Card, ...] = ()
    """The cards of the widow, for the declarer alone."""

    aside: int = 0
    """How many cards the declarer has laid aside so far."""

    buried: tuple[Card, ...] = ()
    """The cards laid aside: for the declarer, and for all once the deal has ended."""

    legal: tuple[Bid | Pass | Bury | Play, ...] = ()
    """Every action the viewer may take now; empty when it is not its turn."""

    trick: Trick = Trick()
    """The open trick."""

    last_trick: Trick | None = None
    """The trick before, in this deal."""

    gone: tuple[Card, ...] = ()
    """The cards of all tricks taken in this deal, in the order played: everybody has seen them."""

    left: tuple[tuple[Card, ...], ...] = ()
    """Between two deals and at the end, the cards still in hand when the deal ended, by seat."""

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
