"""What the bots of Spoil Five weigh besides cards: who is near the pool, and whether all five tricks are likely."""

from math import prod

from protocol.fives.actions import JINK, SWEEP, FivesAction
from protocol.fives.views import FivesView, Spoil
from protocol.temper import Temper
from server.bots.odds import Odds

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
