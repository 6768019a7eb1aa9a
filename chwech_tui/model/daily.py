"""What the page of the deal of the day offers its reader."""

from enum import Enum

from msgspec.structs import replace

from chwech_tui.model.board import Board, remarked
from games.kit.words import figure
from protocol.daily import KEYCAP, Daily, DailyMark, DailyResult, day_words, result_line
from protocol.language import _
from protocol.text import clean_text


class Offer(Enum):
    """What the reader can do on a day."""

    PLAY = "play"
    GO_ON = "go on"
    PRACTISE = "practise"
    NOTHING = "nothing"
    """The day has ended."""


def offered(page: Daily, now: float) -> Offer:
    """Return what the reader can do; ``now`` is the time in seconds since 1970."""
    if page.table:
        return Offer.GO_ON
    if now >= page.ends_at:
        return Offer.NOTHING
    return Offer.PRACTISE if page.spent else Offer.PLAY


def doing(page: Daily, now: float) -> str:
    """Return what a reader without a result can do, in a sentence."""
    match offered(page, now):
        case Offer.PLAY:
            return _("You have not played yet: Enter begins the game that counts")
        case Offer.GO_ON:
            return _("Your game is not finished: Enter goes on with it")
        case Offer.PRACTISE:
            return _("Your game has no result: Enter plays the same deals for practice")
    return _("You have no result of this day")


def day_state(page: Daily, now: float) -> str:
    """Return how a day stands for its reader, in a few words."""
    if page.result is not None:
        place = _("place {place} of {places}", place=page.result.place, places=page.result.seats)
        return f"{figure(page.result.score)}, {place}"
    match offered(page, now):
        case Offer.PLAY:
            return _("not played yet")
        case Offer.GO_ON:
            return _("begun, not finished")
    return _("no result")


def marked(board: Board, mark: DailyMark) -> Board:
    """Return the board of a table of the deal of the day, with a remark of it in the log."""
    return board if board.daily == mark else remarked(replace(board, daily=mark), mark_words(mark))


def mark_words(mark: DailyMark | None) -> str:
    """Return what a table of the deal of the day is; empty for any other table."""
    if mark is None:
        return ""
    day = clean_text(day_words(mark.day), cells=12)
    if mark.practice:
        return _("The deal of the day, {day}, for practice: this game does not count.", day=day)
    return _("The deal of the day, {day}: this game counts.", day=day)


def shown_line(result: DailyResult) -> str:
    """Return the line of a result as a screen shows it: without keycaps, whose width no two terminals agree on."""
    return clean_text(result_line(result).replace(KEYCAP, ""), cells=200)
