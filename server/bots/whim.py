"""The bot ``random``: any legal action, each as likely as the others."""

from collections.abc import Sequence
from random import Random
from typing import Final

from protocol.vocabulary import Action, View

_LEGAL: Final = "legal"
"""What the view of every game calls the actions that may be taken now."""


def play_at_random(view: View, whims: Random) -> Action:
    """Choose any legal action."""
    legal: Sequence[Action] = getattr(view, _LEGAL)
    return whims.choice(legal)
