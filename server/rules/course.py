"""A course of a game of the kit, and the positions in it.

A position is a place in a course, which all positions of a game share. The newest one has the live run; an older one
plays the answers of its deal again when it is asked, in a millisecond at most.
"""

from collections.abc import Sequence
from traceback import extract_tb
from typing import Any, Final

from msgspec import Struct

from games.kit.asking import Ask, AskAny
from games.kit.asking import Shuffle as Shuffling
from games.kit.deck import commitment
from games.kit.run import Answer, Order, Run, resume
from games.kit.secrets import Told
from protocol.cards import Card
from protocol.game import DealSheet, Own
from protocol.language import N_, sentence
from protocol.message import Seat
from server.rules.values import Awaits, Over, Result, Seats, Shuffle

BETWEEN: Final = -1
"""The number of answers between two deals."""


_ONE: Final = [Seats(frozenset({Seat(seat)})) for seat in range(10)]
"""What is awaited of a single seat."""


class Course:
    """A game as far as it has been played; it only grows."""

    def __init__(self, run: Run, seeds: Sequence[str | None] = ()) -> None:
        self.run = run
        self.seeds: list[str | None] = []
        """The seed of each deal in hex; None if it is not known."""

        self.commitments: list[str | None] = []
        for seed in seeds:
            self.add_seed(seed)
        self.options = run.game.differing(run.match.options)
        self.sheets: tuple[DealSheet, ...] = ()
        """The sheets of the finished deals as a view has them, made when they are first shown."""

        self.fields: dict[str, Any] = {}
        """The fields that all see alike, as they were shown last: what has not changed stays the same object."""

        self.own: dict[int, tuple[object, Own]] = {}
        """What each seat was shown last of its own, with what that was made from."""

        self.left: list[list[list[Card]]] = []
        """The hands at the end of each deal."""

        self._again: Run | None = None
        """A run that has been played again for an older position: the next one asked is often later in its deal."""

    def add_seed(self, seed: str | None) -> None:
        """Note the seed of the next deal."""
        self.seeds.append(seed)
        self.commitments.append(None if seed is None else commitment(bytes.fromhex(seed)))

    def at(self, deals: int, answers: int) -> Run:
        """Return a run that stands after so many deals and answers."""
        if place(self.run) == (deals, answers):
            return self.run
        again = self._again
        at = place(again) if again is not None else (-1, 0)
        if again is None or at[0] != deals or not (at[1] == answers or BETWEEN < at[1] < answers):
            again = self._again = self._resumed(deals, answers)
        if answers != BETWEEN:
            for seat, choice in self.dealt(deals)[1][len(again.answers) : answers]:
                again.act(seat, choice)
        return again

    def dealt(self, deal: int) -> tuple[Order, list[Answer]]:
        """Return the order of the pack in a deal, counted from 0, and its answers."""
        past = self.run.past
        return past[deal] if deal < len(past) else (self.run.order, self.run.answers)

    def _resumed(self, deals: int, answers: int) -> Run:
        """Return a new run at the beginning of a deal; between two deals, at the end of the one before."""
        first = deals - (answers == BETWEEN)
        match = self.run.match.before(max(first, 0) + 1)
        if first < 0:
            return Run(match)
        order, given = self.dealt(first)
        run = resume(match, order, given if answers == BETWEEN else ())
        run.past[:0] = self.run.past[:first]
        return run

    def fork(self, deals: int, answers: int) -> "Course":
        """Return a course of its own that goes on from a place in this one."""
        run, self._again = self.at(deals, answers), None
        other = Course(run, self.seeds[: deals + (answers != BETWEEN)])
        other.left = self.left[:deals]
        return other


def place(run: Run) -> tuple[int, int]:
    """Return where a run stands: the number of finished deals, and of the answers of the running one."""
    kind = type(run.asks)
    return len(run.match.sheets), len(run.answers) if kind is Ask or kind is AskAny else BETWEEN


class Position(Struct, frozen=True, gc=False):
    """A place in a course, with what has happened last and what is awaited now."""

    course: Course
    deals: int
    """The number of finished deals."""

    answers: int
    """The number of answers of the running deal; −1 between two deals."""

    told: Sequence[Told]
    awaits: Awaits

    @property
    def run(self) -> Run:
        """A run that stands here; nobody may play on in it."""
        return self.course.at(self.deals, self.answers)

    @property
    def sheets(self) -> Sequence[Any]:
        """The sheets of the finished deals."""
        return self.course.run.match.sheets[: self.deals]


def awaits(run: Run) -> Awaits:
    """Return what a run awaits."""
    asks, match = run.asks, run.match
    if asks is None:
        sides = [match.game.side(match, seat) for seat in range(match.players)]
        chips = tuple(match.game.more(match).get("chips", ()))
        shared = tuple(sides) if len(set(sides)) < match.players else ()
        return Over(Result(match.totals, tuple(map(Seat, match.winners)), shared, chips))
    if isinstance(asks, Shuffling):
        return Shuffle(match.deal)
    if isinstance(asks, Ask):
        return _ONE[asks.seat]
    free = frozenset(map(Seat, asks.free))
    return Seats(frozenset(map(Seat, asks.asked)) | free, free, free if asks.lapsing else frozenset())


def misfit(run: Run, fault: Exception) -> str:
    """Return that the rules do not take what is logged, or have failed, and where; no card may stand in it."""
    places = [f"{frame.name}:{frame.lineno}" for frame in extract_tb(fault.__traceback__) if "games" in frame.filename]
    return sentence(
        N_("the rules of {game}, version {version}, do not take the next answer at {place} ({fault})"),
        game=run.game.name,
        version=run.game.rules,
        place=run.waiting or " > ".join(places),
        fault=type(fault).__name__,
    )
