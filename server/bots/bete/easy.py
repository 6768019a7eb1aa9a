"""The bot ``easy`` of Bête: it decides as ``steady`` does whether to take part, and often plays a worse card."""

from random import Random
from typing import Final

from protocol.bete.actions import Play
from protocol.bete.views import BeteView, Phase
from protocol.vocabulary import Action
from server.bots.bete.odds import Odds
from server.bots.bete.steady import hope, play_steadily
from server.bots.bot import Sight
from server.bots.choice import choose_softly

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
