"""The bots ``steady`` and ``easy`` of Bête: they take part if their hand promises enough, and spare good cards.

Unseen cards are assumed to be spread evenly over the other hands and the cards not dealt. ``easy`` looks at the trick
as it lies, and often plays a card that seems a little worse. The constants were tuned by playing against both bots.
"""

from functools import cached_property
from random import Random
from typing import Final

from protocol.bete.actions import PASS, TAKE_PART, Play
from protocol.bete.order import HEIGHTS, ORDER, PACK
from protocol.bete.views import BeteView, Part, Phase
from protocol.cards import Card, Rank
from protocol.temper import Temper
from protocol.vocabulary import Action, Seat
from server.bots.bot import Sight
from server.bots.sampling import choose_softly

LEADING: Final = 0.15
"""What it is worth, in tricks, to lead first."""


class Odds:
    """The estimates from one view in which the trump suit is known."""

    def __init__(self, view: BeteView) -> None:
        """Set the view of a seat in a deal."""
        assert view.viewer is not None
        self.view = view
        self.viewer = view.viewer

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards that may be in another hand."""
        view = self.view
        known = {*view.hand, *view.gone, *(turn.card for turn in view.trick.turns)}
        return frozenset(PACK) - known - {view.turn_up}

    @property
    def opponents(self) -> list[Seat]:
        """The others who play, or may still take part."""
        return [
            Seat(seat)
            for seat, shown in enumerate(self.view.seats)
            if seat != self.viewer and shown.part is not Part.OUT
        ]

    def promise(self) -> float:
        """Return about how many tricks the hand takes."""
        rivals = sum([0.5 if self.view.seats[seat].part is Part.OPEN else 1.0 for seat in self.opponents])
        first = LEADING if all(seat.part is not Part.IN for seat in self.view.seats) else 0.0
        return first + sum([self._promise(card, rivals) for card in self.view.hand])

    def _promise(self, card: Card, rivals: float) -> float:
        """Return about how many tricks a card of a hand that is not played yet takes."""
        above = sum([other.suit is card.suit and HEIGHTS[other.rank] > HEIGHTS[card.rank] for other in self.unseen])
        held = 5 * rivals / max(1, len(self.unseen))
        if card.suit is self.view.trump:
            return float(max(0.25, (1 - held) ** above))
        # A plain card is trumped sooner or later, and low ones take nothing.
        return float(0.8 * (1 - held) ** (above + 0.8 * rivals)) if HEIGHTS[card.rank] > HEIGHTS[Rank.TEN] else 0.05

    def takes(self, card: Card) -> float:
        """Return the estimated chance that this card takes the trick."""
        played = [*(turn.card for turn in self.view.trick.turns), card]
        if ORDER.taker(played, self.view.trump) < len(played) - 1:
            return 0.0
        led = played[0].suit
        mine = ORDER.height(card, led, self.view.trump)
        above = sum([ORDER.height(other, led, self.view.trump) > mine for other in self.unseen])
        playing = sum([seat.part in {Part.IN, Part.AGAINST} for seat in self.view.seats])
        later = playing - len(played)
        held = max([self.view.seats[seat].cards for seat in self.opponents], default=0)
        share = min(1.0, above / max(1, len(self.unseen)))
        # Who could beat it with a trump may have to follow suit instead.
        share *= 1.0 if led is self.view.trump else 0.7
        return float((1 - share) ** (held * later))


ENOUGH: Final = {Temper.EVEN: 1.1, Temper.BOLD: 0.8, Temper.CAREFUL: 1.5}
"""How many tricks a hand has to promise."""

THRIFT: Final = 0.06
"""How much worse a card is for each step of its rank, where cards take a trick alike."""

TRUMP: Final = 0.25
"""How much worse it is for being a trump."""


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action with the highest estimate; ties are broken at random."""
    view = sight.view
    assert isinstance(view, BeteView)
    if len(view.legal) == 1:
        return view.legal[0]
    odds = Odds(view)
    if view.phase is Phase.ASKING:
        if not odds.opponents and sight.setup.options.get("alone") != "play":
            return TAKE_PART
        return TAKE_PART if odds.promise() >= ENOUGH[sight.temper] else PASS
    plays = [action for action in view.legal if isinstance(action, Play)]
    return max(plays, key=lambda play: (hope(odds, play.card), whims.random()))


def hope(odds: Odds, card: Card) -> float:
    """Return the estimate for a card: its chance of the trick, less what it is worth later."""
    trump = card.suit is odds.view.trump
    return odds.takes(card) - THRIFT * HEIGHTS[card.rank] - (TRUMP if trump else 0.0)


SOFTNESS: Final = 0.3
"""How much worse, in tricks, a card may seem and still be played now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often a card that seems good."""
    view = sight.view
    assert isinstance(view, BeteView)
    if view.phase is Phase.ASKING:
        return play_steadily(sight, whims)
    odds = Odds(view)
    plays = [action for action in view.legal if isinstance(action, Play)]
    return choose_softly(plays, lambda play: hope(odds, play.card), SOFTNESS, whims)
