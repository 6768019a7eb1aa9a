"""The bot ``steady`` of Durak: it does what is worth most by the features in ``worth``."""

from random import Random

from protocol.durak.views import DurakView
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.durak.worth import Worth


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action that is worth most; ties are broken at random."""
    view = sight.view
    assert isinstance(view, DurakView)
    if len(view.legal) == 1:
        return view.legal[0]
    worth = Worth(view, sight.temper)
    return max(view.legal, key=lambda action: (worth.of(action), whims.random()))
