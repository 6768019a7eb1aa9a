"""The statistics of a series of games of Twenty-Five or Forty-Five."""

from typing import Final

from protocol.fives.events import DealEnded, Robbed
from protocol.vocabulary import Event
from server.rules.figures import Column, Figures


def _tricks(event: Event) -> tuple[int, ...]:
    return event.sheet.tricks if isinstance(event, DealEnded) else ()


FIGURES: Final = Figures((Column("tricks", ".2f", _tricks),), "were robbed", lambda event: isinstance(event, Robbed))
"""Tricks, and deals in which the turn-up was taken."""
