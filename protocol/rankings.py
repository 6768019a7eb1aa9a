"""Messages about the rankings: who plays a game best by one ruleset, people and bots together."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.message import ClientCommand, ServerAnswer
from protocol.rating import Rating
from protocol.setup import OptionOffer


class ReadRankings(ClientCommand, frozen=True, tag="read_rankings"):
    """Ask for the rankings of one game by one ruleset."""

    game: Annotated[str, Meta(max_length=40)] = ""
    """Which game; empty for the first that the welcome offers."""
    ruleset: Annotated[str, Meta(max_length=40)] = ""
    """The value of the option ``ruleset``; empty for its default, or for a game without it."""


class RankedPlayer(Struct, frozen=True, gc=False, omit_defaults=True):
    """A person or a bot in the rankings."""

    rating: Rating
    name: str = ""
    """The name of the person; empty for a bot."""
    bot: str = ""
    """The level of the bot; empty for a person."""
    place: int = 0
    """The place, from 1; 0 while the rating is provisional."""
    own: bool = False
    """True for the reader."""


class Rankings(ServerAnswer, frozen=True, tag="rankings"):
    """The best players, those with a place first, then those whose rating is provisional."""

    game: str
    ruleset: str
    """Which ruleset; empty for a game without that option."""
    players: tuple[RankedPlayer, ...] = ()
    """The players by points; only the best if there are very many."""


RULESET: Final = "ruleset"  # The option whose values are rated apart, in every game that has it.


class Ladder(Struct, frozen=True, gc=False):
    """What a rating is for: a game by one ruleset, whatever the number of players and the other options."""

    game: str
    ruleset: str = ""
    """Empty for a game without the option."""


def rulesets(offers: Iterable[OptionOffer]) -> tuple[str, ...]:
    """Return the rulesets of a game by its options, the usual one first; none if it has but one."""
    return next((tuple(map(str, offer.values)) for offer in offers if offer.name == RULESET), ())
