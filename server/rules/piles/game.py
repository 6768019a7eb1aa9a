"""Svoyi Koziri, Dudak and Challenge behind the common interface of games, and the statistics of a series of them."""

from collections.abc import Iterable, Iterator
from typing import Final

from protocol.language import N_
from protocol.piles import PILES
from protocol.piles.events import DealEnded, Ending, PileKilled, Taken
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
from server.rules.piles.decide import decide
from server.rules.piles.evolve import evolve
from server.rules.piles.legal import fallback, legal
from server.rules.piles.options import ABOUT, MINUTES, OPTIONS
from server.rules.piles.record import make_record, read_record, write_record
from server.rules.piles.replay import replay
from server.rules.piles.state import Dealing, Ended, InDeal, Match, State
from server.rules.piles.variant import read_variant
from server.rules.piles.view import reveal, tell, view
from server.rules.piles.words import write_rules
from server.rules.records import check_game

_NOBODY: Final = Seats(frozenset())
_BREAKS: Final = {Taken: Break.TRICK, PileKilled: Break.TRICK, DealEnded: Break.DEAL}


class Piles:
    """One of the three games; its state is ``server.rules.piles.state.State``."""

    dialect = PILES
    """The types of the actions, events and views of the three games."""

    counted = N_("cards taken up")
    """What is counted besides points, marked for translation."""

    def __init__(self, name: str) -> None:
        """Set the name of the game."""
        self._name = name
        self.about: str = ABOUT[name]
        """What kind of game it is, marked for translation."""
        self.minutes: int = MINUTES[name]
        """About how long it takes people, in minutes."""
        self.players: tuple[int, ...] = OPTIONS[name].players
        """The supported numbers of players, the default first."""
        self.options: tuple[OptionOffer, ...] = OPTIONS[name].offers
        """The options of the game, in the order of the rules."""

    def start(self, setup: Setup) -> State:
        variant = read_variant(self._name, setup)
        check_first_dealer(setup)
        return Dealing(Match(variant, setup.first_dealer))

    def awaits(self, state: State) -> Awaits:
        if state.turn is not None:
            return Seats(frozenset({state.turn}))
        match state:
            case Dealing() if not state.match.over:
                return Shuffle(state.match.variant.cards, state.match.number)
            case Ended():
                return Over(Result(state.match.totals, state.match.winners))
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
        if not isinstance(state, Ended):
            return f"deal {min(match.number, match.variant.deals)} of {match.variant.deals}"
        return "over after one deal" if match.variant.deals == 1 else f"over after {match.variant.deals} deals"

    def totals(self, state: State) -> tuple[int, ...]:
        return _match_of(state).totals

    def breaks(self, event: Event) -> Break | None:
        return _BREAKS.get(type(event))

    def tallies(self, state: State) -> tuple[Tally, ...]:
        """Return the statistics of every seat: its points, and the cards that it has taken up."""
        match = _match_of(state)
        return add_up(match.totals, [sheet.taken for sheet in match.sheets])

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


def _match_of(state: State) -> Match:
    return state.deal.match if isinstance(state, InDeal) else state.match


GAMES: Final = {name: Piles(name) for name in OPTIONS}
"""The three games, by name."""


def _taken(event: Event) -> tuple[int, ...]:
    return event.sheet.taken if isinstance(event, DealEnded) else ()


def _drawn(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.ending is not Ending.OUT


FIGURES: Final = Figures((Column(N_("taken up"), ".2f", _taken),), N_("were drawn"), _drawn)
"""Cards taken up, and deals that were drawn; the titles are marked for translation."""
