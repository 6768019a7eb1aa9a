"""Bots that cannot play as they should on a server now, as its offer of the game says; pure."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from chwech_tui.describe import as_sentence
from chwech_tui.model.people import level_words
from protocol.language import _
from protocol.setup import GameOffer
from protocol.tableview import TableView
from protocol.text import clean_text

_LEVEL: Final = 24
"""The longest name of a level, in cells."""


class Told(NamedTuple):
    """What the player has been told of the bots of a table."""

    table: str = ""
    levels: frozenset[str] = frozenset()
    """The levels of which they know that others replace them."""


def news_of_fallbacks(offers: Iterable[GameOffer], table: TableView[Any], told: Told) -> tuple[str, Told]:
    """Return which bots of a table others replace, as far as that is news, and what the player knows then."""
    offer = next((offer for offer in offers if offer.name == table.setup.game), None)
    known = told.levels if told.table == table.table else frozenset[str]()
    if offer is None or not offer.fallbacks:
        return "", Told(table.table, known)
    here = dict.fromkeys(occupant.bot for occupant in table.seats if occupant is not None)
    new = [level for level in here if level in offer.fallbacks and level not in known]
    words = " ".join(as_sentence(level_fallback(offer, level)) for level in new)
    return words, Told(table.table, known.union(new))


def level_fallback(offer: GameOffer, level: str) -> str:
    """Return in half a sentence which bots play in place of those of a level."""
    known, other = (clean_text(level_words(one), cells=_LEVEL) for one in (level, offer.fallbacks[level]))
    return _("{level} bots cannot play here now: {other} ones play in their place", level=known, other=other)
