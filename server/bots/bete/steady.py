"""The bot ``steady`` of Bête: it takes part if its hand promises enough or nobody else does; it spares good cards.

Its constants, here and in ``odds``, were tuned by playing against both bots.
"""

from random import Random
from typing import Final

from protocol.bete.actions import PASS, TAKE_PART, Play
from protocol.bete.order import HEIGHTS
from protocol.bete.views import BeteView, Phase
from protocol.cards import Card
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bete.odds import Odds
from server.bots.bot import Sight

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
