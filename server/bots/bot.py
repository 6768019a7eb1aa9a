"""What a bot is: a function from a view and some randomness to a legal action."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from protocol.vocabulary import Action, View

Bot = Callable[[View, Random], Action]
"""Takes the view of a seat whose turn it is, and gives one of the actions that the view calls legal."""


_LEGAL: Final = "legal"
"""What the view of every game calls the actions that may be taken now."""


def play_at_random(view: View, whims: Random) -> Action:
    """Choose any legal action."""
    legal: Sequence[Action] = getattr(view, _LEGAL)
    return whims.choice(legal)
