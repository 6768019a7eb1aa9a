"""The options of Chwech: their values, their defaults, and where each applies (rules, section 4)."""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from msgspec import Struct

from protocol.chwech.pack import FIVE_PACKS
from protocol.language import N_, sentence
from protocol.setup import OptionOffer, OptionValue, Setup
from server.rules.game import InvalidSetup
from server.rules.options import Options


class Ruleset(Enum):
    """The rules for Aces and Jokers."""

    REVISED = "revised"
    """Their rank depends on their place in the trick."""

    ORIGINAL = "original"
    """As first published: the player says whether an Ace is high or low; a Joker ranks between Eight and Seven."""


class Equals(Enum):
    """The rule that decides which of two equal cards ranks higher."""

    FIRST = "first"
    LAST = "last"


class Variant(Struct, frozen=True):
    """The complete rules of a table, as its options decide them."""

    players: int
    ruleset: Ruleset = Ruleset.REVISED
    deals: int = 6
    pack: str = "six"
    """The name of the pack in ``PACKS``."""

    thirteens_as_jokers: bool = False
    """True if both red Thirteens are Jokers in all respects."""

    one_joker_a_trick: bool = False
    """True if only one Joker may be played to a trick; always so in the original rules."""

    joker_beats_last_ace: bool = False
    """True if a Joker that was not last beats an Ace that was."""

    equals: Equals = Equals.FIRST
    review_won: bool = False
    duplicate: bool = False
    """True if a few sets of hands are dealt, each once by every dealer."""


def read_variant(setup: Setup) -> Variant:
    """Return the variant of a setup.

    Raises:
        InvalidSetup: Chwech does not support the setup; the text names both sides.
    """
    players = setup.players
    values = CHWECH.complete(players, setup.options)
    ruleset = Ruleset(values["ruleset"])
    packs = {4: "four", 5: str(values["five_pack"]), 6: "six", 7: str(values["seven_pack"])}
    return Variant(
        players=players,
        ruleset=ruleset,
        deals=_deals(players, values),
        pack=packs[players],
        thirteens_as_jokers=bool(values["thirteens_as_jokers"]),
        one_joker_a_trick=ruleset is Ruleset.ORIGINAL or values["jokers_per_trick"] == "one",
        joker_beats_last_ace=bool(values["joker_beats_last_ace"]),
        equals=Equals(values["equal_cards"]),
        review_won=bool(values["review_won"]),
        duplicate=bool(values["duplicate"]),
    )


def _deals(players: int, values: Mapping[str, OptionValue]) -> int:
    """Return the number of deals.

    Raises:
        InvalidSetup: a duplicate game cannot have so many.
    """
    deals = int(values["deals"]) or usual_deals(players, values)
    fitting = range(LEAST_SETS * players, MOST_DEALS + 1, players)
    if values["duplicate"] and deals not in fitting:
        *others, most = map(str, fitting)
        why = N_("deals: {deals} do not fit, a duplicate game for {players} has {others} or {most}")
        raise InvalidSetup(sentence(why, deals=deals, players=players, others=", ".join(others), most=most))
    return deals


def usual_deals(players: int, values: Mapping[str, OptionValue]) -> int:
    """Return the usual number of deals with these options."""
    return LEAST_SETS * players if values.get("duplicate") else DEALS[players]


PLAYERS: Final = (6, 4, 5, 7)

DEALS: Final = {4: 8, 5: 5, 6: 6, 7: 7}
"""The usual number of deals in a game that is not duplicate, by number of players."""

MOST_DEALS: Final = 24

LEAST_SETS: Final = 2
"""The sets of hands in a duplicate game, at least: of a single one everybody would know every card after one deal."""

OPTIONS: Final = (
    OptionOffer("ruleset", N_("how Aces and Jokers count"), ("revised", "original")),
    OptionOffer("deals", N_("how many deals make a game, if not the usual number"), (), least=1, most=MOST_DEALS),
    OptionOffer("duplicate", N_("whether everybody plays the same hands, turned from seat to seat"), (False, True)),
    OptionOffer(
        "five_pack",
        N_("left out: low, Twos and Threes; middle, Sevens and Eights; or as 4+9"),
        tuple(FIVE_PACKS),
        players=(5,),
    ),
    OptionOffer(
        "seven_pack",
        N_("the pack of Five Hundred, or one pack with every Two and Three twice"),
        ("five_hundred", "two_packs"),
        players=(7,),
    ),
    OptionOffer(
        "thirteens_as_jokers",
        N_("whether both red Thirteens are Jokers"),
        (False, True),
        players=(7,),
        needs={"seven_pack": "five_hundred"},
    ),
    OptionOffer(
        "jokers_per_trick",
        N_("how many Jokers may be played to one trick"),
        ("any", "one"),
        players=(5, 6, 7),
        needs={"ruleset": "revised"},
    ),
    OptionOffer(
        "joker_beats_last_ace",
        N_("whether a Joker that was not last beats an Ace that was"),
        (False, True),
        players=(5, 6, 7),
        needs={"ruleset": "revised"},
    ),
    OptionOffer("equal_cards", N_("which of two equal cards ranks higher"), ("first", "last"), players=(6, 7)),
    OptionOffer("review_won", N_("whether anyone may look through the cards already won"), (False, True)),
)
"""Every option except the number of players, in the order of the rules, with their texts marked for translation."""

CHWECH: Final = Options("Chwech", PLAYERS, OPTIONS)


def differing(players: int, chosen: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """Return only the options that differ from their default; the usual number of deals counts as one.

    Raises:
        InvalidSetup: Chwech does not support these options.
    """
    values = CHWECH.differing(players, chosen)
    if values.get("deals") == usual_deals(players, values):
        del values["deals"]
    return values
