"""How a table is run, whatever it plays: who may see it, look on and take a seat, and how long a move may take."""

from enum import Enum
from typing import Final

from msgspec import Struct

from protocol.clock import Clock


class Delay(Enum):
    """How much later than the players those who look on are told what happens."""

    NONE = "none"
    """At once."""

    TRICK = "trick"
    """A trick later: each trick when the next one is over, the last ones with the deal."""

    DEAL = "deal"
    """A deal later: each deal when the next one is over, the last ones with the game."""


class Arrangement(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What the maker of a table decides besides what is played."""

    clock: Clock = Clock()
    """How long a move may take."""

    listed: bool = True
    """Whether everybody finds the table in the list; else only who knows its code comes to it."""

    watching: bool = True
    """Whether people may look on."""

    delay: Delay = Delay.NONE
    """How much later those who look on are told what happens."""

    takeover: bool = True
    """Whether people may take over a bot's own seat."""


USUAL: Final = Arrangement()
"""How a table is run where nothing is said of it; this very value is left out on the wire."""
