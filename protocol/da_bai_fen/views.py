"""What one viewer may see of a game of Da Bai Fen: all that a screen or a bot needs, nothing hidden."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Rank, Suit
from protocol.da_bai_fen.actions import Bury, Claim, Expose, Finish, Lay, Pass, Play
from protocol.da_bai_fen.events import DealSheet
from protocol.vocabulary import Seat, Stage, View


class Phase(Enum):
    """What the table waits for."""

    DEALING = "dealing"
    """The next deal."""

    DRAWING = "drawing"
    """The answers of several seats, whether they expose a card."""

    BURYING = "burying"
    """A card that the Leader lays aside."""

    LEADING = "leading"
    """A lead, or more cards of it."""

    FOLLOWING = "following"
    """A card to the trick."""

    OVER = "over"
    """Nothing: the game has ended."""


class SeatView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What everybody sees of one seat."""

    side: int
    """Its side, 0 or 1; partners have the same."""

    cards: int
    """Cards in hand; between two deals those left when the deal ended."""

    tricks: int
    """Tricks taken in this deal; between two deals in the one that has ended."""

    total: int
    """How many levels its side has risen in the deals that have ended; at the level Two it is 0."""

    declares: bool = False
    """Whether its side declares in this deal, as far as that is known."""


class Turn(Struct, frozen=True, gc=False):
    """What one seat has laid to a trick."""

    seat: Seat
    cards: tuple[Card, ...]
    """The cards, in order."""


class Trick(Struct, frozen=True, gc=False, omit_defaults=True):
    """A trick, open or taken."""

    turns: tuple[Turn, ...] = ()
    """What was laid so far, in order; the first led."""

    number: int = 0
    """How many cards everybody lays; 0 while the lead is not complete."""

    taker: Seat | None = None
    """Who took it; in an open trick who would take it as it stands."""


class OpenDeal(Struct, frozen=True, gc=False, omit_defaults=True):
    """The cards of one deal, open to all once the game has ended; each list but the last two by seat."""

    dealt: tuple[tuple[Card, ...], ...]
    """The hands as drawn."""

    left: tuple[tuple[Card, ...], ...]
    """What was still in hand when the deal ended."""

    six: tuple[Card, ...]
    """The last six cards."""

    buried: tuple[Card, ...] = ()
    """The cards that the Leader laid aside."""


_STAGES = {Phase.DEALING: Stage.DEALING, Phase.OVER: Stage.OVER}


class DaBaiFenView(View, frozen=True, gc=False, tag="da_bai_fen.view"):
    """Everything one viewer may know."""

    viewer: Seat | None
    """The seat that looks, or None for a spectator."""

    target: int
    """How many levels a side has to rise to win: one more than the last level lies above Two."""

    last_deal: int
    """The number of deals after which the game ends at the latest, annulled ones aside; 0 if there is no limit."""

    deal: int
    """The present deal, from 1; between two deals the next one."""

    dealer: Seat
    """The Starter, who draws first or drew first."""

    phase: Phase
    """What the table waits for."""

    turn: Seat | None
    """The one seat that is awaited; None if it is none or several."""

    awaited: tuple[Seat, ...]
    """The seats that the game waits for."""

    seats: tuple[SeatView, ...]
    """Every seat in public."""

    rank: Rank
    """The trump rank of this deal; between two deals of the next one."""

    free: tuple[Seat, ...] = ()
    """The viewer's seat if it may annul the deal although nobody waits for it; of others nothing is said."""

    drawn: int = 0
    """How many cards each seat has drawn."""

    is_last: bool = False
    """True if everybody is asked a last time whether they expose a card."""

    trump: Suit | None = None
    """The trump suit, once it is known."""

    exposer: Seat | None = None
    """Who has exposed a card; None if nobody has."""

    exposed: Card | None = None
    """The card that was exposed."""

    turned: tuple[Card, ...] = ()
    """Those of the last six that everybody has seen, in order."""

    leader: Seat | None = None
    """The Leader, once it is known: the side of the Leader declares."""

    hand: tuple[Card, ...] = ()
    """The viewer's own cards: plain suits from the Two up, then the trumps from the lowest up, the Jokers last."""

    six: tuple[Card, ...] = ()
    """The last six cards, for the Leader alone."""

    aside: int = 0
    """How many cards the Leader has laid aside so far."""

    buried: tuple[Card, ...] = ()
    """The cards laid aside: for the Leader, and for all once the deal has ended."""

    legal: tuple[Expose | Pass | Finish | Bury | Claim | Lay | Play, ...] = ()
    """Every action the viewer may take now, asked or not."""

    trick: Trick = Trick()
    """The open trick."""

    last_trick: Trick | None = None
    """The trick before, in this deal."""

    won: tuple[Card, ...] = ()
    """The cards that count among those the declarers' opponents have won, which lie open in the order won."""

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
