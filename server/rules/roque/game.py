"""Roque and Roque for three behind the common interface of games, and the statistics of a series of them."""

from collections.abc import Iterable, Iterator
from typing import Final

from protocol.language import N_
from protocol.roque import ROQUE as DIALECT
from protocol.roque.events import DealEnded, Ending, TrickTaken
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Event, Seat
from server.rules.game import (
    Awaits,
    Break,
    Column,
    Figures,
    Label,
    Moment,
    Over,
    Result,
    Seats,
    Shuffle,
    Tally,
    add_up,
    check_first_dealer,
)
from server.rules.records import check_game
from server.rules.roque.decide import decide
from server.rules.roque.evolve import evolve
from server.rules.roque.legal import fallback, legal
from server.rules.roque.options import ABOUT, MINUTES, OPTIONS, ROQUE, ROQUE_THREE
from server.rules.roque.record import make_record, read_record, write_record
from server.rules.roque.replay import replay
from server.rules.roque.state import Dealing, Ended, InDeal, Match, State
from server.rules.roque.variant import read_variant
from server.rules.roque.view import reveal, tell, view
from server.rules.roque.words import deals_words, write_rules

_NOBODY: Final = Seats(frozenset())
_BREAKS: Final = {TrickTaken: Break.TRICK, DealEnded: Break.DEAL}


class Roque:
    """One of the two games; its state is ``server.rules.roque.state.State``."""

    dialect = DIALECT
    """The types of the actions, events and views of both games."""

    counted = N_("tricks")
    """What is counted besides points, marked for translation."""

    def __init__(self, name: str) -> None:
        """Set the name of the game."""
        self._name = name
        self.players: tuple[int, ...] = OPTIONS[name].players
        """The supported numbers of players, the default first."""
        self.options: tuple[OptionOffer, ...] = OPTIONS[name].offers
        """The options of the game, in the order of the rules."""
        self.about: str = ABOUT[name]
        """What kind of game it is, marked for translation."""
        self.minutes: int = MINUTES[name]
        """About how long it takes people, in minutes."""

    def start(self, setup: Setup) -> State:
        variant = read_variant(self._name, setup)
        check_first_dealer(setup)
        return Dealing(Match(variant, setup.first_dealer))

    def awaits(self, state: State) -> Awaits:
        if state.turn is not None:
            return Seats(frozenset({state.turn}))
        match state:
            case Dealing() if not state.match.winners:
                return Shuffle(len(state.match.variant.pack), state.match.number)
            case Ended():
                return Over(_result(state.match))
        return _NOBODY

    legal = staticmethod(legal)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    tell = staticmethod(tell)
    view = staticmethod(view)
    fallback = staticmethod(fallback)
    reveal = staticmethod(reveal)

    def summary(self, state: State) -> str:
        match = _match_of(state)
        if isinstance(state, Ended):
            return f"over after {deals_words(len(match.sheets))}"
        return f"deal {match.number}, {max(match.totals)}/{match.variant.target}"

    def totals(self, state: State) -> tuple[int, ...]:
        return _match_of(state).totals

    def breaks(self, event: Event) -> Break | None:
        return _BREAKS.get(type(event))

    def tallies(self, state: State) -> tuple[Tally, ...]:
        """Return the statistics of every seat: its own tricks, and the points of its side."""
        match = _match_of(state)
        return add_up(match.totals, [sheet.tricks for sheet in match.sheets])

    @staticmethod
    def marks(state: State, seat: Seat) -> tuple[int, ...]:
        del state, seat
        return ()

    def rules(self, setup: Setup) -> str:
        return write_rules(read_variant(self._name, setup))

    def record(self, setup: Setup, events: Iterable[Event], label: Label) -> str:
        return write_record(make_record(self._name, setup, events, label))

    def replay(self, record: str) -> Iterator[Moment[State]]:
        read = read_record(record.encode())
        check_game(read.game, self._name)
        return replay(read)


def _result(match: Match) -> Result:
    variant = match.variant
    sides = tuple(map(variant.side, range(variant.players))) if variant.sides < variant.players else ()
    return Result(match.totals, match.winners, sides)


def _match_of(state: State) -> Match:
    return state.deal.match if isinstance(state, InDeal) else state.match


GAMES: Final = {name: Roque(name) for name in (ROQUE, ROQUE_THREE)}
"""Both games, by name."""


def _tricks(event: Event) -> tuple[int, ...]:
    return event.sheet.tricks if isinstance(event, DealEnded) else ()


_KEPT: Final = (Ending.MADE, Ending.SLAM)

FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", _tricks),),
    N_("were contracts made"),
    lambda event: isinstance(event, DealEnded) and event.sheet.ending in _KEPT,
)
"""Tricks, and deals in which the contract was made; the titles are marked for translation."""
