"""What the page of the deal of the day offers its reader."""

from enum import Enum
from typing import Final, NamedTuple

from msgspec.structs import replace

from chwech_tui.describe import as_sentence, span_left
from chwech_tui.model.board import Board, remarked
from games.kit.words import figure
from protocol.daily import KEYCAP, SCORE_STEP, Daily, DailyMark, DailyResult, DailyStanding, day_words, result_line
from protocol.language import _, ngettext
from protocol.text import clean_text


class DailyOffer(Enum):
    """What the reader can do on a day."""

    PLAY = "play"
    GO_ON = "go on"
    PRACTISE = "practise"
    """The same deals again, or those of an earlier day, without rank."""
    NOTHING = "nothing"
    """The day has ended, and games of it are still being finished; or it has no deals."""


def offered(page: Daily, now: float) -> DailyOffer:
    """Return what the reader can do; ``now`` is the time in seconds since 1970."""
    if page.table:
        return DailyOffer.GO_ON
    if now >= page.ends_at:
        return DailyOffer.PRACTISE if page.seed else DailyOffer.NOTHING
    return DailyOffer.PRACTISE if page.spent else DailyOffer.PLAY


def waits(page: Daily, now: float) -> bool:
    """Return True if the reader's ranked game is still to be played."""
    return offered(page, now) in {DailyOffer.PLAY, DailyOffer.GO_ON}


def doing(page: Daily, now: float, way: str) -> str:
    """Return what the reader can do, in a sentence; ``way`` is what does it."""
    match offered(page, now):
        case DailyOffer.PLAY:
            return _("You have not played yet: {way} begins the game that counts", way=way)
        case DailyOffer.GO_ON:
            return _("Your game is not finished: {way} resumes it", way=way)
        case DailyOffer.PRACTISE if page.result is not None:
            return _("{way} plays the same deals for practice", way=way)
        case DailyOffer.PRACTISE if page.spent:
            return _("Your game has no result: {way} plays the same deals again for practice", way=way)
        case DailyOffer.PRACTISE:
            return _("You did not play on this day: {way} plays its deals for practice", way=way)
    return _("Its cards cannot be played now") if page.result is not None else _("You have no result of this day")


def day_state(page: Daily, now: float) -> str:
    """Return how a day stands for its reader, in a few words."""
    if page.result is not None:
        place = _("place {place} of {places}", place=page.result.place, places=page.result.seats)
        return f"{figure(page.result.score)}, {place}"
    match offered(page, now):
        case DailyOffer.PLAY:
            return _("not played yet")
        case DailyOffer.GO_ON:
            return _("begun, not finished")
    return _("no result")


def reset_words(page: Daily, now: float) -> str:
    """Return in how long there are new deals; of a day that is over, that it is."""
    return _("new cards in {time}", time=span_left(page.ends_at - now)) if now < page.ends_at else _("this day is over")


def streak_words(page: Daily, *, named: bool = True) -> str:
    """Return how many days in a row the reader has played; empty for none at any time."""
    if not page.longest:
        return ""
    days = ngettext("{n} day", "{n} days", page.streak)
    days = _("{days}, longest {n}", days=days, n=page.longest) if page.longest > page.streak else days
    return _("streak {days}", days=days) if named else days


def tables(page: Daily) -> tuple[tuple[str, tuple[DailyStanding, ...]], ...]:
    """Return the tables of a day, each with its title; all of them add up the scores of their days."""
    titles = _("This day"), _("Seven days"), _("Thirty days"), _("All time")
    return tuple(zip(titles, (page.of_day, page.of_week, page.of_month, page.of_all), strict=True))


def day_lines(page: Daily, now: float) -> tuple[str, ...]:
    """Return a day in sentences, for where nothing is drawn: the best few people of each table."""
    result, title, day = page.result, _("Scores"), clean_text(day_words(page.day), cells=12)
    seal, seed = ("" if page.alone else clean_text(one, cells=_HEX) for one in (page.commitment, page.seed))
    scores = [
        f"{one.least}–{one.most} {_score_words(one)}" for one in score_rows(page, _SPOKEN) if one.people or one.bots
    ]
    listed = [f"{name}: {', '.join(map(_standing_words, found[:_BEST]))}" for name, found in tables(page) if found]
    told = (
        _("Deal of the day, {day}: {state}", day=day, state=reset_words(page, now)),
        _("your result: {line}", line=shown_line(result)) if result is not None else "",
        streak_words(page),
        f"{title}: {', '.join(scores)}" if scores else "",
        *listed,
        _("The seal of the day: {seal}", seal=seal) if seal else "",
        _("Its seed: {seed}", seed=seed) if seed else "",
    )
    return tuple(as_sentence(one) for one in told if one)


_BEST: Final = 5  # People of each table where nothing is drawn.
_HEX: Final = 64
_SPOKEN: Final = 8  # Rows of scores where nothing is drawn.
_MOST_STEPS: Final = 200  # Steps of scores that are believed; a real day has a quarter of them.


def _standing_words(one: DailyStanding) -> str:
    """Return someone in a table of a day; people who took hints are marked."""
    hints = _("with hints")
    return f"{clean_text(one.name, cells=24)} {one.score}{f' ({hints})' if one.hinted else ''}"


def _score_words(row: "ScoreRow") -> str:
    """Return how many people and bots ended in a row, and whether the reader did."""
    people = ngettext("{n} person", "{n} people", row.people) if row.people else ""
    bots = ngettext("{n} bot", "{n} bots", row.bots) if row.bots else ""
    own = _("with you") if row.own else ""
    return f"({', '.join(filter(None, (people, bots, own)))})"


class ScoreRow(NamedTuple):
    """How many games of a day ended with a score from ``least`` to ``most``."""

    least: int
    most: int
    people: int
    bots: int
    own: bool
    """True if the reader's result is one of them."""


def score_rows(page: Daily, most: int) -> list[ScoreRow]:
    """Return the scores of a day from the lowest to the highest without a gap, in ``most`` rows at most."""
    found = page.scores[:_MOST_STEPS]
    own, step = page.result.score if page.result is not None else None, SCORE_STEP
    while found and found[-1].least // step - found[0].least // step >= max(1, most):
        step *= 2
    rows = []
    for at in range(found[0].least // step, found[-1].least // step + 1) if found else ():
        here = [one for one in found if one.least // step == at]
        people, bots = sum(one.people for one in here), sum(one.bots for one in here)
        rows.append(ScoreRow(at * step, at * step + step - 1, people, bots, own is not None and own // step == at))
    return rows


def marked(board: Board, mark: DailyMark) -> Board:
    """Return the board of a table of the deal of the day, with a remark of it in the log."""
    return board if board.daily == mark else remarked(replace(board, daily=mark), mark_words(mark))


def mark_words(mark: DailyMark | None) -> str:
    """Return what a table of the deal of the day is; empty for any other table."""
    if mark is None:
        return ""
    day = clean_text(day_words(mark.day), cells=12)
    if mark.practice:
        return _("The deal of the day, {day}: this game is not ranked.", day=day)
    return _("The deal of the day, {day}: this game counts.", day=day)


def shown_line(result: DailyResult) -> str:
    """Return the line of a result as a screen shows it: without keycaps, whose width no two terminals agree on."""
    return clean_text(result_line(result).replace(KEYCAP, ""), cells=200)
