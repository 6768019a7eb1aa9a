"""The bot ``steady`` of Roque: it bids what its hand promises, and weighs the current trick against later ones.

Its constants, here, in ``odds`` and in ``promise``, were tuned by playing against both bots.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from protocol.cards import Card, Suit
from protocol.roque.actions import PASS, Bid, Bury, Play, RoqueAction
from protocol.roque.order import STEP
from protocol.roque.views import Phase, RoqueView
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.roque.odds import Odds
from server.bots.roque.promise import best_trump, keeping

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
