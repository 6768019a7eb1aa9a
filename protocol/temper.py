"""The temper of a bot: how it leans where its level leaves it a choice."""

from enum import Enum


class Temper(Enum):
    """A bot's temper."""

    EVEN = "even"
    """It leans neither way."""

    BOLD = "bold"
    """It likes to take."""

    CAREFUL = "careful"
    """It likes to take nothing that it does not need."""
