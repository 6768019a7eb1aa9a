"""The Fives behind the common interface of games, and the statistics of a series of them."""

from collections.abc import Iterable, Iterator
from typing import Final

from protocol.fives import FIVES
from protocol.fives.events import DealEnded, Robbed, TrickTaken
from protocol.language import N_
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Event, Seat
from server.rules.fives.decide import decide
from server.rules.fives.evolve import evolve
from server.rules.fives.legal import fallback, legal
from server.rules.fives.options import ABOUT, FORTY_FIVE, MINUTES, OPTIONS, SPOIL_FIVE, TWENTY_FIVE
from server.rules.fives.pool import pools_taken
from server.rules.fives.record import make_record, read_record, write_record
from server.rules.fives.replay import replay
from server.rules.fives.score import final_chips
from server.rules.fives.state import Dealing, Ended, InDeal, Match, State
from server.rules.fives.variant import read_variant
from server.rules.fives.view import reveal, tell, view
from server.rules.fives.words import deals_words, write_rules
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

_NOBODY: Final = Seats(frozenset())
_BREAKS: Final = {TrickTaken: Break.TRICK, DealEnded: Break.DEAL}


class Fives:
    """One of the three games; its state is ``server.rules.fives.state.State``."""

    dialect = FIVES
    """The types of the actions, events and views of all three."""

    counted = N_("tricks")
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
        if match.variant.spoil is not None:
            pools = match.variant.target
            return f"deal {match.number}, pool {min(pools_taken(match.sheets) + 1, pools)} of {pools}"
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
    return Result(match.totals, match.winners, sides, final_chips(match))


def _match_of(state: State) -> Match:
    return state.deal.match if isinstance(state, InDeal) else state.match


GAMES: Final = {name: Fives(name) for name in (TWENTY_FIVE, FORTY_FIVE, SPOIL_FIVE)}
"""All three games, by name."""


def _tricks(event: Event) -> tuple[int, ...]:
    return event.sheet.tricks if isinstance(event, DealEnded) else ()


FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", _tricks),), N_("were robbed"), lambda event: isinstance(event, Robbed)
)
"""Tricks, and deals in which the turn-up was taken; the titles are marked for translation."""
