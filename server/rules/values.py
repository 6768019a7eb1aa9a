"""What a game says to a table: whom it awaits, how it ends, and what is counted.

The rules contain no randomness, but await a shuffled pack from outside.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any, ClassVar, Final, Generic, TypeVar

from msgspec import Struct

from protocol.message import Seat


class NobodyActs(Struct, frozen=True, gc=False):
    """A game awaits no seat; see ``Seats``."""

    seats: ClassVar[frozenset[Seat]] = frozenset()
    asked: ClassVar[frozenset[Seat]] = frozenset()
    bots: ClassVar[frozenset[Seat]] = frozenset()


class Shuffle(NobodyActs, frozen=True, gc=False):
    """The game awaits a shuffled pack."""

    deal: int
    """The number of the deal, from 1; before later deals a table waits for people to agree."""


class Seats(Struct, frozen=True, gc=False):
    """These seats may act, in any order; none in a state that only lasts until the next event.

    An action stays what it is while others act: one that answers an earlier state is decided in the present one, as
    long as its seat has been awaited all the while.
    """

    seats: frozenset[Seat]

    free: frozenset[Seat] = frozenset()
    """Those of the seats that need not act: nobody waits for them, and no time runs for them."""

    lapsing: frozenset[Seat] = frozenset()
    """Those of the free seats whose right is lost if they wait: a bot there uses it at once."""

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats from which the game awaits an action."""
        return self.seats - self.free if self.free else self.seats

    @property
    def bots(self) -> frozenset[Seat]:
        """The seats on which a bot acts now, if it has them."""
        return self.asked | self.lapsing


class Result(Struct, frozen=True, gc=False):
    """The result of a game."""

    totals: tuple[int, ...]
    """The final score of every seat."""

    winners: tuple[Seat, ...]
    """The seats that have won; a win can be shared."""

    sides: tuple[int, ...] = ()
    """The side of every seat, from 0, if people play in sides; partners have the same total."""

    chips: tuple[int, ...] = ()
    """The chips of every seat once the pool is won; empty if the game is not played for chips."""


class Over(NobodyActs, frozen=True, gc=False):
    """The game is over and awaits nobody."""

    result: Result


Awaits = Shuffle | Seats | Over


class Break(Enum):
    """A unit that an event completes; delayed spectators are told of events at the end of a unit.

    A game without tricks may call any smaller part of a deal a trick, or complete deals alone.
    """

    TRICK = "trick"
    """A trick, or what is nearest to it."""

    DEAL = "deal"
    """A deal, that is what is scored together, and with it the trick."""


class Tally(Struct, frozen=True, gc=False):
    """The statistics of a seat over a whole game."""

    deals: int
    """The number of deals played."""

    points: int
    """The points scored in all deals."""

    count: int
    """The sum of what the game counts besides points."""


class Label(Struct, frozen=True):
    """What the record of a game says in addition to the play."""

    names: tuple[str, ...]
    """The players, by seat."""

    id: str
    played_at: str | None = None
    """When it was played, in ISO 8601; None in a series, which can be repeated at any time."""

    hinted: tuple[Seat, ...] = ()
    """The seats on which hints were taken."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the text says why."""


class ForeignEvent(ValueError):
    """An event that the game never decides in this state: the log does not belong to this game."""


class Column(Struct, frozen=True):
    """A statistic with one number per seat and deal."""

    title: str
    """Its title, marked for translation."""

    form: str
    """The format of its mean over all deals, such as ``.1%``."""

    counts: Callable[[Any], tuple[int, ...]]
    """A function that returns the numbers by seat for the sheet of a deal."""


class Figures(Struct, frozen=True):
    """The statistics of one game."""

    columns: tuple[Column, ...]
    note: str = ""
    """The caption for the share of noted deals, marked for translation; empty if the game notes none."""

    noted: Callable[[Any], bool] = lambda _: False
    """A function that is true of the sheet of a deal that is noted."""


K = TypeVar("K")
T = TypeVar("T")


LATELY: Final = 4
"""Results that are kept: one record holds a few events at the most, and each viewer is told all of them in turn."""


class Lately(Generic[K, T]):
    """A pure function of one frozen value, with its last few results cached by the identity of the argument."""

    def __init__(self, work: Callable[[K], T]) -> None:
        self._work = work
        self._known: list[tuple[K, T]] = []

    def __call__(self, key: K) -> T:
        """Return the result for this value, from the cache if it is the same object as lately."""
        for known, answer in self._known:
            if known is key:
                return answer
        answer = self._work(key)
        self._known = [(key, answer), *self._known[: LATELY - 1]]
        return answer
