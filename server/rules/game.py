"""The interface that every game offers and that hosts, logs, bots and screens rely on; it knows no game.

A game is a handful of pure functions over a frozen state. Only ``decide`` refuses, only ``evolve`` changes, and
``tell`` and ``view`` are the only source of what a player may know. Chance is a mover like a seat: the rules hold no
randomness, they await a shuffled pack and get one.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final, Generic, Protocol, TypeVar

from msgspec import Struct

from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Action, Dialect, Event, Seat, View

S = TypeVar("S")
"""The state of a game: frozen, and nobody's business but the game's."""


class Mover(Enum):
    """A mover that is no seat."""

    CHANCE = "chance"


CHANCE: Final = Mover.CHANCE
"""The mover that shuffles."""


class Shuffled(Struct, frozen=True, gc=False):
    """What chance does: the pack in its new order."""

    order: tuple[int, ...]
    """A permutation of ``range(cards)``: the place in the unshuffled pack of the card now on top, the next…"""

    seed: str | None = None
    """The 32 bytes that gave the order, in hex, where it can be checked later."""


class Shuffle(Struct, frozen=True, gc=False):
    """The game awaits chance: a pack of so many cards is to be shuffled."""

    cards: int
    """The size of the pack."""

    deal: int
    """Which deal this is, from 1: between two deals people take a breath."""


class Seats(Struct, frozen=True, gc=False):
    """The game awaits every one of these seats, in any order; none while a state only lasts until the next event."""

    seats: frozenset[Seat]
    """The seats."""


class Result(Struct, frozen=True, gc=False):
    """The game is over."""

    totals: tuple[int, ...]
    """The final score of every seat."""

    winners: tuple[Seat, ...]
    """Who won; several share a win."""


class Over(Struct, frozen=True, gc=False):
    """The game awaits nobody any more."""

    result: Result
    """How it ended."""


Awaits = Shuffle | Seats | Over
"""What a state waits for."""


class Break(Enum):
    """What an event ends, as far as those who are told later wait for it."""

    TRICK = "trick"
    """A trick."""

    DEAL = "deal"
    """A deal, and the trick in it."""


class Tally(Struct, frozen=True, gc=False):
    """How a seat has played in a whole game."""

    deals: int
    """How many deals were played."""

    points: int
    """The score of all of them."""

    exact: int
    """In how many of them it came out exactly, as the game has it."""


class Label(Struct, frozen=True):
    """What the record of a game says besides how it went."""

    names: tuple[str, ...]
    """Who played, by seat."""

    id: str
    """Which game."""

    played_at: str | None = None
    """When, as ISO 8601 writes it; None in a series, which can be played again at any time."""


class Moment(Struct, Generic[S], frozen=True):
    """One step of a game that is played again."""

    events: tuple[Event, ...]
    """What happened, in full."""

    state: S
    """The state after it."""


class InvalidSetup(ValueError):
    """A setup that the game does not have; the text names what is wrong and what would be right."""


class IllegalAction(ValueError):
    """An action that the rules forbid now; the text says why."""


class InvalidRecord(ValueError):
    """A record that cannot be played again; the text says where and why."""


class Game(Protocol[S]):
    """One game. All functions are pure and total but for the errors they name."""

    dialect: Dialect
    """The types in which the game speaks."""

    players: tuple[int, ...]
    """The numbers of players it is played by, the default first."""

    options: tuple[OptionOffer, ...]
    """Its options, in the order of the rules."""

    def start(self, setup: Setup) -> S:
        """Give the state before the first deal.

        Raises:
            InvalidSetup: the game has no such number of players, option, value or combination.
        """
        ...

    def awaits(self, state: S) -> Awaits:
        """Say whom or what the state waits for."""
        ...

    def legal(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """Give every action that ``decide`` accepts from this seat, once each; none if the seat is not awaited."""
        ...

    def decide(self, state: S, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Event, ...]:
        """Give what happens when the mover does this: at least one event.

        Raises:
            IllegalAction: the mover is not awaited, or may not do this.
        """
        ...

    def evolve(self, state: S, event: Event) -> S:
        """Give the state after an event that ``decide`` gave for this state."""
        ...

    def tell(self, event: Event, seat: Seat | None) -> Event:
        """Give the event as this seat, or a spectator, may know it."""
        ...

    def view(self, state: S, seat: Seat | None) -> View:
        """Give all that this seat, or a spectator, may know of the state."""
        ...

    def fallback(self, state: S, seat: Seat) -> Action:
        """Give the legal action that is taken for a seat that is awaited and has not acted in time.

        It tells nothing of what the seat holds that taking any other action would not tell.
        """
        ...

    def summary(self, state: S) -> str:
        """Say how far the game has come, in a few words for a list of tables."""
        ...

    def totals(self, state: S) -> tuple[int, ...]:
        """Give the score of every seat over the deals that have ended."""
        ...

    def breaks(self, event: Event) -> Break | None:
        """Say what an event ends; None where it ends nothing."""
        ...

    def tallies(self, state: S) -> tuple[Tally, ...]:
        """Give how every seat has played over the deals that have ended."""
        ...

    def rules(self, setup: Setup) -> str:
        """Give the rules of exactly this setup in words and tables, as Markdown.

        Raises:
            InvalidSetup: as for ``start``.
        """
        ...

    def record(self, setup: Setup, events: Iterable[Event], label: Label) -> str:
        """Give the record of a game from all its events, in full: one or more lines, without the last line end.

        Raises:
            InvalidSetup: as for ``start``.
        """
        ...

    def replay(self, record: str) -> Iterator[Moment[S]]:
        """Play a game again, by its record: each deal, each action and each end of a deal is a moment of its own.

        Raises:
            InvalidRecord: it does not hold; what is before the fault has been given by then.
        """
        ...

    def reveal(self, state: S) -> View:
        """Give all that there is to see of a state, with nothing hidden, as it is shown of a game that has ended.

        At the end that is what a spectator may know.
        """
        ...
