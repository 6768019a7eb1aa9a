"""The line of a result of the deal of the day, as people share it."""

from typing import Final

from protocol.daily import DailyResult
from protocol.language import NC_, _, pgettext

TITLE: Final = "Chwech"
"""The first word of every line, the same in every language."""

_KEYCAP: Final = "\N{COMBINING ENCLOSING KEYCAP}"

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
    keycap, times, between = ("", "x", " - ") if ascii_only else (_KEYCAP, "×", " · ")
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
    bare = line.replace(_KEYCAP, "").replace("\N{VARIATION SELECTOR-16}", "").replace("·", "-").replace("×", "x")
    return " ".join(bare.split())
