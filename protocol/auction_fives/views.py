"""What one viewer may see of a game of Auction Forty-Fives: all that a screen or a bot needs, nothing hidden."""

from enum import Enum

from msgspec import Struct

from protocol.auction_fives.actions import Bid, Discard, Draw, Hold, Name, Pass, Pick, Play
from protocol.auction_fives.events import DealSheet
from protocol.cards import Card, Suit
from protocol.colour_order import JokerPlace, Order, make_order
from protocol.vocabulary import Seat, Stage, View


class Phase(Enum):
    """What the table waits for."""

    DEALING = "dealing"
    """The next deal."""

    BIDDING = "bidding"
    """A bid, a hold or a pass."""

    NAMING = "naming"
    """The trump suit, from the seat whose bid stands."""

    DRAWING = "drawing"
    """The discards of a seat, and that it draws."""

    PICKING = "picking"
    """The cards that the dealer picks from those that are left."""

    LEADING = "leading"
    """A lead."""

    FOLLOWING = "following"
    """A card to the trick."""

    OVER = "over"
    """Nothing: the game has ended."""


class Call(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a seat said in the auction."""

    seat: Seat
    points: int | None = None
    """The number that it bid or held; nil for a pass."""

    held: bool = False
    """Whether it took over the number of the bid before."""


class SeatView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What everybody sees of one seat."""

    side: int
    """Its side, 0 or 1; partners have the same."""

    cards: int
    """Cards in hand."""

    tricks: int
    """Tricks taken in this deal; between two deals in the one that has ended."""

    total: int
    """The score of its side in the deals that have ended; it may be below 0."""

    drawn: int | None = None
    """The number of cards that it has drawn or picked in this deal; nil before."""


class Turn(Struct, frozen=True, gc=False):
    """A card and whose it is."""

    seat: Seat
    card: Card


class Trick(Struct, frozen=True, gc=False, omit_defaults=True):
    """A trick, open or taken."""

    turns: tuple[Turn, ...] = ()
    """Cards so far, in order; the first was led."""

    taker: Seat | None = None
    """Who took it; in an open trick who would take it as it stands."""


class OpenDeal(Struct, frozen=True, gc=False, omit_defaults=True):
    """The cards of one deal, open to all once the game has ended; each list of hands is by seat."""

    dealt: tuple[tuple[Card, ...], ...]
    """The hands as dealt."""

    left: tuple[tuple[Card, ...], ...]
    """What is in hand now, or was still in hand when the deal ended."""

    kitty: tuple[Card, ...] = ()
    """The cards laid apart for the bidder."""

    discards: tuple[Turn, ...] = ()
    """The cards laid aside, and by whom, in order."""

    drawn: tuple[Turn, ...] = ()
    """The cards drawn or picked, and by whom, in order."""


_STAGES = {Phase.DEALING: Stage.DEALING, Phase.OVER: Stage.OVER}


class AuctionFivesView(View, frozen=True, gc=False, tag="auction_fives.view"):
    """Everything one viewer may know. Seat n is of side n modulo 2."""

    viewer: Seat | None
    """The seat that looks, or None for a spectator."""

    target: int
    """The score that wins the game; 0 where the number of deals is fixed."""

    deals: int
    """The number of deals after which the game is over at the latest."""

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

    calls: tuple[Call, ...] = ()
    """What has been said in the auction of this deal, in order."""

    bidder: Seat | None = None
    """Whose bid stands."""

    bid: int = 0
    """The number that stands; 0 before the first bid."""

    trump: Suit | None = None
    """The trump suit, once it is named in this deal."""

    first: Seat | None = None
    """Who leads to the first trick, once the trump suit is named."""

    kitty: int = 0
    """The number of cards laid apart for the bidder, until they are taken."""

    stock: int = 0
    """The number of cards left to draw from."""

    most: int = 5
    """The largest number of cards that a seat may draw."""

    hand: tuple[Card, ...] = ()
    """The viewer's own cards, by suit and rank from the Two up."""

    discards: tuple[Card, ...] = ()
    """The cards that the viewer has laid aside in this deal."""

    open_stock: tuple[Card, ...] = ()
    """All cards that are left, while the viewer picks from them."""

    legal: tuple[Pass | Bid | Hold | Name | Discard | Draw | Pick | Play, ...] = ()
    """Every action the viewer may take now; empty when it is not its turn."""

    trick: Trick = Trick()
    """The open trick."""

    last_trick: Trick | None = None
    """The trick before, in this deal."""

    gone: tuple[Card, ...] = ()
    """The cards of all tricks taken in this deal, in the order played: everybody has seen them."""

    left: tuple[tuple[Card, ...], ...] = ()
    """Between two deals and at the end, the cards still in hand when the deal ended, by seat: none are."""

    sheets: tuple[DealSheet, ...] = ()
    """The deals that have ended, in order."""

    commitment: str | None = None
    """SHA-256 of the seed of the present deal, in hex."""

    winners: tuple[Seat, ...] = ()
    """At the end, the seats of the side that has won."""

    hands: tuple[OpenDeal, ...] = ()
    """At the end, the cards of every deal in order; before, none, but in a replay those of the deal as it stands."""

    @property
    def order(self) -> Order | None:
        """How the cards rank in this deal; None before the trump suit is known."""
        return None if self.trump is None else make_order(self.trump, JokerPlace.NONE)

    @property
    def stage(self) -> Stage:
        """How far the game has come."""
        return _STAGES.get(self.phase, Stage.PLAYING)
