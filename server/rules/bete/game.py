"""Bête behind the common interface of games, and the statistics of a series of its games."""

from collections.abc import Iterable, Iterator
from typing import Final

from protocol.bete import BETE
from protocol.bete.events import DealEnded, TrickTaken
from protocol.bete.order import PACK
from protocol.language import N_
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Event, Seat
from server.rules.bete.decide import decide
from server.rules.bete.evolve import evolve
from server.rules.bete.legal import fallback, legal
from server.rules.bete.options import ABOUT, MINUTES, OPTIONS
from server.rules.bete.record import make_record, read_record, write_record
from server.rules.bete.replay import replay
from server.rules.bete.state import Dealing, Ended, InDeal, Match, State
from server.rules.bete.variant import read_variant
from server.rules.bete.view import reveal, tell, view
from server.rules.bete.words import deals_words, write_rules
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

_NOBODY: Final = Seats(frozenset())
_BREAKS: Final = {TrickTaken: Break.TRICK, DealEnded: Break.DEAL}


class Bete:
    """The game; its state is ``server.rules.bete.state.State``."""

    dialect = BETE
    """The types of the actions, events and views."""

    counted = N_("tricks")
    """What is counted besides points, marked for translation."""

    players: tuple[int, ...] = OPTIONS.players
    """The supported numbers of players, the default first."""

    options: tuple[OptionOffer, ...] = OPTIONS.offers
    """The options of the game, in the order of the rules."""

    about = ABOUT
    """What kind of game it is, marked for translation."""

    minutes = MINUTES
    """About how long it takes people, in minutes."""

    def start(self, setup: Setup) -> State:
        variant = read_variant(setup)
        check_first_dealer(setup)
        return Dealing(Match(variant, setup.first_dealer))

    def awaits(self, state: State) -> Awaits:
        if state.turn is not None:
            return Seats(frozenset({state.turn}))
        match state:
            case Dealing() if not state.match.is_over:
                return Shuffle(len(PACK), state.match.number)
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
        if isinstance(state, Ended):
            return f"over after {deals_words(len(match.sheets))}"
        return f"deal {match.number} of {match.variant.deals}"

    def totals(self, state: State) -> tuple[int, ...]:
        return _match_of(state).totals

    def breaks(self, event: Event) -> Break | None:
        return _BREAKS.get(type(event))

    def tallies(self, state: State) -> tuple[Tally, ...]:
        """Return the statistics of every seat: its tricks, and the chips that it has won."""
        match = _match_of(state)
        return add_up(match.totals, [sheet.tricks for sheet in match.sheets])

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


def _match_of(state: State) -> Match:
    return state.deal.match if isinstance(state, InDeal) else state.match


def _tricks(event: Event) -> tuple[int, ...]:
    return event.sheet.tricks if isinstance(event, DealEnded) else ()


FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", _tricks),),
    N_("were won by nobody"),
    lambda event: isinstance(event, DealEnded) and event.sheet.sweeper is None,
)
"""Tricks, and deals in which nobody won the pool; the titles are marked for translation."""
