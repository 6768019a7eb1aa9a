"""Auction Forty-Fives behind the common interface of games, and the statistics of a series of it."""

from collections.abc import Iterable, Iterator
from typing import Final

from protocol.auction_fives import AUCTION_FIVES
from protocol.auction_fives.events import DealEnded, Ending, TrickTaken
from protocol.language import N_
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Event, Seat
from server.rules.auction_fives.decide import decide
from server.rules.auction_fives.evolve import evolve
from server.rules.auction_fives.legal import fallback, legal
from server.rules.auction_fives.options import OPTIONS, PACK, TARGET, read_variant
from server.rules.auction_fives.record import make_record, read_record, write_record
from server.rules.auction_fives.replay import replay
from server.rules.auction_fives.state import Dealing, Ended, InDeal, Match, State
from server.rules.auction_fives.view import reveal, tell, view
from server.rules.auction_fives.words import write_rules
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


class AuctionFives:
    """The game; its state is ``server.rules.auction_fives.state.State``."""

    dialect = AUCTION_FIVES
    """The types of its actions, events and views."""

    counted = N_("tricks")
    """What is counted besides points, marked for translation."""

    about = N_("two sides bid for trumps and draw; who misses the bid loses it")
    """What kind of game it is, marked for translation."""

    minutes = 35
    """About how long it takes."""

    players: tuple[int, ...] = OPTIONS.players
    """The supported numbers of players, the default first."""

    options: tuple[OptionOffer, ...] = OPTIONS.offers
    """The options of the game, in the order of the rules."""

    def start(self, setup: Setup) -> State:
        variant = read_variant(setup)
        check_first_dealer(setup)
        return Dealing(Match(variant, setup.first_dealer))

    def awaits(self, state: State) -> Awaits:
        if state.turn is not None:
            return Seats(frozenset({state.turn}))
        match state:
            case Dealing() if not state.match.winners:
                return Shuffle(len(PACK), state.match.number)
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
            number = len(match.sheets)
            return "over after one deal" if number == 1 else f"over after {number} deals"
        if match.variant.deals:
            return f"deal {min(match.number, match.variant.deals)} of {match.variant.deals}"
        return f"deal {match.number}, {max(match.totals)}/{TARGET}"

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
        return write_rules(read_variant(setup))

    def record(self, setup: Setup, events: Iterable[Event], label: Label) -> str:
        return write_record(make_record(setup, events, label))

    def replay(self, record: str) -> Iterator[Moment[State]]:
        return replay(read_record(record.encode()))


def _result(match: Match) -> Result:
    return Result(match.totals, match.winners, tuple(map(match.variant.side, range(match.variant.players))))


def _match_of(state: State) -> Match:
    return state.deal.match if isinstance(state, InDeal) else state.match


def _tricks(event: Event) -> tuple[int, ...]:
    return event.sheet.tricks if isinstance(event, DealEnded) else ()


FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", _tricks),),
    N_("were made by the bidders"),
    lambda event: isinstance(event, DealEnded) and event.sheet.ending is Ending.MADE,
)
"""Tricks, and deals in which the bidders took what they had bid; the titles are marked for translation."""
