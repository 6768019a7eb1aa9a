"""One way to play Chwech: the options of a table turned into values that the rules read."""

from enum import Enum

from msgspec import Struct

from protocol.setup import Setup
from server.rules.chwech.options import CHWECH, DEALS


class Ruleset(Enum):
    """How Aces and Jokers count."""

    REVISED = "revised"
    """By their place in the trick."""

    ORIGINAL = "original"
    """As first published: an Ace as its player says, a Joker between Seven and Eight."""


class PackKind(Enum):
    """The packs (rules, section 1)."""

    FOUR = "four"
    FIVE_LOW = "low"
    FIVE_MIDDLE = "middle"
    SIX = "six"
    SEVEN_FIVE_HUNDRED = "five_hundred"
    SEVEN_TWO_PACKS = "two_packs"


class Equals(Enum):
    """Which of two equal cards ranks higher."""

    FIRST = "first"
    LAST = "last"


class Variant(Struct, frozen=True):
    """Everything that the options of a table decide."""

    players: int
    """How many seats."""

    ruleset: Ruleset = Ruleset.REVISED
    """How Aces and Jokers count."""

    deals: int = 6
    """How many deals make the game."""

    pack: PackKind = PackKind.SIX
    """Which cards are dealt."""

    thirteens_as_jokers: bool = False
    """Whether both red Thirteens are Jokers in all respects."""

    one_joker_a_trick: bool = False
    """Whether a second Joker may not be played to a trick; always so in the original rules."""

    joker_beats_last_ace: bool = False
    """Whether a Joker that was not last beats an Ace that was."""

    equals: Equals = Equals.FIRST
    """Which of two equal cards ranks higher."""

    review_won: bool = False
    """Whether anyone may look through the cards already won."""


def read_variant(setup: Setup) -> Variant:
    """Give the variant of a setup.

    Raises:
        InvalidSetup: the setup asks for what Chwech does not have; the text names both sides.
    """
    players = setup.players
    values = CHWECH.complete(players, setup.options)
    ruleset = Ruleset(values["ruleset"])
    packs = {
        4: PackKind.FOUR,
        5: PackKind(values["five_pack"]),
        6: PackKind.SIX,
        7: PackKind(values["seven_pack"]),
    }
    return Variant(
        players=players,
        ruleset=ruleset,
        deals=int(values["deals"]) or DEALS[players],
        pack=packs[players],
        thirteens_as_jokers=bool(values["thirteens_as_jokers"]),
        one_joker_a_trick=ruleset is Ruleset.ORIGINAL or values["jokers_per_trick"] == "one",
        joker_beats_last_ace=bool(values["joker_beats_last_ace"]),
        equals=Equals(values["equal_cards"]),
        review_won=bool(values["review_won"]),
    )
