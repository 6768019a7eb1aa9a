"""What one viewer may see of a game of Durak: all that a screen or a bot needs, nothing hidden."""

from enum import Enum

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.durak.actions import Add, Attack, Beat, Finish, GiveUp, Pass
from protocol.durak.events import DealSheet
from protocol.vocabulary import Seat, Stage, View


class Phase(Enum):
    """What the table waits for."""

    DEALING = "dealing"
    """The next deal."""

    SETTLING = "settling"
    """Nothing: a bout is over or not begun, and hands are filled."""

    ATTACKING = "attacking"
    """The first card of a bout, from the attacker."""

    DEFENDING = "defending"
    """The defender, who beats a card or gives up; meanwhile others may add without being asked."""

    ADDING = "adding"
    """Those who may still add a card: everything is beaten, or the defender has given up."""

    OVER = "over"
    """Nothing: the game has ended."""


class Pair(Struct, frozen=True, gc=False, omit_defaults=True):
    """An attack card, and what beat it."""

    seat: Seat
    """Who played the attack card."""

    attack: Card
    beat: Card | None = None
    """The card of the defender that beat it."""


class Bout(Struct, frozen=True, gc=False, omit_defaults=True):
    """A bout, open or over."""

    attacker: Seat
    """Who attacks with the first card."""

    defender: Seat
    """Who is attacked."""

    limit: int
    """How many attack cards there may be: as many as the defender held at first, and at most six."""

    pairs: tuple[Pair, ...] = ()
    """The attack cards in the order played, each with what beat it."""

    given_up: bool = False
    """True if the defender has given up."""

    @property
    def room(self) -> int:
        """How many more attack cards there may be."""
        return self.limit - len(self.pairs)

    @property
    def open(self) -> tuple[Card, ...]:
        """The attack cards that are not beaten."""
        return tuple([pair.attack for pair in self.pairs if pair.beat is None])

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards: each attack card, and after it the card that beat it if one did."""
        return tuple([card for pair in self.pairs for card in (pair.attack, pair.beat) if card is not None])


class SeatView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What everybody sees of one seat."""

    side: int
    """Its side, 0 or 1; seat n is of side n modulo 2."""

    cards: int
    """Cards in hand; between two deals those left when the deal ended."""

    total: int
    """Deals that the other side has lost."""

    taken: int = 0
    """Cards it has picked up in this deal; between two deals in the one that has ended."""

    out: bool = False
    """True if it is out of this deal: the stock is empty, and so is its hand."""

    passed: bool = False
    """True if it adds nothing until another card is thrown in."""

    finished: bool = False
    """True if it has said that it adds nothing more in this bout."""

    known: tuple[Card, ...] = ()
    """The cards in its hand that everybody has seen: those picked up, the turn-up, and the lowest trump shown."""


class OpenDeal(Struct, frozen=True, gc=False, omit_defaults=True):
    """The cards of one deal, open to all once the game has ended; each list but the stock by seat."""

    dealt: tuple[tuple[Card, ...], ...]
    """The hands as dealt."""

    left: tuple[tuple[Card, ...], ...]
    """What was still in hand when the deal ended."""

    turn_up: Card
    """The card that showed the trump suit."""

    stock: tuple[Card, ...] = ()
    """The stock in the order in which it is drawn, the turn-up last."""


_STAGES = {Phase.DEALING: Stage.DEALING, Phase.OVER: Stage.OVER}


class DurakView(View, frozen=True, gc=False, tag="durak.view"):
    """Everything one viewer may know."""

    viewer: Seat | None
    """The seat that looks, or None for a spectator."""

    losses: int
    """How many lost deals lose the game."""

    deal: int
    """The present deal, from 1; between two deals the next one."""

    dealer: Seat
    """Who deals or dealt."""

    phase: Phase
    """What the table waits for."""

    turn: Seat | None
    """The one seat that is awaited; None if it is none or several."""

    awaited: tuple[Seat, ...]
    """The seats that the game waits for."""

    seats: tuple[SeatView, ...]
    """Every seat in public."""

    free: tuple[Seat, ...] = ()
    """The seats that may add a card although nobody waits for them."""

    trump: Suit | None = None
    """The trump suit, once it is known in this deal."""

    turn_up: Card | None = None
    """The card that shows the trump suit."""

    lowest: Card | None = None
    """The lowest trump dealt, which the attacker of the first bout has shown."""

    stock: int = 0
    """Cards in the stock, the turn-up among them."""

    bout: Bout | None = None
    """The open bout; the first card is awaited if it has no pairs."""

    bouts: int = 0
    """Bouts that are over in this deal."""

    last_bout: Bout | None = None
    """The bout before, in this deal."""

    hand: tuple[Card, ...] = ()
    """The viewer's own cards, by suit and rank from the Six up."""

    legal: tuple[Attack | Add | Beat | GiveUp | Pass | Finish, ...] = ()
    """Every action the viewer may take now, asked or not."""

    gone: tuple[Card, ...] = ()
    """The cards that have left the game in this deal: everybody has seen them."""

    left: tuple[tuple[Card, ...], ...] = ()
    """Between two deals and at the end, the cards still in hand when the deal ended, by seat."""

    sheets: tuple[DealSheet, ...] = ()
    """The deals that have ended, in order."""

    commitment: str | None = None
    """SHA-256 of the seed of the present deal, in hex."""

    winners: tuple[Seat, ...] = ()
    """At the end, the seats of the side that has won."""

    hands: tuple[OpenDeal, ...] = ()
    """At the end, the cards of every deal in order; before, none, but in a replay those of the deal as it stands."""

    @property
    def stage(self) -> Stage:
        """How far the game has come."""
        return _STAGES.get(self.phase, Stage.PLAYING)
