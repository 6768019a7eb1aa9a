"""The bots ``steady`` and ``easy`` of the Fives: they weigh the current trick against later ones.

``easy`` does not look at who plays after it, and often plays a card that seems a little worse. The constants, here and
in ``odds``, were tuned by playing against both bots.
"""

from math import prod
from random import Random
from typing import Final

from games.kit.sampler import choose_softly
from protocol.cards import Card, Rank
from protocol.colour_order import ACE_OF_HEARTS
from protocol.fives.actions import DECLINE, JINK, SWEEP, FivesAction, Play, Rob, TakeJoker
from protocol.fives.views import FivesView, Spoil
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.odds import Odds


def odds_of(view: FivesView) -> Odds:
    """Return the estimates from the view of a seat in a deal; a turn-up that nobody has taken is in no hand."""
    stays = (view.turn_up,) if view.turn_up is not None and view.robber is None else ()
    return Odds(view, view.sides, stays)


NERVE = {Temper.EVEN: 0.0, Temper.BOLD: 0.08, Temper.CAREFUL: -0.08}
"""What a bot adds to its estimate of winning all five tricks."""


def decides(view: FivesView, spoil: Spoil) -> bool:
    """True if the trick may decide about the pool: somebody needs one more, or all five have been undertaken."""
    return spoil.jinker is not None or max(seat.tricks for seat in view.seats) + 1 >= spoil.needed


def choose(view: FivesView, odds: Odds, temper: Temper) -> FivesAction:
    """Return whether to take the pool or to go for all five tricks: what is worth more chips on average."""
    players, pool = len(view.seats), view.pool or 0
    chance = min(1.0, prod(odds.takes(card) for card in view.hand) + NERVE[temper])
    # After a failure everybody has the same chance of the pool again.
    jinked = chance * (pool + players - 1) + (1 - chance) * pool / players
    return JINK if jinked > pool else SWEEP


TRICK: Final = 1.0
"""The value of a trick, relative to a card that is sure to take one later."""

FINISH: Final = 3.0
"""The value of a trick that wins the game for the bot's side, or prevents another side from winning it."""

THRIFT: Final = {Temper.EVEN: 0.65, Temper.BOLD: 0.45, Temper.CAREFUL: 0.85}
"""The later value of a card, relative to a trick now."""

_UNKNOWN_TRUMP: Final = {Rank.FIVE: 3, Rank.JACK: 2, Rank.KING: 1, Rank.QUEEN: 1, Rank.ACE: 1}
"""The value of a card before the trump suit is known."""


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action with the highest estimate; ties are broken at random."""
    view = sight.view
    assert isinstance(view, FivesView)
    if len(view.legal) == 1:
        return view.legal[0]
    exchanges = [action for action in view.legal if isinstance(action, TakeJoker)]
    if exchanges:
        return min(exchanges, key=lambda action: (_promise(action.discard), whims.random()))
    odds = odds_of(view)
    if SWEEP in view.legal:
        return choose(view, odds, sight.temper)
    worth = _worth(view)
    return _about_the_turn_up(view, odds) or max(
        [action for action in view.legal if isinstance(action, Play)],
        key=lambda play: (hope(odds, play.card, worth, sight.temper), whims.random()),
    )


def _promise(card: Card) -> int:
    """Return the value of a card before the trump suit is known."""
    return 4 if card is ACE_OF_HEARTS else _UNKNOWN_TRUMP.get(card.rank, 0)


def _about_the_turn_up(view: FivesView, odds: Odds) -> FivesAction | None:
    """Return a rob if the turn-up beats the worst card in hand, else a decline if the game asks for one."""
    ways = [action for action in view.legal if isinstance(action, Rob)]
    if ways:
        worst = min(ways, key=lambda action: odds.power(action.discard))
        if view.turn_up is not None and odds.power(view.turn_up) > odds.power(worst.discard):
            return worst
    return DECLINE if DECLINE in view.legal else None


def hope(odds: Odds, card: Card, worth: float, temper: Temper) -> float:
    """Return the estimate for a card: the chance of the trick times its value, less the later value of the card."""
    return odds.takes(card) * worth - THRIFT[temper] * odds.power(card)


def _worth(view: FivesView) -> float:
    """Return the value of the current trick."""
    if view.spoil is not None:
        return FINISH if decides(view, view.spoil) else TRICK
    return FINISH if max(seat.total for seat in view.seats) + 5 >= view.target else TRICK


SOFTNESS: Final = 0.3
"""How much worse, in tricks, a card may seem and still be played now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often a card that takes the trick as it lies; the turn-up is dealt with steadily."""
    view = sight.view
    assert isinstance(view, FivesView)
    plays = [action for action in view.legal if isinstance(action, Play)]
    if len(plays) < len(view.legal):
        return play_steadily(sight, whims)
    odds = odds_of(view)
    return choose_softly(plays, lambda play: _value(odds, play.card, sight.temper), SOFTNESS, whims)


def _value(odds: Odds, card: Card, temper: Temper) -> float:
    return odds.takes_now(card) - THRIFT[temper] * odds.power(card)
