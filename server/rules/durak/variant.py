"""The options of Durak in teams, and the rules of one table as values that the rules read."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Seat
from server.rules.options import Options

NAME: Final = "durak-teams"
"""The name of the game in setups and records."""

OPTIONS: Final = Options(
    "Durak in teams",
    (4, 6),
    (
        OptionOffer("losses", "how many lost deals lose the game", (3, 1, 2, 4, 5)),
        OptionOffer("first_bout", "how many attack cards the first bout of a deal may have", (6, 5)),
        OptionOffer(
            "both_out",
            "whether a deal is a draw if both sides run out in one bout",
            ("draw", "attackers"),
        ),
    ),
)
"""The options of the game."""


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


def next_bout(
    attacker: Seat, defender: Seat, within: Collection[Seat], players: int, *, held: bool
) -> tuple[Seat, Seat]:
    """Return the attacker and the defender of the bout that follows.

    Args:
        attacker: who attacked in the bout that is over.
        defender: who was attacked.
        within: the seats that still play in this deal; at least one of each side.
        players: the number of seats.
        held: True if everything was beaten; False if the defender has taken up.
    """
    attacked = following(attacker, within, players)
    if not held:
        return attacked, following(defender, within, players)
    return defender if defender in within else following(defender, within, players), attacked


def following(seat: Seat, within: Collection[Seat], players: int) -> Seat:
    """Return the next seat of the same side that still plays; perhaps the same one, if it is the only one."""
    steps = range(SIDES, players + 1, SIDES)
    return next(other for step in steps if (other := Seat((seat + step) % players)) in within)
