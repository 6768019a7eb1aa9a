"""Chwech behind the common interface of games, and the statistics of a series of it."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from protocol.chwech import CHWECH
from protocol.chwech.events import DealEnded, Ending, TrickTaken
from protocol.language import N_
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Event, Seat
from server.rules.chwech.decide import decide, fallback, legal, winners
from server.rules.chwech.evolve import evolve
from server.rules.chwech.options import OPTIONS, PLAYERS, read_variant
from server.rules.chwech.pack import HAND
from server.rules.chwech.record import make_record, read_record, write_record
from server.rules.chwech.replay import replay
from server.rules.chwech.rulebook import rulebook
from server.rules.chwech.state import Dealing, Ended, Match, State, match_of
from server.rules.chwech.turned import sets_of
from server.rules.chwech.view import reveal, tell, view
from server.rules.chwech.words import over_after, under_way, write_rules
from server.rules.game import (
    Awaits,
    Break,
    Column,
    Duplicate,
    Figures,
    Label,
    Moment,
    Over,
    Result,
    Seats,
    Shuffle,
    Tally,
    check_first_dealer,
)


def _exact(event: Event) -> tuple[int, ...]:
    return tuple(factor == HAND for factor in event.sheet.factors) if isinstance(event, DealEnded) else ()


def _left(event: Event) -> tuple[int, ...]:
    return event.sheet.left if isinstance(event, DealEnded) else ()


def _deadlock(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.ending is Ending.DEADLOCK


FIGURES: Final = Figures(
    (Column(N_("won a multiple of 9"), ".1%", _exact), Column(N_("cards left"), ".2f", _left)),
    N_("ended in deadlock"),
    _deadlock,
)


_NOBODY: Final = Seats(frozenset())
_BREAKS: Final = {TrickTaken: Break.TRICK, DealEnded: Break.DEAL}
_ONE: Final = tuple(Seats(frozenset({Seat(seat)})) for seat in range(max(PLAYERS)))


def _duplicate(match: Match) -> Duplicate | None:
    return Duplicate(match.players, sets_of(match), match.seed) if match.book.variant.duplicate else None


class Chwech:
    """The game of Chwech; its state is ``server.rules.chwech.state.State``."""

    dialect = CHWECH
    counted = N_("exact multiples of nine")
    about = N_("plain tricks in which nobody has to play, scored by multiples of nine")
    minutes = 30
    players: tuple[int, ...] = PLAYERS
    options: tuple[OptionOffer, ...] = OPTIONS

    def start(self, setup: Setup) -> State:
        variant = read_variant(setup)
        check_first_dealer(setup)
        return Dealing(Match(rulebook(variant), setup.first_dealer))

    @staticmethod
    def awaits(state: State) -> Awaits:
        if state.turn is not None:
            return _ONE[state.turn]
        match state:
            case Dealing() if not state.match.done:
                match = state.match
                return Shuffle(len(match.book.pack.cards), match.number, _duplicate(match))
            case Ended():
                totals = state.match.totals
                return Over(Result(totals, winners(totals)))
            case _:
                return _NOBODY

    legal = staticmethod(legal)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    tell = staticmethod(tell)
    view = staticmethod(view)
    fallback = staticmethod(fallback)
    reveal = staticmethod(reveal)

    def summary(self, state: State) -> str:
        match = match_of(state)
        if isinstance(state, Ended):
            return over_after(len(match.sheets))
        return under_way(match.number, match.book.variant.deals)

    def totals(self, state: State) -> tuple[int, ...]:
        return match_of(state).totals

    def breaks(self, event: Event) -> Break | None:
        return _BREAKS.get(type(event))

    def tallies(self, state: State) -> tuple[Tally, ...]:
        """Return the statistics of every seat; none at all is a multiple of nine, too."""
        match = match_of(state)
        exact = [[sheet.factors[seat] == HAND for sheet in match.sheets] for seat in range(match.players)]
        return tuple(
            Tally(len(match.sheets), total, sum(seat)) for total, seat in zip(match.totals, exact, strict=True)
        )

    def marks(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Return the factors of a seat."""
        return tuple(sheet.factors[seat] for sheet in match_of(state).sheets)

    def rules(self, setup: Setup) -> str:
        return write_rules(read_variant(setup))

    def record(self, setup: Setup, events: Iterable[Event], label: Label) -> str:
        record = make_record(setup, events, names=label.names, played_at=label.played_at, id=label.id)
        return write_record(replace(record, hinted=label.hinted)).decode()

    def replay(self, record: str) -> Iterator[Moment[State]]:
        return replay(read_record(record.encode()))
