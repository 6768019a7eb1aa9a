"""The statistics that a game adds to points and wins in the table of a series; this module knows no particular game."""

from collections.abc import Callable

from msgspec import Struct

from protocol.vocabulary import Event


class Column(Struct, frozen=True):
    """A statistic with one number per seat and deal."""

    title: str
    form: str
    """The format of its mean over all deals, such as ``.1%``."""

    counts: Callable[[Event], tuple[int, ...]]
    """A function that returns the numbers by seat for an event; empty if the event has none."""


class Figures(Struct, frozen=True):
    """The statistics of one game."""

    columns: tuple[Column, ...]
    note: str = ""
    """The caption for the share of noted deals; empty if the game notes none."""

    noted: Callable[[Event], bool] = lambda _: False
    """A function that is true of an event that marks its deal as noted."""
