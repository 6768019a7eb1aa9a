"""Ratings in words: with their uncertainty, beside a name, and what a game has changed in them."""

from typing import Any, Final

from msgspec import Struct

from chwech_tui.model.people import level_words, shown_name
from protocol.language import _, pgettext
from protocol.rankings import RankedPlayer, Rankings
from protocol.rating import Rating, SeatRating
from protocol.setup import GameOffer
from protocol.tableview import TablePhase, TableView
from protocol.vocabulary import Seat

RULESET: Final = "ruleset"
"""The option whose values have rankings of their own."""


class Ladder(Struct, frozen=True, gc=False):
    """What there are rankings of: a game by one ruleset."""

    game: str
    ruleset: str = ""
    """Empty for a game without the option."""


def ladders(offers: tuple[GameOffer, ...]) -> tuple[Ladder, ...]:
    """Return all that there are rankings of, in the order of the offer."""
    return tuple(
        Ladder(offer.name, ruleset)
        for offer in offers
        for ruleset in next((map(str, known.values) for known in offer.options if known.name == RULESET), ("",))
    )


def is_of(rankings: Rankings, ladder: Ladder) -> bool:
    """Return True if these are the rankings of a ladder."""
    return (rankings.game, rankings.ruleset) == (ladder.game, ladder.ruleset)


def rating_sign(rating: Rating) -> str:
    """Return the points of a rating, with a question mark while it is provisional: ``1712``, ``1540?``."""
    return f"{rating.points}?" if rating.provisional else str(rating.points)


def rating_words(rating: Rating) -> str:
    """Return a rating with its uncertainty: ``1712 ± 96``."""
    return f"{rating_sign(rating)} ± {rating.deviation}"


def change_sign(change: int) -> str:
    """Return the points won or lost: ``+12``, ``−4``, ``±0``."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"


def seat_rating(table: TableView[Any] | None, seat: Seat | None) -> SeatRating | None:
    """Return the rating of a seat; None if it has none, or there is no such seat."""
    occupant = table.seats[seat] if table is not None and seat is not None and seat < len(table.seats) else None
    return occupant.rating if occupant is not None else None


def seat_sign(table: TableView[Any] | None, seat: Seat) -> str:
    """Return the points of a seat as they stand beside a name; empty if it has no rating."""
    known = seat_rating(table, seat)
    return rating_sign(known.rating) if known is not None else ""


def rating_news(before: TableView[Any] | None, table: TableView[Any]) -> str:
    """Return what the game has changed in the viewer's rating; empty if that is not known or was known before."""
    now = seat_rating(table, table.viewer)
    if now is None or now.change is None or seat_rating(before, table.viewer) == now:
        return ""
    words, change = f"{now.rating.points} ± {now.rating.deviation}", change_sign(now.change)
    if now.rating.provisional:
        return _("Your rating: {rating} ({change}), provisional after few games.", rating=words, change=change)
    return _("Your rating: {rating} ({change}).", rating=words, change=change)


def hint_unrates(table: TableView[Any]) -> bool:
    """Return True if the viewer's first hint at this table leaves them out of the rating of its game."""
    own = table.seats[table.viewer] if table.viewer is not None else None
    return own is not None and not own.hinted and not table.arrangement.casual


def unrated_words(before: TableView[Any] | None, table: TableView[Any]) -> str:
    """Return why the game that has just ended is not rated for the viewer; empty if it is, or never was to be."""
    own = table.seats[table.viewer] if table.viewer is not None else None
    ends = table.phase is TablePhase.OVER and (before is None or before.phase is not TablePhase.OVER)
    if not ends or own is None or not own.hinted or table.arrangement.casual:
        return ""
    return _("Not rated for you: a hint was used.")


def provisional_words() -> str:
    """Return what the question mark means."""
    return _("?: provisional, after few games. ± is how sure a rating is.")


def games_column() -> str:
    """Return the heading of the number of games."""
    return pgettext("column", "games")


def ranked_name(player: RankedPlayer) -> str:
    """Return the name of somebody in the rankings, marked as a bot or as oneself."""
    name = _("{level} bot", level=level_words(player.bot)) if player.bot else shown_name(player.name)
    return _("{name} (you)", name=name) if player.own else name
