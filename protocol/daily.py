"""The deal of the day: a game of six deals that everyone plays from the same cards against the same bots."""

import re
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.language import NC_, _, pgettext
from protocol.message import CleanName, ClientCommand, ServerAnswer, VisitCommand

_DAY: Final = r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?\Z"

DayName = Annotated[str, Meta(max_length=10, pattern=_DAY)]
"""The day by UTC, such as ``2026-11-21``; empty for today."""


def is_day(text: str) -> bool:
    """Return True for what may be sent as a day."""
    return re.match(_DAY, text) is not None


class PlayDaily(VisitCommand, frozen=True, tag="play_daily"):
    """Go to one's table of the deal of the day; the first time, it is opened, and its game begins."""

    practice: bool = False
    """True for another game of the same deals that is not ranked, once the one that counts is over."""
    day: DayName = ""
    """An earlier day, whose game is finished if one is open, else played without rank; empty for today."""


class ReadDaily(ClientCommand, frozen=True, tag="read_daily"):
    """Ask for a day: one's own result, the lists, and what proves that the deals were fixed before."""

    day: DayName = ""
    """The day; empty for today."""
    own: bool = False
    """True for what is one's own alone, without the lists and the scores of others, which take their time."""


SCORE_STEP: Final = 25  # Scores of a day are counted in steps of so many points.
Day = str
"""The day by UTC, such as ``2026-11-21``."""


class DailyMark(Struct, frozen=True, gc=False, omit_defaults=True):
    """What marks a table as one of the deal of the day."""

    day: Day
    practice: bool = False
    """True if the game is not ranked."""


class DailyResult(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of a game that counts."""

    day: Day
    score: int
    """The final score."""
    marks: tuple[int, ...]
    """The mark of each deal, 0 to 9: in Chwech its factor, 9 for an exact multiple of nine."""
    exact: int
    """The number of deals with an exact multiple of nine."""
    place: int
    """The place among the seats, from 1."""
    seats: int
    """The number of seats."""
    code: str = ""
    """The actions of the person, enciphered with the seed of the day: who knows that can play the game again."""
    hinted: bool = False
    """True if the person took hints."""
    bots: tuple[int, ...] = ()
    """The scores of bots that played the person's seat of the same deals."""


class DailyStanding(Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of a list: a person with the sum of their results."""

    name: CleanName
    score: int
    """The sum of the scores."""
    days: int
    """The number of days."""
    exact: int
    """The number of deals with an exact multiple of nine."""
    hinted: bool = False
    """True if these are results with hints; a person may have a line of either kind."""


class DailyScores(Struct, frozen=True, gc=False, omit_defaults=True):
    """How many games of a day ended within ``SCORE_STEP`` points."""

    least: int
    """The least of these scores."""
    people: int = 0
    bots: int = 0


class Daily(ServerAnswer, frozen=True, tag="daily"):
    """A day."""

    day: Day
    ends_at: float
    """When the day ends, in seconds since 1970."""
    commitment: str
    """The SHA-256 of the seed of the day, in hex; empty if no seed was drawn for that day."""
    seed: str = ""
    """The 32 bytes of the seed, in hex, once the day is closed to play; offline from the start."""
    next_commitment: str = ""
    """The SHA-256 of the seed of the day after it, in hex; empty if that is not drawn yet."""
    alone: bool = False
    """True if the seed follows from the date, as it does on one's own machine."""
    table: str = ""
    """The code of the reader's table that counts; empty if there is none yet, or no game can be played there."""
    spent: bool = False
    """True if the reader has begun the game that counts."""
    result: DailyResult | None = None
    """The reader's own result."""
    of_day: tuple[DailyStanding, ...] = ()
    """The best of the day; people with hints come after all others."""
    of_week: tuple[DailyStanding, ...] = ()
    """The best of the seven days up to this day."""
    of_month: tuple[DailyStanding, ...] = ()
    """The best of the thirty days up to this day."""
    of_all: tuple[DailyStanding, ...] = ()
    """The best of all days up to this day."""
    scores: tuple[DailyScores, ...] = ()
    """The scores of the day, the lowest first; those of bots as soon as the reader has a result."""
    streak: int = 0
    """The days in a row with a result of the reader, up to today, or to yesterday as long as today has none."""
    longest: int = 0
    """The most days in a row that the reader ever had."""


TITLE: Final = "Chwech"  # The first word of every line, the same in every language.

KEYCAP: Final = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
"""What turns a digit into a keycap; without the selector several systems draw the digit in a box of text."""

_MONTHS: Final = (
    NC_("short month", "Jan"),
    NC_("short month", "Feb"),
    NC_("short month", "Mar"),
    NC_("short month", "Apr"),
    NC_("short month", "May"),
    NC_("short month", "Jun"),
    NC_("short month", "Jul"),
    NC_("short month", "Aug"),
    NC_("short month", "Sep"),
    NC_("short month", "Oct"),
    NC_("short month", "Nov"),
    NC_("short month", "Dec"),
)


def day_words(day: str) -> str:
    """Return a day such as ``2026-11-21`` in the reader's language, without the year; as it is if it is no day."""
    parts = day.split("-")
    if len(parts) != len(("year", "month", "day")) or not all(part.isascii() and part.isdecimal() for part in parts):
        return day
    month, number = int(parts[1]), int(parts[2])
    if not 1 <= month <= len(_MONTHS):
        return day
    name = pgettext("short month", _MONTHS[month - 1])
    return f"{number} {name}"


def result_line(result: DailyResult, *, ascii_only: bool = False) -> str:
    """Return the line: score, day, the mark of each deal, exact nines, place, and the code that proves it."""
    keycap, times, between = ("", "x", " - ") if ascii_only else (KEYCAP, "×", " · ")
    parts = (
        f"{TITLE} {result.score}",
        day_words(result.day),
        "".join(f"{mark}{keycap}" for mark in result.marks),
        f"{result.exact}{times}9",
        f"{result.place}/{result.seats}",
        _("with hints") if result.hinted else "",
        result.code,
    )
    return between.join(filter(None, parts))


def compared(line: str) -> str:
    """Return a line as it is compared: however it was written or passed on, with keycaps or without."""
    bare = line.translate(dict.fromkeys(map(ord, KEYCAP))).replace("·", "-").replace("×", "x")
    return " ".join(bare.split())
