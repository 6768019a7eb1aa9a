"""The bots of Roque and of Roque for three: they bid what their hand promises, and weigh the trick against later ones.

Unseen cards are assumed to be spread evenly over the other hands and the cards laid aside. ``easy`` does not look at
who plays after it, and often plays a card that seems a little worse. The constants were tuned by playing against both.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Final

from protocol.cards import Card, Rank, Suit
from protocol.roque.actions import PASS, Bid, Bury, Play, RoqueAction
from protocol.roque.order import HEIGHTS, ORDER, PACKS, STEP, count
from protocol.roque.views import Phase, RoqueView
from protocol.temper import Temper
from protocol.vocabulary import Action, Seat
from server.bots.bot import Sight
from server.bots.sampling import choose_softly

WILLING: Final = 0.8
"""The probability that a seat plays a card that takes the trick, if it has one."""

TEMPTED: Final = 0.02
"""How much likelier that is for each point that lies in the trick."""

AVERAGE: Final = 12.0
"""What a trick counts on average."""


class Odds:
    """The estimates from one view, with a trump suit that is known or planned."""

    def __init__(self, view: RoqueView, trump: Suit | None) -> None:
        """Set the view of a seat in a deal."""
        assert view.viewer is not None
        self.view = view
        self.viewer = view.viewer
        self.trump = trump

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards that may be in another hand or laid aside by another seat."""
        view = self.view
        known = {*view.hand, *view.buried, *view.gone, *(turn.card for turn in view.trick.turns)}
        return frozenset(PACKS[len(view.seats)]) - known

    def takes(self, card: Card) -> float:
        """Return the estimated chance that the viewer's side takes the trick if it plays this card now."""
        played, best = self._trick_with(card)
        led = played[0].suit
        willing = min(1.0, WILLING + TEMPTED * count(played))
        chance = 1.0 if self.takes_now(card) else 0.0
        for seat in self._later():
            beaten = self._beats(seat, played[best], led) * willing
            if self._friendly(seat):
                chance += (1 - chance) * beaten
            else:
                chance *= 1 - beaten
        return chance

    def takes_now(self, card: Card) -> bool:
        """True if the viewer's side would take the trick if it ended with this card."""
        turns = self.view.trick.turns
        _, best = self._trick_with(card)
        return self._friendly(self.viewer if best == len(turns) else turns[best].seat)

    def at_stake(self, card: Card) -> int:
        """Return what the trick counts with this card, as far as it goes."""
        return 5 + count([*(turn.card for turn in self.view.trick.turns), card])

    def power(self, card: Card) -> float:
        """Return the later value of a card in points: the estimated chance that nobody will beat it, times a trick."""
        others = sum([seat.cards for number, seat in enumerate(self.view.seats) if not self._friendly(Seat(number))])
        above = sum([other.suit is card.suit and _above(other, card) for other in self.unseen])
        share = above / max(1, len(self.unseen))
        chance = float((1 - share) ** (others / 2))
        if card.suit is not self.trump:
            # A plain card is beaten by trumps as well.
            chance *= 0.75
        else:
            chance = max(chance, 0.35)
        return AVERAGE * chance

    def _trick_with(self, card: Card) -> tuple[Sequence[Card], int]:
        """Return the cards of the trick with one more, and the place of the best of them."""
        played = [*(turn.card for turn in self.view.trick.turns), card]
        return played, ORDER.taker(played, self.trump)

    def _beats(self, seat: Seat, card: Card, led: Suit | None) -> float:
        """Return the estimated chance that a seat can beat this card in a trick in which a suit was led."""
        held, unseen = self.view.seats[seat].cards, self.unseen
        trumps = sum([other.suit is self.trump for other in unseen])
        of_suit = sum([other.suit is led for other in unseen])
        above = sum([other.suit is card.suit and _above(other, card) for other in unseen])
        follows = self._holds(held, above) if card.suit is led else 0.0
        if led is self.trump:
            return follows
        void = 1 - self._holds(held, of_suit)
        ruff = self._holds(held, above if card.suit is self.trump else trumps)
        return follows + void * ruff

    def _holds(self, held: int, cards: int) -> float:
        """Return the estimated chance that a hand of so many cards has at least one of ``cards`` unseen cards."""
        share = min(1.0, cards / max(1, len(self.unseen)))
        return float(1 - (1 - share) ** held)

    def _later(self) -> Iterable[Seat]:
        """Return the seats that act after the viewer in this trick: to the right."""
        players = len(self.view.seats)
        left = players - len(self.view.trick.turns) - 1
        return [Seat((self.viewer - step) % players) for step in range(1, left + 1)]

    def _friendly(self, seat: Seat) -> bool:
        """True if a seat plays with the viewer: a partner, or of three the other defender."""
        view = self.view
        if len(view.seats) == 4:
            return view.seats[seat].side == view.seats[self.viewer].side
        return (seat == view.declarer) == (self.viewer == view.declarer)


def _above(card: Card, other: Card) -> bool:
    return HEIGHTS[card.rank] > HEIGHTS[other.rank]


_HONOURS: Final = {Rank.ACE: 1.0, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}
"""How sure a trump of this rank is of a trick, beyond its length."""

_PLAIN: Final = {Rank.ACE: 1.0, Rank.KING: 0.5, Rank.QUEEN: 0.15}
"""How sure a plain card of this rank is of a trick."""


def suit_strength(hand: Sequence[Card], trump: Suit) -> float:
    """Return about how many tricks a hand takes with this trump suit."""
    trumps = [card for card in hand if card.suit is trump]
    plain = [card for card in hand if card.suit is not trump]
    length = max(0.0, 0.75 * (len(trumps) - 2))
    return (
        length
        + sum([_HONOURS.get(card.rank, 0) for card in trumps])
        + sum([_PLAIN.get(card.rank, 0) for card in plain])
    )


def best_trump(hand: Sequence[Card]) -> tuple[Suit, float]:
    """Return the trump suit with which a hand takes most, and about how many tricks."""
    return max([(suit, suit_strength(hand, suit)) for suit in Suit], key=lambda choice: choice[1])


def keeping(card: Card, hand: Sequence[Card], trump: Suit, *, safe: bool) -> float:
    """Return how much a card is worth in the hand rather than aside.

    Args:
        card: the card.
        hand: the hand that it is part of.
        trump: the trump suit that is planned.
        safe: True if what is laid aside certainly counts for the declarer.
    """
    if card.suit is trump:
        return 40.0 + HEIGHTS[card.rank]
    suit = [held for held in hand if held.suit is card.suit]
    guarded = any(held.rank is Rank.ACE for held in suit)
    sure = {Rank.ACE: 30.0, Rank.KING: 14.0 if guarded else 7.0}.get(card.rank, HEIGHTS[card.rank] / 3)
    # A short suit is soon void, and can then be trumped.
    length = 1.5 * len(suit)
    return sure + length - (count([card]) if safe and card.rank is not Rank.ACE else 0)


THRIFT: Final = {Temper.EVEN: 0.8, Temper.BOLD: 0.6, Temper.CAREFUL: 1.0}
"""The later value of a card, relative to points now."""

DARING: Final = {Temper.EVEN: 0, Temper.BOLD: 8, Temper.CAREFUL: -8}
"""How many points more are bid than a hand promises."""

_BASE: Final = {4: 87.0, 3: 68.0}
_TRICK: Final = {4: 6.5, 3: 8.5}
"""What a hand without strength promises with the widow, and a trick more, by the number of players."""


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action with the highest estimate; ties are broken at random."""
    view = sight.view
    assert isinstance(view, RoqueView)
    if len(view.legal) == 1:
        return view.legal[0]
    match view.phase:
        case Phase.BIDDING:
            return _bid(view, sight.temper)
        case Phase.BURYING:
            return _bury(view, safe=sight.setup.options.get("discards") != "last_trick")
    return play_by(view, whims, lambda odds, card: hope(odds, card, sight.temper))


def promised(view: RoqueView) -> float:
    """Return about how many points the viewer's side takes if the viewer is the declarer."""
    players = len(view.seats)
    return _BASE[players] + _TRICK[players] * best_trump(view.hand)[1]


def _bid(view: RoqueView, temper: Temper) -> RoqueAction:
    """Return the lowest bid if the hand promises it, unless a partner has the highest; otherwise a pass."""
    bids = [action for action in view.legal if isinstance(action, Bid)]
    most = promised(view) + DARING[temper]
    assert view.viewer is not None
    partner = view.declarer is not None and view.seats[view.declarer].side == view.seats[view.viewer].side
    if not bids or bids[0].points + (2 * STEP if partner else 0) > most:
        return PASS
    return bids[0]


def _bury(view: RoqueView, *, safe: bool) -> RoqueAction:
    """Return the card that is worth least in the hand, by the trump suit that is planned."""
    trump, _ = best_trump(view.hand)
    buries = [action for action in view.legal if isinstance(action, Bury)]
    return min(buries, key=lambda action: keeping(action.card, view.hand, trump, safe=safe))


def play_by(view: RoqueView, whims: Random, value: Callable[[Odds, Card], float]) -> RoqueAction:
    """Return the card with the highest value; the declarer's first one is of the trump suit that is planned."""
    plays, trump = plan(view)
    odds = Odds(view, trump)
    return max(plays, key=lambda play: (value(odds, play.card), whims.random()))


def plan(view: RoqueView) -> tuple[list[Play], Suit | None]:
    """Return the cards that may be played, and the trump suit; before the first lead those of the suit planned."""
    plays = [action for action in view.legal if isinstance(action, Play)]
    if view.trump is not None:
        return plays, view.trump
    trump, _ = best_trump(view.hand)
    return [play for play in plays if play.card.suit is trump], trump


def hope(odds: Odds, card: Card, temper: Temper) -> float:
    """Return the estimate for a card: what the trick is worth by its chance, less the later value of the card."""
    chance = odds.takes(card)
    return (2 * chance - 1) * odds.at_stake(card) - THRIFT[temper] * odds.power(card)


SOFTNESS: Final = 3.0
"""How much worse, in points, a card may seem and still be played now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often a card that takes the trick as it lies."""
    view = sight.view
    assert isinstance(view, RoqueView)
    if view.phase in (Phase.BIDDING, Phase.BURYING):
        return play_steadily(sight, whims)
    plays, trump = plan(view)
    odds = Odds(view, trump)
    return choose_softly(plays, lambda play: _value(odds, play.card, sight.temper), SOFTNESS, whims)


def _value(odds: Odds, card: Card, temper: Temper) -> float:
    sign = 1 if odds.takes_now(card) else -1
    return sign * odds.at_stake(card) - THRIFT[temper] * odds.power(card)
