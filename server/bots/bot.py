"""The type of a bot: a function from a view and a random generator to a legal action."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from protocol.vocabulary import Action, View

Bot = Callable[[View, Random], Action]
"""A function that takes the view of the seat to act, and returns one of the view's legal actions."""


_LEGAL: Final = "legal"
"""The attribute of every game's view that holds the legal actions."""


def play_at_random(view: View, whims: Random) -> Action:
    """Return any legal action."""
    legal: Sequence[Action] = getattr(view, _LEGAL)
    return whims.choice(legal)
