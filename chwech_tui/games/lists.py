"""What lists say of finished games, in words that screens draw and plain mode reads out."""

from datetime import UTC, datetime
from typing import NamedTuple

from chwech_tui.games.registry import own_ratings_words, title_of
from chwech_tui.model.lobby import CODE
from chwech_tui.model.people import hints_mark, listed
from games.kit.words import figure
from protocol.archive import GameEntry, Statistics
from protocol.language import _, ngettext
from protocol.rating import ranking
from protocol.text import clean_text


def day(seconds: float) -> str:
    """Return the UTC date of a time, given in seconds since 1970, in ISO 8601 format."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


class GameWords(NamedTuple):
    """What a list tells of a finished game."""

    day: str
    title: str
    table: str
    total: str
    """The player's own total, or the best."""

    result: str
    """The player's place, with a mark if hints were taken; of a game of others, who has won."""


def game_words(entry: GameEntry) -> GameWords:
    """Return what a list tells of a finished game."""
    sides = ranking(entry.totals, entry.sides)
    own = next((one for one in sides if entry.seat in {one.seat, *one.partners}), None)
    if own is not None:
        place = _("place {place} of {places}", place=own.place, places=len(sides))
        total, result = own.total, f"{place}{hints_mark() if entry.seat in entry.hinted else ''}"
    else:
        first = (seat for one in sides if one.place == 1 for seat in (one.seat, *one.partners))
        winners = [clean_text(entry.names[seat], cells=16) for seat in first]
        total, result = max(entry.totals, default=0), _("won by {names}", names=listed(winners))
    table = clean_text(entry.table, cells=CODE)
    return GameWords(day(entry.ended_at), title_of(entry.setup.game), table, figure(total), result)


def statistics_words(played: Statistics) -> str:
    """Return the statistics of a game in one line: games, wins, points a deal, what else it counts, and the rating."""
    title = f"{title_of(played.game)}: " if played.game else ""
    games = ngettext("{n} game played, {won} won", "{n} games played, {won} won", played.games, won=played.wins)
    average = f"{played.points / max(1, played.deals):.1f}"
    points = _("{points} points a deal", points=average) if played.deals else _("no deals yet")
    return title + "; ".join(filter(None, (games, points, _counted(played), own_ratings_words(played))))


def _counted(played: Statistics) -> str:
    """Return what a game counts besides points, which its server names in English."""
    if not played.counted:
        return ""
    # Translators: what is counted, and a number: "exact multiples of nine: 3".
    return _("{counted}: {number}", number=played.count, counted=clean_text(_(played.counted), cells=40))
