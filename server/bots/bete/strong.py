"""The bot ``strong`` of Bête: it tries its actions in many deals that fit what it knows."""

from random import Random

from protocol.bete.views import BeteView, Phase
from protocol.vocabulary import Action
from server.bots.bete.known import Known
from server.bots.bete.trial import Asking, Playing
from server.bots.bot import Sight
from server.bots.sampling import choose_by_trials

CARDS = 4_000
"""How many cards are played in all trials of one choice."""

MOST = 600
"""How many trials there are at the most."""


def play_strongly(sight: Sight, whims: Random) -> Action:
    """Return the action that did best in its trials."""
    view = sight.view
    assert isinstance(view, BeteView)
    if len(view.legal) == 1:
        return view.legal[0]
    known = Known(sight)
    trial = (Asking if view.phase is Phase.ASKING else Playing)(known, whims)
    trials = min(MOST, CARDS // (len(view.hand) * len(known.within)))
    return view.legal[choose_by_trials(len(view.legal), trials, trial.draw)]
