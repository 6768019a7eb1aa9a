"""The rules of one table of Durak in teams: its options as values that the rules read."""

from typing import Final

from msgspec import Struct

from protocol.setup import Setup
from server.rules.durak.options import OPTIONS

HAND: Final = 6
"""The number of cards dealt to each seat, and up to which hands are filled after a bout."""

ATTACKS: Final = 6
"""The largest number of attack cards in a bout."""

SIDES: Final = 2
"""The number of sides; they sit in turn."""

MOST_DEALS: Final = 25
"""The number of deals after which a game ends at the latest: draws alone could go on for ever."""


class Variant(Struct, frozen=True, gc=False):
    """The complete rules of a table, as its options decide them."""

    players: int
    """The number of seats."""

    losses: int
    """How many lost deals lose the game."""

    first_bout: int
    """The largest number of attack cards in the first bout of a deal."""

    attackers_first: bool
    """True if the attackers win a deal in which both sides run out in one bout; otherwise it is a draw."""


def side_of(seat: int) -> int:
    """Return the side of a seat."""
    return seat % SIDES


def read_variant(setup: Setup) -> Variant:
    """Return the variant of a setup.

    Raises:
        InvalidSetup: the game does not support the setup; the text names both sides.
    """
    values = OPTIONS.complete(setup.players, setup.options)
    return Variant(
        players=setup.players,
        losses=int(values["losses"]),
        first_bout=int(values["first_bout"]),
        attackers_first=values["both_out"] == "attackers",
    )
