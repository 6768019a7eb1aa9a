"""The bot ``easy`` of Durak: it weighs as ``steady`` does, and often does what seems a little worse."""

from random import Random
from typing import Final

from protocol.durak.views import DurakView
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.choice import choose_softly
from server.bots.durak.worth import Worth

SOFTNESS: Final = 0.9
"""How much worse an action may seem and still be done now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often one that is worth much."""
    view = sight.view
    assert isinstance(view, DurakView)
    worth = Worth(view, sight.temper)
    return choose_softly(view.legal, worth.of, SOFTNESS, whims)
