"""Days of the deal of the day, as a server would tell them."""

from typing import Final

from protocol.daily import Daily, DailyResult, DailyScores, DailyStanding

NOON: Final = 1_795_262_400.0  # Noon of 2026-11-21 by UTC.

_NAMES: Final = ("Megan", "Owain", "Siân Llewellyn-Hughes", "Rhys", "Bronwen", "Idris", "Gwenllian", "Eluned")

RESULT: Final = DailyResult("2026-11-21", 312, (9, 8, 9, 3, 6, 9), 3, 2, 6, "4at7z8MVHKr1YaZPuwfM2bJfugMT")


def best(number: int, days: int = 1) -> tuple[DailyStanding, ...]:
    """Give a list of so many people, and two with hints."""
    people = [
        DailyStanding(_NAMES[place % len(_NAMES)], 420 * days - 17 * place, days, max(0, 5 - place))
        for place in range(number)
    ]
    return (*people, DailyStanding("Nia", 430 * days, days, 4, hinted=True))


TODAY: Final = Daily(
    id=1,
    day="2026-11-21",
    ends_at=NOON + 12 * 3600.0,
    commitment="5a" * 32,
    next_commitment="c3" * 32,
    of_day=best(1),
    of_week=best(5, 6),
    of_month=best(6, 20),
    of_all=best(8, 40),
    scores=(DailyScores(200, 3), DailyScores(325, 1)),
    streak=5,
    longest=12,
)
"""A day that the reader has not played yet."""

YESTERDAY: Final = Daily(
    id=1,
    day="2026-11-20",
    ends_at=NOON - 12 * 3600.0,
    commitment="5a" * 32,
    seed="17" * 32,
    spent=True,
    result=RESULT,
    of_day=best(3),
    of_week=best(5, 6),
    of_month=best(6, 20),
    of_all=best(8, 40),
    scores=(DailyScores(150, 1, 2), DailyScores(250, 9, 6), DailyScores(275, bots=2), DailyScores(300, 4)),
    streak=1,
    longest=1,
)
"""A day that is over."""
