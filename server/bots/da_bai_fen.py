"""The bots of Da Bai Fen: they expose what makes their trumps many, and weigh a trick against later ones.

Unseen cards are assumed to be spread evenly over the other hands and the cards laid aside. ``easy`` does not look at
who plays after it, and often plays a card that seems a little worse. The constants were tuned by playing against both.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Final

from games.kit.sampler import choose_softly
from protocol.cards import Card, Rank, Suit
from protocol.da_bai_fen.actions import CLAIM, PASS, Bury, DaBaiFenAction, Expose, Lay, Play
from protocol.da_bai_fen.order import PACK, Trumps, count, height, is_trump, suit_of, taker
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.temper import Temper
from protocol.vocabulary import Action, Seat
from server.bots.bot import Sight

WILLING: Final = 0.75
"""The probability that a seat plays a card that takes the trick, if it has one."""

TRICK: Final = 4.0
"""What a trick is worth besides its cards: the lead, and at last the cards laid aside."""

AVERAGE: Final = 12.0
"""What a trick is worth on average."""

_PLAYERS: Final = 4


class Odds:
    """The estimates from one view of the play."""

    def __init__(self, view: DaBaiFenView) -> None:
        """Set the view of a seat in a deal whose trumps are known."""
        assert view.viewer is not None
        assert view.trump is not None
        self.view = view
        self.viewer = view.viewer
        self.trumps = Trumps(view.rank, view.trump)

    @cached_property
    def unseen(self) -> Sequence[Card]:
        """The cards that may be in another hand or laid aside by another seat."""
        view = self.view
        laid = [card for turn in view.trick.turns for card in turn.cards]
        known = {*view.hand, *view.buried, *view.gone, *laid}
        return [card for card in PACK if card not in known]

    def certain(self, card: Card) -> bool:
        """Return True if nobody else can hold a higher card of the suit of this one."""
        return not self.above(card)

    def above(self, card: Card) -> int:
        """Return the number of unseen cards of the same suit that are higher."""
        suit, high = suit_of(card, self.trumps), height(card, self.trumps)
        return sum([suit_of(one, self.trumps) is suit and height(one, self.trumps) > high for one in self.unseen])

    def out(self, suit: Suit | None) -> int:
        """Return the number of unseen cards of a suit, or of trumps."""
        return sum([suit_of(card, self.trumps) is suit for card in self.unseen])

    def friendly(self, seat: Seat | None) -> bool:
        """Return True if a seat is of the viewer's side."""
        seats = self.view.seats
        return seat is not None and seats[seat].side == seats[self.viewer].side

    def takes(self, card: Card) -> float:
        """Return the estimated chance that the viewer's side takes a trick of single cards with this one."""
        turns = self.view.trick.turns
        laid = [turn.cards for turn in turns] + [(card,)]
        best = taker(laid, self.trumps)
        chance = 1.0 if self.friendly(self.viewer if best == len(turns) else turns[best].seat) else 0.0
        for step in range(1, _PLAYERS - len(turns)):
            seat = Seat((self.viewer - step) % _PLAYERS)
            beaten = WILLING * self._beats(seat, laid[best][0], laid[0][0])
            chance = chance + (1 - chance) * beaten if self.friendly(seat) else chance * (1 - beaten)
        return chance

    def _beats(self, seat: Seat, card: Card, lead: Card) -> float:
        """Return the estimated chance that a seat can beat this card."""
        held, led = self.view.seats[seat].cards, suit_of(lead, self.trumps)
        higher = self._holds(held, self.above(card))
        if led is None:
            return higher
        void = 1 - self._holds(held, self.out(led))
        if is_trump(card, self.trumps):
            return void * higher
        return higher + void * self._holds(held, self.out(None))

    def _holds(self, held: int, cards: int) -> float:
        """Return the estimated chance that a hand of so many cards has at least one of so many unseen cards."""
        share = min(1.0, cards / max(1, len(self.unseen)))
        return float(1 - (1 - share) ** held)

    def at_stake(self, card: Card) -> float:
        """Return what the trick is worth with this card, as far as it goes."""
        laid = [one for turn in self.view.trick.turns for one in turn.cards]
        return TRICK + count([*laid, card])

    def power(self, card: Card) -> float:
        """Return the later value of a card in points: the estimated chance that it takes a trick, times a trick."""
        share = self.above(card) / max(1, len(self.unseen))
        chance = float((1 - share) ** (2 * len(self.view.hand)))
        if is_trump(card, self.trumps):
            chance = max(chance, 0.3 + 0.02 * height(card, self.trumps))
        else:
            # A plain card is beaten by trumps as well.
            chance *= 0.7
        return AVERAGE * chance


USUAL: Final = 1 / 3
"""The share of trumps in the pack."""

_HIGH: Final = 11
_BONUS: Final = 0.4
"""How much more a trump from the King up is worth than a low one."""


def excess(hand: Sequence[Card], trumps: Trumps) -> float:
    """Return how many more trumps a hand has than is usual for its length; high ones count more."""
    held = [card for card in hand if is_trump(card, trumps)]
    high = sum([height(card, trumps) >= _HIGH for card in held])
    return len(held) + _BONUS * high - (1 + _BONUS / 2) * USUAL * len(hand)


def keeping(card: Card, hand: Sequence[Card], trumps: Trumps) -> float:
    """Return how much a card is worth in the hand rather than aside."""
    if is_trump(card, trumps):
        return 40.0 + height(card, trumps)
    suit = [held for held in hand if suit_of(held, trumps) is suit_of(card, trumps)]
    guarded = any(held.rank is Rank.ACE for held in suit)
    sure = {Rank.ACE: 30.0, Rank.KING: 16.0 if guarded else 8.0}.get(card.rank, height(card, trumps) / 3)
    # A short suit is soon void, and can then be trumped; what counts is lost twice with the last trick.
    return sure + 1.5 * len(suit) + count([card]) / 4


def suit_of_exposed(card: Card) -> Suit:
    """Return the suit that a card of the trump rank makes trump."""
    assert card.suit is not None, "a Joker cannot be exposed"
    return card.suit


THRIFT: Final = {Temper.EVEN: 0.7, Temper.BOLD: 0.5, Temper.CAREFUL: 0.9}
"""The later value of a card, relative to points now."""

DARING: Final = {Temper.EVEN: 0.0, Temper.BOLD: -0.6, Temper.CAREFUL: 0.6}
"""How many more trumps than usual a hand must have, beyond what follows, to expose a card."""

_ENOUGH: Final = 1.0
_ENOUGH_AT_FIRST: Final = 0.0
"""How many more trumps than usual are enough; in the first deal, in which the exposer leads, fewer."""

_WORTH_TRUMPS: Final = 10
"""What several cards led have to count with what has been laid to be trumped."""


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action with the highest estimate; ties are broken at random."""
    view = sight.view
    assert isinstance(view, DaBaiFenView)
    if len(view.legal) == 1:
        return view.legal[0]
    match view.phase:
        case Phase.DRAWING:
            return expose(view, sight.temper)
        case Phase.BURYING:
            return bury(view)
    return play_by(view, whims, lambda odds, card: hope(odds, card, sight.temper))


def expose(view: DaBaiFenView, temper: Temper) -> DaBaiFenAction:
    """Return the exposing of a card that makes the hand long in trumps; otherwise a pass."""
    least = (_ENOUGH if view.sheets else _ENOUGH_AT_FIRST) + DARING[temper]
    exposing = [action for action in view.legal if isinstance(action, Expose)]
    worth = [
        (excess(view.hand, Trumps(view.rank, suit_of_exposed(action.card))), place)
        for place, action in enumerate(exposing)
    ]
    best = max(worth, default=None)
    return exposing[best[1]] if best is not None and best[0] >= least else PASS


def bury(view: DaBaiFenView) -> DaBaiFenAction:
    """Return the card that is worth least in the hand; a hand without a trump is shown."""
    if CLAIM in view.legal:
        return CLAIM
    assert view.trump is not None
    trumps = Trumps(view.rank, view.trump)
    buries = [action for action in view.legal if isinstance(action, Bury)]
    return min(buries, key=lambda action: keeping(action.card, view.hand, trumps))


def play_by(view: DaBaiFenView, whims: Random, value: Callable[[Odds, Card], float]) -> DaBaiFenAction:
    """Return several certain cards one by one, the best of several due, or the single card with the highest value."""
    odds = Odds(view)
    plays = [action for action in view.legal if isinstance(action, Play)]
    if view.phase is Phase.LEADING:
        together = several(odds)
        if together:
            return Lay(together[0]) if len(together) > 1 else Play(together[0])
    elif view.trick.number > 1:
        return max(plays, key=lambda play: (_beside(odds, play.card, plays), whims.random()))
    return max(plays, key=lambda play: (value(odds, play.card), whims.random()))


def several(odds: Odds) -> Sequence[Card]:
    """Return certain cards of one suit to lead together, or the rest of those being led; none if there are none."""
    view = odds.view
    own = view.trick.turns[0].cards if view.trick.turns else ()
    open_ = [action.card for action in view.legal if isinstance(action, Play | Lay)]
    certain = [card for card in view.hand if card in open_ and odds.certain(card)]
    if own:
        return certain or open_[:1]
    suits = dict.fromkeys(suit_of(card, odds.trumps) for card in certain)
    sets = [[card for card in certain if suit_of(card, odds.trumps) is suit] for suit in suits]
    return max([cards for cards in sets if len(cards) > 1], key=len, default=[])


def _beside(odds: Odds, card: Card, plays: Sequence[Play]) -> float:
    """Return the estimate for one of several cards that are due."""
    view, trumps = odds.view, odds.trumps
    laid = [one for turn in view.trick.turns for one in turn.cards]
    own = view.trick.turns[-1].cards if view.trick.turns[-1].seat == odds.viewer else ()
    due = view.trick.number - len(own)
    led = suit_of(view.trick.turns[0].cards[0], trumps)
    mine = [*own, *[play.card for play in plays if is_trump(play.card, trumps)]]
    trumping = led is not None and all(is_trump(one, trumps) for one in own) and len(mine) - len(own) >= due
    if odds.friendly(view.trick.taker):
        return count([card]) - height(card, trumps) / 10 - (20 if is_trump(card, trumps) and led is not None else 0)
    if trumping and count(laid) >= _WORTH_TRUMPS:
        return (30 if is_trump(card, trumps) else 0) - height(card, trumps) / 10
    return -count([card]) - height(card, trumps) / 10 - (20 if is_trump(card, trumps) and led is not None else 0)


def hope(odds: Odds, card: Card, temper: Temper) -> float:
    """Return the estimate for a card: what the trick is worth by its chance, less the later value of the card."""
    return (2 * odds.takes(card) - 1) * odds.at_stake(card) - THRIFT[temper] * odds.power(card)


SOFTNESS: Final = 3.0
"""How much worse, in points, a card may seem and still be played now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often a card that takes the trick as it lies."""
    view = sight.view
    assert isinstance(view, DaBaiFenView)
    if view.phase in (Phase.DRAWING, Phase.BURYING) or view.trick.number > 1:
        return play_steadily(sight, whims)
    odds = Odds(view)
    if view.phase is Phase.LEADING and several(odds):
        return play_steadily(sight, whims)
    plays = [action for action in view.legal if isinstance(action, Play)]
    return choose_softly(plays, lambda play: _value(odds, play, sight.temper), SOFTNESS, whims)


def _value(odds: Odds, play: Play, temper: Temper) -> float:
    turns = odds.view.trick.turns
    best = taker([*(turn.cards for turn in turns), (play.card,)], odds.trumps)
    friendly = odds.friendly(odds.viewer if best == len(turns) else turns[best].seat)
    return (1 if friendly else -1) * odds.at_stake(play.card) - THRIFT[temper] * odds.power(play.card)
