"""The bot ``strong`` of Spoil Five: it tries its cards in many deals that fit what it knows."""

from random import Random

from protocol.fives.actions import JINK, SWEEP, Play
from protocol.fives.views import FivesView
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.fives.known import Known
from server.bots.fives.steady import play_steadily
from server.bots.fives.trial import Trial
from server.bots.sampling import choose_by_trials

CARDS = 4_500
"""How many cards are played in all trials of one choice."""

MOST = 500
"""How many trials there are at the most."""


def play_strongly(sight: Sight, whims: Random) -> Action:
    """Return the action that did best in its trials; the turn-up is dealt with steadily."""
    view = sight.view
    assert isinstance(view, FivesView)
    if len(view.legal) == 1:
        return view.legal[0]
    if view.order is None or not all(isinstance(action, Play) for action in view.legal):
        steady = play_steadily(sight, whims)
        if not isinstance(steady, Play) and SWEEP not in view.legal:
            return steady
    known = Known(sight)
    trial = Trial(known, whims)
    trials = min(MOST, CARDS // (len(view.hand) * len(view.seats)))
    if SWEEP in view.legal:
        return (SWEEP, JINK)[choose_by_trials(2, trials, trial.draw_jink)]
    found = known.choices[choose_by_trials(len(known.choices), trials, trial.draw)]
    return next(action for action in view.legal if isinstance(action, Play) and known.deck.number[action.card] == found)
