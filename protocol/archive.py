"""Messages about finished games: one's own, and the record, the replay and the statistics of any."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.game import View
from protocol.message import (
    LARGEST,
    ClientCommand,
    Count,
    Measure,
    Moment,
    Name,
    Points,
    Seat,
    ServerAnswer,
    StateSeq,
)
from protocol.rating import MonthPlace, RulesetRating
from protocol.setup import Setup
from protocol.table import Event, HintReason

GameNumber = Annotated[int, Meta(ge=1, le=2**63 - 1)]
"""The number of the finished game on this server, counted from 1."""


class ListGames(ClientCommand, frozen=True, tag="list_games"):
    """List one's finished games on this server."""


class ReadRecord(ClientCommand, frozen=True, tag="read_record"):
    """Ask for the record of a finished game, or for more of it."""

    game: GameNumber
    line: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """The first line to send, counted from 0."""


class GameEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One entry of the list of finished games."""

    game: GameNumber
    table: str
    """The code of its table."""
    ended_at: Moment
    """When it ended, in seconds since 1970."""
    setup: Setup
    names: tuple[str, ...]
    """The names at the end as lists show them, such as ``Nia (bot)`` or ``Ben (left)``, by seat."""
    totals: tuple[Points, ...]
    """The final score of each seat."""
    seat: Seat | None = None
    """The reader's own seat."""
    sides: tuple[int, ...] = ()
    """The side of each seat, from 0, where people played in sides."""
    chips: tuple[int, ...] = ()
    """The chips of each seat in the end, where the game was played for chips."""
    hinted: tuple[Seat, ...] = ()
    """The seats on which hints were taken."""


class Games(ServerAnswer, frozen=True, tag="games"):
    """One's finished games, the newest first."""

    games: tuple[GameEntry, ...]
    """The games; only the newest if there are very many."""


class RecordPart(ServerAnswer, frozen=True, tag="record_part"):
    """Some lines of a record."""

    lines: tuple[str, ...]
    """The lines, without line ends."""
    more: bool = False
    """True if more lines follow: ask for them from the next number on."""


class ReadReplay(ClientCommand, frozen=True, tag="read_replay"):
    """Ask for the replay of a deal of a finished game, or for more of it."""

    game: GameNumber
    deal: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    """The deal, counted from 1."""
    step: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """The first step to send, counted from 0."""


class ReplayStep(Struct, frozen=True, gc=False):
    """One step of a deal: the cards are dealt, someone acts, or the deal is scored."""

    events: tuple[Event, ...]
    """The events, with nothing hidden."""
    view: View
    """The game after the step, as a spectator sees it but with nothing hidden."""


class ReplayPart(ServerAnswer, frozen=True, tag="replay_part"):
    """Some steps of a deal."""

    steps: tuple[ReplayStep, ...]
    """The steps, in order."""
    more: bool = False
    """True if more steps of this deal follow: ask for them from the next number on."""
    deals: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """How many deals the game had; 0 from a server that does not say."""


class ReadReview(ClientCommand, frozen=True, tag="read_review"):
    """Ask what each choice in a deal of a finished game was worth, and how much of the scores was luck."""

    game: GameNumber
    deal: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    """The deal, counted from 1."""
    turn: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """The turn of which alone is asked why its bot has chosen so, counted from 1; 0 for the review of the deal."""


class Complain(ClientCommand, frozen=True, tag="complain"):
    """Keep a play of a bot that seems stupid for those who run the server: the last at the table, or an earlier one.

    It is ``accepted`` once it is kept.
    """

    seq: StateSeq = 0
    """At a table, the number of the last event that was seen."""
    game: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0
    """The number of a finished game; 0 at a table."""
    deal: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    """The deal of that game, counted from 1."""
    turn: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """The turn in that deal, counted from 1."""


class SeatReview(Struct, frozen=True, gc=False):
    """The score of one seat in a deal, taken apart: the mean score of the table, luck and skill add up to it."""

    score: Points
    luck: Measure
    """What bots in all seats make of the same hand, in points over the mean of the table."""
    skill: Measure
    """The rest of the score over the mean of the table."""
    error: Measure
    """The standard error of both, in points."""


class Trials(Struct, frozen=True, gc=False, omit_defaults=True):
    """How a choice and the best other one did in the same deals, which fit what their seat knew."""

    deals: Count
    better: Count
    """In how many of them the choice did better."""
    worse: Count
    won: Count | None = None
    """In how many its side took the trick; nil where no trick is played."""
    other_won: Count | None = None
    """The same of the other choice."""


class TurnReview(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one turn was worth, in points over the mean of the table, as far as its seat could know."""

    turn: int
    """The number of the turn in the deal, counted from 1; in the replay it is the step of this number from 0."""
    trick: int
    """The number of the trick in the deal, counted from 1."""
    seat: Seat
    action: str
    """What was done, as records write it."""
    worth: Measure
    """What that was worth."""
    other: str | None = None
    """The best of the other actions, as records write it; nil if there was none."""
    other_worth: Measure = 0.0
    """What that would have been worth."""
    error: Measure = 0.0
    """The standard error of the difference."""
    mistake: bool = False
    """True if the other action was certainly better."""
    others: dict[str, Measure] = {}
    """What more actions would have been worth, the best of them, where there was a mistake."""
    reasons: tuple[HintReason, ...] = ()
    """Why the other action was better, where there was a mistake and the game can say so.

    If it was asked why a bot has chosen so, what speaks for that.
    """
    trials: Trials | None = None
    """What the bot could know of the action and the other one, if that was asked and it tries its actions."""

    @property
    def swing(self) -> float:
        """What was given away, in points: 0 if nothing else was better."""
        return 0.0 if self.other is None else max(0.0, round(self.other_worth - self.worth, 2))


class ReviewPart(ServerAnswer, frozen=True, tag="review_part"):
    """The review of one deal."""

    deal: int
    """The number of the deal, counted from 1."""
    seats: Annotated[tuple[SeatReview, ...], Meta(max_length=32)]
    """The score of each seat; none if one turn was asked for."""
    turns: tuple[TurnReview, ...]
    """Every turn, in order; or the one that was asked for."""
    turning_points: tuple[int, ...] = ()
    """The numbers of the turns that cost most, the worst first."""


class ReadStatistics(ClientCommand, frozen=True, tag="read_statistics"):
    """Ask for the statistics of a person in one game."""

    name: Name = ""
    """The name of the person; empty for oneself."""
    game: Annotated[str, Meta(max_length=40)] = ""
    """Which game; empty for the first that the welcome offers."""


class Statistics(ServerAnswer, frozen=True, tag="statistics"):
    """How someone has played one game so far; points a deal are ``points`` by ``deals``."""

    name: str
    games: Count
    """Games that they have played to the end."""
    wins: Count = 0
    """Games that they have won, alone or with others."""
    deals: Count = 0
    """Deals in those games."""
    points: Annotated[int, Meta(ge=-(LARGEST**2), le=LARGEST**2)] = 0
    """Points in those deals."""
    game: str = ""
    counted: str = ""
    """What the game counts besides points, in the plural; empty where it counts nothing."""
    count: Count = 0
    """How many of these there were."""
    ratings: tuple[RulesetRating, ...] = ()
    """Their ratings in this game; none without a rated game."""
    places: tuple[MonthPlace, ...] = ()
    """The first three places that they have had in months of this game, the newest first."""
