"""The interface of a game, on which tables, logs, bots and screens rely. This module knows no particular game.

A game is a set of pure functions over a frozen state. Only ``decide`` refuses, only ``evolve`` changes the state, and
``tell`` and ``view`` are the only source of what a player may know. Chance is a mover like a seat: the rules contain no
randomness, but await a shuffled pack from outside.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct, field

from games.kit.deck import shuffle
from protocol.language import sentence
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Action, Dialect, Event, Seat, View

S = TypeVar("S")
"""The state of a game: frozen, and opaque to everything but the game."""


class Mover(Enum):
    """A mover that is not a seat."""

    CHANCE = "chance"


CHANCE: Final = Mover.CHANCE


class Shuffled(Struct, frozen=True, gc=False):
    """The action of chance: the pack in its new order."""

    order: tuple[int, ...]
    """A permutation of ``range(cards)``: for each card from the top, its place in the unshuffled pack."""

    seed: str | None = None
    """The 32 bytes that produced the order, in hex; None if the order cannot be verified later."""


class Shuffle(Struct, frozen=True, gc=False):
    """The game awaits a shuffled pack."""

    cards: int
    """The number of cards in the pack."""

    deal: int
    """The number of the deal, from 1; before later deals a table waits for people to agree."""


def draw(wanted: Shuffle, entropy: bytes) -> Shuffled:
    """Return the pack for a deal, from 32 random bytes; a duplicate game keeps to those of its first deal."""
    return Shuffled(shuffle(entropy, wanted.cards), entropy.hex())


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


class Over(Struct, frozen=True, gc=False):
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

    count: int = field(name="exact")
    """The sum of what the game counts besides points; stored under the name it had when there was one game."""


def add_up(totals: Sequence[int], counted: Sequence[Sequence[int]]) -> tuple[Tally, ...]:
    """Return the statistics of every seat, from the totals and from what each deal counted by seat."""
    return tuple(Tally(len(counted), total, sum(deal[seat] for deal in counted)) for seat, total in enumerate(totals))


class Label(Struct, frozen=True):
    """What the record of a game says in addition to the play."""

    names: tuple[str, ...]
    """The players, by seat."""

    id: str
    played_at: str | None = None
    """When it was played, in ISO 8601; None in a series, which can be repeated at any time."""

    hinted: tuple[Seat, ...] = ()
    """The seats on which hints were taken."""


class Moment(Struct, Generic[S], frozen=True):
    """One step of a replayed game."""

    events: tuple[Event, ...]
    """The events of the step, with hidden information."""

    state: S


class InvalidSetup(ValueError):
    """A setup that the game does not support; the text says what is wrong and what would be right."""


def check_first_dealer(setup: Setup) -> None:
    """Check that the first dealer has a seat.

    Raises:
        InvalidSetup: there is no such seat.
    """
    if not 0 <= setup.first_dealer < setup.players:
        dealer, players = setup.first_dealer, setup.players
        raise InvalidSetup(sentence("first_dealer: {dealer} is no seat of {players}", dealer=dealer, players=players))


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the text says why."""


class ForeignEvent(ValueError):
    """An event that the game never decides in this state: the log does not belong to this game."""


class Game(Protocol[S]):
    """A game. Every function is pure, and raises only the errors it documents."""

    dialect: Dialect
    """The types of the game's actions, events and views."""

    about: str
    """What kind of game it is, in one sentence without its full stop, marked for translation."""

    minutes: int
    """About how long a game of the usual kind takes, in minutes, at five seconds an action."""

    players: tuple[int, ...]
    """The supported numbers of players, the default first."""

    options: tuple[OptionOffer, ...]
    """The options of the game, in the order of the rules."""

    version: int
    """The version of the rules: a log can be folded by the same version alone."""

    counted: str
    """What ``tallies`` count besides points, in the plural and in a few words, marked for translation."""

    def start(self, setup: Setup) -> S:
        """Return the state before the first deal.

        Raises:
            InvalidSetup: the game does not support this number of players, option, value or combination.
        """

    def awaits(self, state: S) -> Awaits:
        """Return what the state awaits."""

    def legal(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """Return every action that ``decide`` accepts from this seat, once each; none if the seat is not awaited."""

    def decide(self, state: S, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Event, ...]:
        """Return the events of this action: at least one.

        Raises:
            IllegalAction: the mover is not awaited, or may not do this.
        """

    def evolve(self, state: S, event: Event) -> S:
        """Return the state after an event that ``decide`` returned for this state."""

    def tell(self, event: Event, seat: Seat | None, state: S | None = None) -> Event:
        """Return the event as this seat may know it; None is a spectator. A game of the kit needs the next state."""

    def view(self, state: S, seat: Seat | None) -> View:
        """Return all that this seat may know of the state; None is a spectator."""

    def fallback(self, state: S, seat: Seat) -> Action:
        """Return the legal action taken for an awaited seat that did not act in time.

        It reveals no more about the hand of the seat than any other action would.
        """

    def summary(self, state: S) -> str:
        """Return the progress of the game, in a few words for a list of tables."""

    def totals(self, state: S) -> tuple[int, ...]:
        """Return the score of every seat over the finished deals."""

    def breaks(self, event: Event, state: S | None = None) -> Break | None:
        """Return the unit that an event completes, or None. A game of the kit needs the state after it."""

    def sheets(self, state: S) -> Sequence[Any]:
        """Return the sheets of the finished deals for statistics; none in a game whose statistics are of events."""

    def tallies(self, state: S) -> tuple[Tally, ...]:
        """Return the statistics of every seat over the finished deals."""

    def marks(self, state: S, seat: Seat) -> tuple[int, ...]:
        """Return a mark from 0 to 9 of a seat for each finished deal; none in a game that gives no marks."""

    def rules(self, setup: Setup) -> str:
        """Return the rules of exactly this setup in words and tables, as Markdown."""

    def record(self, setup: Setup, events: Iterable[Event], label: Label) -> str:
        """Return the record of a game, made from all its events: one or more lines, without the last line end."""

    def replay(self, record: str) -> Iterator[Moment[S]]:
        """Replay a game from its record; each deal, each action and each end of a deal is one moment.

        Raises:
            RecordFault: the record breaks the rules; the moments before the fault have been yielded by then.
        """

    def reveal(self, state: S) -> View:
        """Return the complete view of a state, with nothing hidden, as shown for a finished game.

        In the final state this equals what a spectator may know.
        """


class Column(Struct, frozen=True):
    """A statistic with one number per seat and deal."""

    title: str
    """Its title, marked for translation."""

    form: str
    """The format of its mean over all deals, such as ``.1%``."""

    counts: Callable[[Any], tuple[int, ...]]
    """A function that returns the numbers by seat for an event, or for a sheet; empty if it has none."""


class Figures(Struct, frozen=True):
    """The statistics of one game."""

    columns: tuple[Column, ...]
    note: str = ""
    """The caption for the share of noted deals, marked for translation; empty if the game notes none."""

    noted: Callable[[Any], bool] = lambda _: False
    """A function that is true of an event, or of a sheet, that marks its deal as noted."""


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


class DealEvents:
    """The events of one deal after the other; each is made what a seat may know of it once for each seat that asks."""

    def __init__(self) -> None:
        self._events: list[tuple[Event, Any]] = []
        self._told: dict[Seat, list[Event]] = {}

    def add(self, game: Game[Any], events: Iterable[Event], state: Any = None) -> None:  # noqa: ANN401
        """Take events of the game, with hidden information, and for a game of the kit the state after its one event.

        The end of a deal clears all that came before.
        """
        for event in events:
            self._events.append((event, state))
            if game.breaks(event, state) is Break.DEAL:
                self.clear()

    def clear(self) -> None:
        """Forget all events."""
        self._events.clear()
        self._told.clear()

    def told(self, game: Game[Any], seat: Seat) -> tuple[Event, ...]:
        """Return the events of the deal so far, as this seat may know them."""
        told = self._told.setdefault(seat, [])
        told.extend([game.tell(event, seat, state) for event, state in self._events[len(told) :]])
        return tuple(told)
