"""What ratings are for; a file of its own, so that who asks for a ranking need not load the tables."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from protocol.setup import OptionOffer

RULESET: Final = "ruleset"
"""The option whose values are rated apart, in every game that has it."""


class Ladder(Struct, frozen=True, gc=False):
    """What a rating is for: a game by one ruleset, whatever the number of players and the other options."""

    game: str
    ruleset: str = ""
    """Empty for a game without the option."""


def rulesets(offers: Iterable[OptionOffer]) -> tuple[str, ...]:
    """Return the rulesets of a game by its options, the usual one first; none if it has but one."""
    return next((tuple(map(str, offer.values)) for offer in offers if offer.name == RULESET), ())
