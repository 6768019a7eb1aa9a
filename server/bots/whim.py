"""The bot ``random``: any legal action, each as likely as the others."""

from random import Random

from protocol.chwech.views import ChwechView
from protocol.vocabulary import Action, View


def play_at_random(view: View, whims: Random) -> Action:
    """Give any legal action."""
    assert isinstance(view, ChwechView)
    return whims.choice(view.legal)
