"""What a bot is: a function from a view and some randomness to a legal action."""

from collections.abc import Callable
from random import Random

from protocol.vocabulary import Action, View

Bot = Callable[[View, Random], Action]
"""Takes the view of a seat whose turn it is, and gives one of the actions that the view calls legal."""
