"""Chwech behind the common interface of games, and the statistics of a series."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from games.kit import pages
from games.registry import GAMES
from protocol.chwech import CHWECH
from protocol.chwech.events import DealEnded, Dealt, Ending, Led, Played, TrickTaken
from protocol.chwech.views import ChwechView, OpenDeal, Phase, SeatView, Trick, Turn
from protocol.language import N_, Sentence, sentence
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Event, Seat
from server.rules.chwech.deal import (
    Dealing,
    Ended,
    Following,
    InDeal,
    Leading,
    Match,
    Opening,
    PastDeal,
    State,
    TakenTrick,
    TurnTaken,
    match_of,
    score,
    sets_of,
)
from server.rules.chwech.play import decide, evolve, fallback, legal, taker, winners
from server.rules.chwech.record import make_record, read_record, replay, write_record
from server.rules.chwech.variant import HAND, OPTIONS, PLAYERS, read_variant, rulebook
from server.rules.game import (
    Awaits,
    Break,
    Column,
    Duplicate,
    Figures,
    Label,
    Lately,
    Moment,
    Over,
    Result,
    Seats,
    Shuffle,
    Tally,
    check_first_dealer,
)

_NO_TRICK = Trick()

_SHOWN: Final = (Led, Played)
"""The turns in which a card is played."""


def view(state: State, seat: Seat | None) -> ChwechView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    return replace(seen, viewer=seat, hand=state.frame.book.pack.faces(state.hand(seat)), legal=legal(state, seat))


def _seen_by_all(state: State) -> ChwechView:
    if isinstance(state, Following):
        return _in_deal(state, Phase.FOLLOWING, _trick(state))
    if isinstance(state, Leading):
        return _in_deal(state, Phase.LEADING, Trick(_turns(state.turns)))
    if isinstance(state, Opening):
        return _in_deal(state, Phase.OPENING, _NO_TRICK)
    return _between(state, Phase.OVER if isinstance(state, Ended) else Phase.DEALING)


def _in_deal(state: Opening | Leading | Following, phase: Phase, trick: Trick) -> ChwechView:
    match = state.deal.match
    return ChwechView(
        viewer=None,
        ruleset=match.book.variant.ruleset.value,
        deal=match.number,
        deals=match.book.variant.deals,
        dealer=match.dealer,
        phase=phase,
        turn=state.turn,
        seats=_seats(state, match.totals),
        trick=trick,
        last_trick=_last_trick(state.frame.before),
        sheets=match.sheets,
        commitment=state.deal.commitment,
        duplicate=match.book.variant.duplicate,
    )


def _between(state: Dealing | Ended, phase: Phase) -> ChwechView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table, hands open."""
    match, ended = state.match, state.ended
    seen = ChwechView(
        viewer=None,
        ruleset=match.book.variant.ruleset.value,
        deal=min(match.number, match.book.variant.deals),
        deals=match.book.variant.deals,
        dealer=match.sheets[-1].dealer if match.done else match.dealer,
        phase=phase,
        turn=None,
        seats=tuple([SeatView(cards=0, won=0, worth=0, total=total) for total in match.totals]),
        sheets=match.sheets,
        winners=winners(match.totals) if phase is Phase.OVER else (),
        hands=tuple([_open(match, past) for past in match.past]) if phase is Phase.OVER else (),
        duplicate=match.book.variant.duplicate,
    )
    if ended is None:
        return seen
    return replace(
        seen,
        seats=_seats(ended, match.totals),
        trick=Trick(_turns(ended.turns)),
        last_trick=_last_trick(ended.frame.before),
        left=tuple(map(match.book.pack.faces, ended.hands)),
    )


def _open(match: Match, past: PastDeal) -> OpenDeal:
    faces = match.book.pack.faces
    return OpenDeal(tuple(map(faces, past.dealt)), tuple(map(faces, past.left)))


def _seats(state: InDeal, totals: tuple[int, ...]) -> tuple[SeatView, ...]:
    # Made at every event, so it is written for speed.
    frame, held = state.frame, state.held
    cards = [(dealt & held).bit_count() for dealt in frame.dealt]
    won = [pile.bit_count() for pile in frame.piles]
    piles = frame.piles if frame.book.variant.review_won else (0,) * len(totals)
    return tuple(map(SeatView, cards, won, map(score, cards, won), totals, map(frame.book.pack.faces, piles)))


def _trick(state: Following) -> Trick:
    return Trick(_turns(state.turns), state.suit, taker(state.played, state.deal.book.order))


def _last_trick(before: TakenTrick | None) -> Trick | None:
    return None if before is None else Trick(_turns(before.turns), before.suit, before.taker)


def _turns(turns: tuple[TurnTaken, ...]) -> tuple[Turn, ...]:
    return tuple([Turn(turn.seat, turn.play if isinstance(turn, _SHOWN) else None) for turn in turns])


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it; None is a spectator."""
    if not isinstance(event, Dealt):
        return event
    hands = tuple(hand if holder == seat else () for holder, hand in enumerate(event.hands))
    return replace(event, hands=hands, seed=None)


def reveal(state: State) -> ChwechView:
    """Return the public view with all hands of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        hands = _open(state.deal.match, PastDeal(state.deal.dealt, state.hands))
        return replace(seen, sheets=(), hands=(hands,))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=(_open(state.match, state.match.past[-1]),))
    return seen


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


@cache
def _under_way(number: int, deals: int) -> Sentence:
    """Return the summary of a game that goes on: ``deal 2 of 6``."""
    return sentence("deal {number} of {deals}", number=number, deals=deals)


def _over_after(deals: int) -> Sentence:
    """Return the summary of a game that is over: ``over after 6 deals``."""
    return sentence("over after one deal") if deals == 1 else sentence("over after {n} deals", n=deals)


class Chwech:
    """The game of Chwech; its state is ``server.rules.chwech.deal.State``."""

    dialect = CHWECH
    counted = N_("exact multiples of nine")
    version = 1
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
    view = staticmethod(view)
    fallback = staticmethod(fallback)
    reveal = staticmethod(reveal)

    def summary(self, state: State) -> str:
        match = match_of(state)
        if isinstance(state, Ended):
            return _over_after(len(match.sheets))
        return _under_way(match.number, match.book.variant.deals)

    def totals(self, state: State) -> tuple[int, ...]:
        return match_of(state).totals

    @staticmethod
    def tell(event: Event, seat: Seat | None, state: State | None = None) -> Event:
        """Return the event as this seat may know it."""
        del state
        return tell(event, seat)

    def breaks(self, event: Event, state: State | None = None) -> Break | None:
        del state
        return _BREAKS.get(type(event))

    @staticmethod
    def sheets(state: State) -> Sequence[Any]:
        del state
        return ()

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
        read_variant(setup)
        return pages.rules(GAMES["chwech"], setup.players, setup.options)

    def record(self, setup: Setup, events: Iterable[Event], label: Label) -> str:
        record = make_record(setup, events, names=label.names, played_at=label.played_at, id=label.id)
        return write_record(replace(record, hinted=label.hinted)).decode()

    def replay(self, record: str) -> Iterator[Moment[State]]:
        return replay(read_record(record.encode()))
