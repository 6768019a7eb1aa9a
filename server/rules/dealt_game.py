"""A game of several deals behind the interface of games: what all of them have alike, and places for what differs.

It knows the rules of none of them. Each state of such a game has a match, what lasts from deal to deal.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from games.kit import pages
from games.registry import GAMES
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Action, Dialect, Event, Seat, View
from server.rules.game import (
    Awaits,
    Break,
    Label,
    Moment,
    Mover,
    Over,
    Result,
    Seats,
    Shuffle,
    Shuffled,
    Tally,
    add_up,
    check_first_dealer,
)
from server.rules.options import Options
from server.rules.recording import Recording, write_record
from server.rules.records import check_form, check_game, first_dealer


class _Match(Protocol):
    @property
    def number(self) -> int:
        """The number of the current or next deal, from 1."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of every seat over the finished deals."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won; empty before the game is over."""

    @property
    def sheets(self) -> Sequence[Any]:
        """The score sheets of the finished deals."""


class _State(Protocol):
    @property
    def match(self) -> _Match:
        """What lasts from deal to deal."""


S = TypeVar("S", bound=_State)
A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=View)


class Offer(Struct, frozen=True):
    """What is said of a game before it begins."""

    dialect: Dialect
    options: Options
    about: str
    """What kind of game it is, marked for translation."""

    minutes: int
    """About how long it takes people."""

    counted: str
    """What is counted besides points, marked for translation."""


class Mechanics(Struct, Generic[S, A], frozen=True):
    """How a game goes."""

    variant: Callable[[Setup], Any]
    """Returns the variant of a setup; raises ``InvalidSetup`` if the game does not support it."""

    start: Callable[[Any, Seat], S]
    """Returns the state before the first deal, given the variant and the first dealer."""

    dealing: type[S]
    """The state in which the next deal is awaited, or the end of the game after the last one."""

    ended: type[S]
    """The state after the end of the game."""

    cards: Callable[[Any], int]
    """Returns how many cards are shuffled, given the match."""

    acting: Callable[[Any], Seats]
    """Returns who may act in a state within a deal."""

    result: Callable[[Any], Result]
    """Returns the result of a match that is over."""

    legal: Callable[[S, Seat], tuple[A, ...]]
    decide: Callable[[S, Seat | Mover, Action | Shuffled], tuple[Event, ...]]
    evolve: Callable[[S, Event], S]
    fallback: Callable[[S, Seat], A]
    breaks: Mapping[type[Event], Break]


class Projections(Struct, Generic[S, V], frozen=True):
    """Who may know what."""

    tell: Callable[[Event, Seat | None], Event]
    view: Callable[[S, Seat | None], V]
    reveal: Callable[[S], V]


class Papers(Struct, Generic[S], frozen=True):
    """What is written about a game."""

    counts: Callable[[Any], Sequence[int]]
    """Returns what is counted by seat, given the score sheet of a deal."""

    progress: Callable[[Any], str]
    """Returns the progress of a game that goes on, given its match."""

    recording: Recording[Any, Any]
    replay: Callable[[Any, S], Iterator[Moment[S]]]
    """Plays a record from the state before the first deal, and raises ``RecordFault`` when it reaches what is wrong."""


_NOBODY: Final = Seats(frozenset())


class _Turn(Protocol):
    @property
    def turn(self) -> Seat | None:
        """The seat to act; None in a state that only lasts until the next event."""


def on_turn(state: _Turn) -> Seats:
    """Return the seat whose turn it is."""
    return _NOBODY if state.turn is None else Seats(frozenset({state.turn}))


class DealtGame(Generic[S, A, V]):
    """A game of several deals; ``Game`` says what each function does."""

    def __init__(
        self, name: str, offer: Offer, mechanics: Mechanics[S, A], projections: Projections[S, V], papers: Papers[S]
    ) -> None:
        """Put a game together; by its name records know it."""
        self._name = name
        self.dialect: Dialect = offer.dialect
        self.about: str = offer.about
        self.minutes: int = offer.minutes
        self.counted: str = offer.counted
        self.version = 1
        self.players: tuple[int, ...] = offer.options.players
        self.options: tuple[OptionOffer, ...] = offer.options.offers
        self._differing = offer.options.differing
        self._mechanics = mechanics
        self._papers = papers
        self.legal = mechanics.legal
        self.decide = mechanics.decide
        self.evolve = mechanics.evolve
        self.fallback = mechanics.fallback
        self._tell = projections.tell
        self.view = projections.view
        self.reveal = projections.reveal

    def start(self, setup: Setup) -> S:
        variant = self._mechanics.variant(setup)
        check_first_dealer(setup)
        return self._mechanics.start(variant, setup.first_dealer)

    def awaits(self, state: S) -> Awaits:
        mechanics = self._mechanics
        if type(state) is mechanics.ended:
            return Over(mechanics.result(state.match))
        if type(state) is not mechanics.dealing:
            return mechanics.acting(state)
        return _NOBODY if state.match.winners else Shuffle(mechanics.cards(state.match), state.match.number)

    def summary(self, state: S) -> str:
        match = state.match
        if type(state) is not self._mechanics.ended:
            return self._papers.progress(match)
        deals = len(match.sheets)
        return "over after one deal" if deals == 1 else f"over after {deals} deals"

    @staticmethod
    def totals(state: S) -> tuple[int, ...]:
        return state.match.totals

    def tell(self, event: Event, seat: Seat | None, state: S | None = None) -> Event:
        del state
        return self._tell(event, seat)

    def breaks(self, event: Event, state: S | None = None) -> Break | None:
        del state
        return self._mechanics.breaks.get(type(event))

    @staticmethod
    def sheets(state: S) -> Sequence[Any]:
        del state
        return ()

    def counts(self, event: Event) -> tuple[int, ...]:
        """Return what is counted of a deal by seat, for the event that ends it; nothing for any other event."""
        ended: Any = event
        return tuple(self._papers.counts(ended.sheet)) if self.breaks(event) is Break.DEAL else ()

    def tallies(self, state: S) -> tuple[Tally, ...]:
        return add_up(state.match.totals, [self._papers.counts(sheet) for sheet in state.match.sheets])

    @staticmethod
    def marks(state: S, seat: Seat) -> tuple[int, ...]:
        del state, seat
        return ()

    def rules(self, setup: Setup) -> str:
        self._mechanics.variant(setup)
        return pages.rules(GAMES[self._name], setup.players, setup.options)

    def record(self, setup: Setup, events: Iterable[Event], label: Label) -> str:
        differing = self._differing(setup.players, setup.options)
        return write_record(self._papers.recording.make(self._name, setup, differing, events, label))

    def replay(self, record: str) -> Iterator[Moment[S]]:
        read = self._papers.recording.read(record.encode())
        check_game(read.game, self._name)
        setup = Setup(read.game, read.players, read.options)
        check_form(setup, read.names, self._differing)
        dealer = read.deals[0].dealer if read.deals else 0
        variant = self._mechanics.variant(setup)
        return self._papers.replay(read, self._mechanics.start(variant, first_dealer(dealer, read.players)))
