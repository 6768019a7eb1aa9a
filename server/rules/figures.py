"""What can be counted in a game besides points and wins, for the table of a series; it knows no game."""

from collections.abc import Callable

from msgspec import Struct

from protocol.vocabulary import Event


class Column(Struct, frozen=True):
    """A number that each seat gets in each deal."""

    title: str
    """What it is, as the head of a column."""

    form: str
    """How its mean over all deals is written: a format such as ``.1%``."""

    counts: Callable[[Event], tuple[int, ...]]
    """The numbers by seat that an event brings; none where it brings nothing."""


class Figures(Struct, frozen=True):
    """What is counted in one game."""

    columns: tuple[Column, ...]
    """The numbers of each seat."""

    note: str = ""
    """What is said of the share of deals that are noted; empty where none is."""

    noted: Callable[[Event], bool] = lambda _: False
    """Whether an event makes its deal one of those."""
