"""Da Bai Fen behind the common interface of games, and the statistics of a series of it."""

from collections.abc import Iterable, Iterator
from typing import Final

from protocol.da_bai_fen import DA_BAI_FEN
from protocol.da_bai_fen.events import DealEnded, TrickTaken
from protocol.da_bai_fen.order import PACK
from protocol.language import N_
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Event, Seat
from server.rules.da_bai_fen.decide import decide
from server.rules.da_bai_fen.evolve import evolve
from server.rules.da_bai_fen.legal import fallback, legal
from server.rules.da_bai_fen.options import NAME, OPTIONS
from server.rules.da_bai_fen.record import make_record, read_record, write_record
from server.rules.da_bai_fen.replay import acting, replay
from server.rules.da_bai_fen.state import LOST, Dealing, Ended, InDeal, Match, State
from server.rules.da_bai_fen.variant import PLAYERS, read_variant, side_of
from server.rules.da_bai_fen.view import reveal, tell, view
from server.rules.da_bai_fen.words import write_rules
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

_BREAKS: Final = {TrickTaken: Break.TRICK, DealEnded: Break.DEAL}


class DaBaiFen:
    """Da Bai Fen; its state is ``server.rules.da_bai_fen.state.State``."""

    dialect = DA_BAI_FEN
    """The types of the actions, events and views."""

    players: tuple[int, ...] = OPTIONS.players
    """The supported numbers of players, the default first."""

    options: tuple[OptionOffer, ...] = OPTIONS.offers
    """The options of the game, in the order of the rules."""

    about = N_("two sides climb from Two to Ace; who shows a drawn card names trumps")
    """What kind of game it is, marked for translation."""

    minutes = 210
    """About how long it takes people, in minutes."""

    counted = N_("tricks")
    """What is counted besides points, marked for translation."""

    def start(self, setup: Setup) -> State:
        variant = read_variant(setup)
        check_first_dealer(setup)
        return Dealing(Match(variant, setup.first_dealer))

    def awaits(self, state: State) -> Awaits:
        match state:
            case Dealing() if not state.match.winners:
                return Shuffle(len(PACK), state.match.number)
            case Ended():
                return Over(_result(state.match))
        return Seats(acting(state), state.free)

    legal = staticmethod(legal)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    tell = staticmethod(tell)
    view = staticmethod(view)
    fallback = staticmethod(fallback)
    reveal = staticmethod(reveal)

    def summary(self, state: State) -> str:
        match = _match_of(state)
        deals = len(match.sheets)
        if isinstance(state, Ended):
            return "over after one deal" if deals == 1 else f"over after {deals} deals"
        return f"deal {match.number}, {match.totals[0]}:{match.totals[1]}"

    def totals(self, state: State) -> tuple[int, ...]:
        return _match_of(state).totals

    def breaks(self, event: Event) -> Break | None:
        return _BREAKS.get(type(event))

    def tallies(self, state: State) -> tuple[Tally, ...]:
        """Return the statistics of every seat: its own tricks, and the levels of its side."""
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


def _result(match: Match) -> Result:
    return Result(match.totals, match.winners, tuple(map(side_of, range(PLAYERS))))


def _match_of(state: State) -> Match:
    return state.deal.match if isinstance(state, InDeal) else state.match


GAMES: Final = {NAME: DaBaiFen()}
"""The game, by its name."""


def _tricks(event: Event) -> tuple[int, ...]:
    return event.sheet.tricks if isinstance(event, DealEnded) else ()


def _kept(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.took < LOST


FIGURES: Final = Figures((Column(N_("tricks"), ".2f", _tricks),), N_("were kept by the declarers"), _kept)
"""Tricks, and deals after which the declarers declare again; the titles are marked for translation."""
