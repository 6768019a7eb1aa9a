"""The options of Bête (rules, section 5)."""

from typing import Final

from protocol.language import N_
from protocol.setup import OptionOffer
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
