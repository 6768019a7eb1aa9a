"""The bot ``easy`` of Da Bai Fen: it looks at the trick as it lies, and not at who plays after it.

It exposes, buries and lays several cards as ``steady`` does, and often plays a card that seems a little worse.
"""

from random import Random
from typing import Final

from protocol.da_bai_fen.actions import Play
from protocol.da_bai_fen.order import taker
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.choice import choose_softly
from server.bots.da_bai_fen.odds import Odds
from server.bots.da_bai_fen.steady import THRIFT, play_steadily, several

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
