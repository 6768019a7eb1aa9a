"""The bot ``steady`` of Da Bai Fen: it exposes what makes its trumps many, and weighs a trick against later ones.

Its constants, here, in ``odds`` and in ``promise``, were tuned by playing against both bots.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from protocol.cards import Card
from protocol.da_bai_fen.actions import CLAIM, PASS, Bury, DaBaiFenAction, Expose, Lay, Play
from protocol.da_bai_fen.order import Trumps, count, height, is_trump, suit_of
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.da_bai_fen.odds import Odds
from server.bots.da_bai_fen.promise import excess, keeping, suit_of_exposed

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
