"""Bots that cannot play as they should on a server now, as its offer of the game says; pure."""

from collections.abc import Iterable
from typing import Any

from chwech_tui.describe import as_sentence
from chwech_tui.model.people import level_words
from protocol.language import _
from protocol.setup import GameOffer
from protocol.tableview import TableView
from protocol.text import clean_text

_LEVEL = 24
"""The longest name of a level, in cells."""


def fallback_words(offers: Iterable[GameOffer], table: TableView[Any]) -> str:
    """Return which bots of a table others replace, a sentence for each level; empty if all play as they should."""
    offer = next((offer for offer in offers if offer.name == table.setup.game), None)
    if offer is None:
        return ""
    here = dict.fromkeys(occupant.bot for occupant in table.seats if occupant is not None)
    return " ".join(as_sentence(level_fallback(offer, level)) for level in here if level in offer.fallbacks)


def level_fallback(offer: GameOffer, level: str) -> str:
    """Return in half a sentence which bots play in place of those of a level."""
    known, other = (clean_text(level_words(one), cells=_LEVEL) for one in (level, offer.fallbacks[level]))
    return _("{level} bots cannot play here now: {other} ones play in their place", level=known, other=other)
