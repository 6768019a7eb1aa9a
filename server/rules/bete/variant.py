"""The options of Bête, and the rules of one table as values that the rules read."""

from enum import Enum
from typing import Final

from msgspec import Struct

from protocol.language import N_
from protocol.setup import OptionOffer, Setup
from server.rules.options import Options

BETE: Final = "bete"
"""The name of Bête in setups and records."""

PLAYERS: Final = (4, 2, 3, 5)
"""The supported numbers of players, the default first."""

ABOUT: Final = N_("who plays for the pool and does not win it pays as much again")
"""What kind of game it is, marked for translation."""

MINUTES: Final = 15
"""About how long it takes."""

OPTIONS: Final = Options(
    "Bête",
    PLAYERS,
    (
        OptionOffer("deals", "how many deals make a game", (12, 1, 4, 8, 20)),
        OptionOffer("head", "whether a card that follows has to beat the trick if it can", (False, True)),
        OptionOffer("alone", "who takes part alone has the pool, or plays against all for it", ("pool", "play")),
        OptionOffer("all_tricks", "what each pays to who takes all five tricks: the pool, or a chip", ("pool", "chip")),
        OptionOffer("direction", "whether the play goes to the left or to the right", ("left", "right")),
    ),
)
"""The options of the game."""


class Alone(Enum):
    """What becomes of the pool if one player alone takes part."""

    POOL = "pool"
    """That player has it without playing for it."""

    PLAY = "play"
    """That player has to win it against all others."""


class AllTricks(Enum):
    """What each opponent who takes part pays to the one who takes all five tricks."""

    POOL = "pool"
    """As much as is in the pool."""

    CHIP = "chip"
    """A chip."""


class Variant(Struct, frozen=True, gc=False):
    """The complete rules of a table, as its options decide them."""

    players: int
    """The number of seats."""

    deals: int
    """The number of deals in a game."""

    head: bool
    """True if a card that follows has to beat the trick if it can."""

    alone: Alone
    """What becomes of the pool if one player alone takes part."""

    all_tricks: AllTricks
    """What all five tricks are paid with."""

    step: int
    """1 if the play goes to the left, and −1 if it goes to the right."""


def read_variant(setup: Setup) -> Variant:
    """Return the variant of a setup.

    Raises:
        InvalidSetup: the game does not support the setup; the text names both sides.
    """
    values = OPTIONS.complete(setup.players, setup.options)
    return Variant(
        players=setup.players,
        deals=int(values["deals"]),
        head=bool(values["head"]),
        alone=Alone(values["alone"]),
        all_tricks=AllTricks(values["all_tricks"]),
        step=1 if values["direction"] == "left" else -1,
    )
