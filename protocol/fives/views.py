"""What one viewer may see of the Fives: all that a screen or a bot needs, nothing hidden."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.colour_order import JokerPlace, Order, make_order
from protocol.fives.actions import Decline, Jink, Play, Rob, Sweep, TakeJoker
from protocol.fives.events import BestCard, DealSheet
from protocol.vocabulary import Seat, Stage, View


class Phase(Enum):
    """What the table waits for."""

    DEALING = "dealing"
    """The next deal."""

    EXCHANGING = "exchanging"
    """A card from the dealer, who takes the Joker that was turned up."""

    OFFERING = "offering"
    """The dealer, who may take the Ace that was turned up."""

    JINKING = "jinking"
    """Spoil Five: the winner of the first tricks, who takes the pool or undertakes all five."""

    LEADING = "leading"
    """A lead."""

    FOLLOWING = "following"
    """A card to the trick."""

    OVER = "over"
    """Nothing: the game has ended."""


class Claim(Enum):
    """What has become of the turn-up."""

    OPEN = "open"
    """Whoever may take it can still do so."""

    TAKEN = "taken"
    """Somebody has robbed."""

    LEFT = "left"
    """Who might have taken it has said openly that they do not."""

    LAPSED = "lapsed"
    """Nobody has taken it in time."""


class SeatView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What everybody sees of one seat."""

    side: int
    """Its side, from 0; partners have the same."""

    cards: int
    """Cards in hand; between two deals those left when the deal ended."""

    tricks: int
    """Tricks taken in this deal; between two deals in the one that has ended."""

    total: int
    """The score of its side, this deal included: tricks count as soon as they are taken.

    In Spoil Five the chips that it has won since the beginning, or below 0 those it has lost; what it has put into the
    pool counts as lost.
    """

    chips: int | None = None
    """With a pool: the chips it has."""


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


class Spoil(Struct, frozen=True, gc=False, omit_defaults=True):
    """What is peculiar to a deal of Spoil Five."""

    needed: int
    """The number of tricks that take the pool."""

    pools: int
    """The number of pools taken in the deals that have ended."""

    stake: int
    """The chips that everybody has put into the pool for this deal, or between two deals will put in for the next."""

    jinker: Seat | None = None
    """Who has undertaken all five tricks of this deal."""

    barred: Seat | None = None
    """Who has enough tricks and cannot take the pool, since it did not rob with the Ace of trumps."""


class OpenDeal(Struct, frozen=True, gc=False, omit_defaults=True):
    """The cards of one deal, open to all once the game has ended; each list by seat."""

    dealt: tuple[tuple[Card, ...], ...]
    """The hands as dealt."""

    left: tuple[tuple[Card, ...], ...]
    """What was still in hand when the deal ended."""

    turned: tuple[Card, ...]
    """The card turned up; where it was the Joker, that and the next one."""

    discards: tuple[Turn, ...] = ()
    """The cards laid aside, and by whom, in order."""


_STAGES = {Phase.DEALING: Stage.DEALING, Phase.OVER: Stage.OVER}


class FivesView(View, frozen=True, gc=False, tag="fives.view"):
    """Everything one viewer may know."""

    viewer: Seat | None
    """The seat that looks, or None for a spectator."""

    game: str
    """``twenty-five``, ``forty-five`` or ``spoil-five``."""

    target: int
    """The score that wins the game; in Spoil Five the number of pools after which it is over."""

    sides: int
    """How many sides there are; as many as seats where each plays for oneself. Seat n is of side n modulo this."""

    joker: JokerPlace
    """Where the Joker ranks, if there is one."""

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

    trump: Suit | None = None
    """The trump suit, once it is known in this deal."""

    turn_up: Card | None = None
    """The card that was turned up last in this deal."""

    claim: Claim = Claim.OPEN
    """What has become of it."""

    robber: Seat | None = None
    """Who has taken it."""

    low_ace: bool = False
    """Whether the Ace of the trump suit, if anybody holds it, has become the lowest trump."""

    hand: tuple[Card, ...] = ()
    """The viewer's own cards, by suit and rank from the Two up, the Joker last."""

    discards: tuple[Card, ...] = ()
    """The cards that the viewer has laid aside in this deal."""

    legal: tuple[TakeJoker | Rob | Decline | Play | Sweep | Jink, ...] = ()
    """Every action the viewer may take now; empty when it is not its turn."""

    trick: Trick = Trick()
    """The open trick."""

    last_trick: Trick | None = None
    """The trick before, in this deal."""

    gone: tuple[Card, ...] = ()
    """The cards of all tricks taken in this deal, in the order played: everybody has seen them."""

    best: BestCard | None = None
    """Forty-Five: the best card of this deal, once it has scored."""

    left: tuple[tuple[Card, ...], ...] = ()
    """Between two deals and at the end, the cards still in hand when the deal ended, by seat."""

    pool: int | None = None
    """With a pool: the chips in it."""

    sheets: tuple[DealSheet, ...] = ()
    """The deals that have ended, in order."""

    commitment: str | None = None
    """SHA-256 of the seed of the present deal, in hex."""

    winners: tuple[Seat, ...] = ()
    """At the end, the seats of the side that has won; in Spoil Five those with the most chips."""

    hands: tuple[OpenDeal, ...] = ()
    """At the end, the cards of every deal in order; before, none, but in a replay those of the deal as it stands."""

    spoil: Spoil | None = None
    """Spoil Five: what is peculiar to it."""

    @property
    def order(self) -> Order | None:
        """How the cards rank in this deal; None before the trump suit is known."""
        return None if self.trump is None else make_order(self.trump, self.joker, low_ace=self.low_ace)

    @property
    def stage(self) -> Stage:
        """How far the game has come."""
        return _STAGES.get(self.phase, Stage.PLAYING)
