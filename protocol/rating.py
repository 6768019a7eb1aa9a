"""How well someone plays, as a number with its uncertainty; places by score; and the rankings of a server."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.message import CleanName, ClientCommand, Count, Points, Seat, ServerAnswer
from protocol.setup import OptionOffer


class Rating(Struct, frozen=True, gc=False, omit_defaults=True):
    """How well someone plays one game by one ruleset; a newcomer has 1500 points."""

    points: int
    """The estimate."""
    deviation: int
    """One standard deviation of the estimate, in points."""
    games: int
    """The number of rated games behind it."""
    provisional: bool = False
    """True while there are too few games to take the estimate seriously."""


class RulesetRating(Struct, frozen=True, gc=False):
    """A rating with the ruleset that it is for."""

    ruleset: str
    """The value of the option ``ruleset``; empty for a game without it."""
    rating: Rating


class SeatRating(Struct, frozen=True, gc=False, omit_defaults=True):
    """The rating of the player in a seat."""

    rating: Rating
    """The rating; after a rated game the one that the game has led to."""
    change: int | None = None
    """The points won or lost by this game; nil until it is over and rated."""


class Ranked(Struct, frozen=True, gc=False):
    """A seat, or the seats of one side, with its place."""

    place: int
    """The place, from 1."""
    seat: Seat
    """Who; the first seat of the side where people play in sides."""
    total: int

    partners: tuple[Seat, ...] = ()
    """The other seats of the side."""


def ranking(totals: Sequence[int], sides: Sequence[int] = ()) -> tuple[Ranked, ...]:
    """Return the seats, or the sides, by score, the highest first; raise ``ValueError`` if a seat has no side."""
    members: dict[int, list[Seat]] = {}
    for seat, side in zip(range(len(totals)), sides or range(len(totals)), strict=True):
        members.setdefault(side, []).append(Seat(seat))
    ordered = sorted(members.values(), key=lambda seats: -totals[seats[0]])
    scores = [totals[seats[0]] for seats in ordered]
    return tuple(
        Ranked(1 + sum(other > score for other in scores), first, score, tuple(partners))
        for score, (first, *partners) in zip(scores, ordered, strict=True)
    )


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
    """The place, from 1; 0 while the rating is provisional, but never in a month."""
    own: bool = False
    """True for the reader."""


Month = Annotated[str, Meta(pattern=r"^\d{4}-\d\d$")]
"""A month, such as ``2026-11``; it begins and ends at midnight in UTC."""


class MonthPlace(Struct, frozen=True, gc=False):
    """One of the first three places of a month that is over; it is kept for ever."""

    month: Month
    ruleset: str
    """Empty for a game without that option."""
    place: Annotated[int, Meta(ge=1, le=3)]
    name: str


class Rankings(ServerAnswer, frozen=True, tag="rankings"):
    """The best players, those with a place first, then those whose rating is provisional; and those of the month.

    Each month everyone begins anew, and the order is by the points that someone has surely: without the deviation.
    """

    game: str
    ruleset: str
    """Which ruleset; empty for a game without that option."""
    players: tuple[RankedPlayer, ...] = ()
    """The players by points; only the best if there are very many."""
    month: Month = "1970-01"
    """The present month."""
    of_month: tuple[RankedPlayer, ...] = ()
    """The people who have played a rated game in it, with their rating from its games alone."""
    winners: tuple[MonthPlace, ...] = ()
    """The first three places of the latest months that are over, the newest month first."""


class BestScore(Struct, frozen=True, gc=False, omit_defaults=True):
    """The best score of all in the deals or the games of a game by one ruleset."""

    game: str
    ruleset: str
    points: Points
    name: CleanName
    """Who has it."""
    number: Count
    """The number of the finished game."""
    whole: bool = False
    """True for that of a whole game of the usual length, False for that of one deal."""


RULESET: Final = "ruleset"  # The option whose values are rated apart, in every game that has it.


class Ladder(Struct, frozen=True, gc=False):
    """What a rating is for: a game by one ruleset, whatever the number of players and the other options."""

    game: str
    ruleset: str = ""
    """Empty for a game without the option."""
    month: str = ""
    """The month whose games alone count, such as ``2026-11``; empty for all time."""


def rulesets(offers: Iterable[OptionOffer]) -> tuple[str, ...]:
    """Return the rulesets of a game by its options, the usual one first; none if it has but one."""
    return next((tuple(map(str, offer.values)) for offer in offers if offer.name == RULESET), ())
