"""Durak in teams behind the common interface of games, and the statistics of a series of it."""

from collections.abc import Iterable, Iterator
from typing import Final

from protocol.durak import DURAK
from protocol.durak.events import BoutEnded, DealEnded
from protocol.durak.pack import PACK
from protocol.language import N_
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Event, Seat
from server.rules.durak.asking import asked
from server.rules.durak.decide import decide
from server.rules.durak.evolve import evolve
from server.rules.durak.legal import fallback, legal
from server.rules.durak.options import NAME, OPTIONS
from server.rules.durak.record import make_record, read_record, write_record
from server.rules.durak.replay import replay
from server.rules.durak.state import Dealing, Ended, InDeal, Match, State
from server.rules.durak.variant import read_variant, side_of
from server.rules.durak.view import reveal, tell, view
from server.rules.durak.words import deals_words, write_rules
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

_BREAKS: Final = {BoutEnded: Break.TRICK, DealEnded: Break.DEAL}


class Durak:
    """Durak in teams; its state is ``server.rules.durak.state.State``."""

    dialect = DURAK
    """The types of the actions, events and views."""

    players: tuple[int, ...] = OPTIONS.players
    """The supported numbers of players, the default first."""

    options: tuple[OptionOffer, ...] = OPTIONS.offers
    """The options of the game, in the order of the rules."""

    about = N_("attack and defence with 36 cards; the side left with cards loses")
    """What kind of game it is, marked for translation."""

    minutes = 25
    """About how long it takes people, in minutes."""

    counted = N_("cards picked up")
    """What is counted besides points, marked for translation."""

    def start(self, setup: Setup) -> State:
        variant = read_variant(setup)
        check_first_dealer(setup)
        return Dealing(Match(variant, setup.first_dealer))

    def awaits(self, state: State) -> Awaits:
        match state:
            case Dealing() if not state.match.over:
                return Shuffle(len(PACK), state.match.number)
            case Ended():
                return Over(_result(state.match))
        there = asked(state)
        return Seats(there.asked | there.free, there.free)

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
        return f"deal {match.number}, {match.totals[0]}:{match.totals[1]}"

    def totals(self, state: State) -> tuple[int, ...]:
        return _match_of(state).totals

    def breaks(self, event: Event) -> Break | None:
        return _BREAKS.get(type(event))

    def tallies(self, state: State) -> tuple[Tally, ...]:
        """Return the statistics of every seat: the deals that the other side lost, and the cards it picked up."""
        match = _match_of(state)
        return add_up(match.totals, [sheet.taken for sheet in match.sheets])

    @staticmethod
    def marks(state: State, seat: Seat) -> tuple[int, ...]:
        del state, seat
        return ()

    def rules(self, setup: Setup) -> str:
        return write_rules(read_variant(setup))

    def record(self, setup: Setup, events: Iterable[Event], label: Label) -> str:
        return write_record(make_record(setup, events, label))

    def replay(self, record: str) -> Iterator[Moment[State]]:
        return replay(read_record(record.encode()))


def _result(match: Match) -> Result:
    return Result(match.totals, match.winners, tuple(map(side_of, range(match.variant.players))))


def _match_of(state: State) -> Match:
    return state.deal.match if isinstance(state, InDeal) else state.match


GAMES: Final = {NAME: Durak()}
"""The game, by its name."""


def _taken(event: Event) -> tuple[int, ...]:
    return event.sheet.taken if isinstance(event, DealEnded) else ()


def _drawn(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.loser is None


FIGURES: Final = Figures((Column(N_("picked up"), ".2f", _taken),), N_("were drawn"), _drawn)
"""Cards picked up, and deals that were drawn; the titles are marked for translation."""
