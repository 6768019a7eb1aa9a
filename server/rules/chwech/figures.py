"""The statistics of a series of games of Chwech."""

from typing import Final

from protocol.chwech.events import DealEnded, Ending
from protocol.vocabulary import Event
from server.rules.chwech.pack import HAND
from server.rules.figures import Column, Figures


def _exact(event: Event) -> tuple[int, ...]:
    return tuple(factor == HAND for factor in event.sheet.factors) if isinstance(event, DealEnded) else ()


def _left(event: Event) -> tuple[int, ...]:
    return event.sheet.left if isinstance(event, DealEnded) else ()


def _deadlock(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.ending is Ending.DEADLOCK


FIGURES: Final = Figures(
    (Column("won a multiple of 9", ".1%", _exact), Column("cards left", ".2f", _left)), "ended in deadlock", _deadlock
)
