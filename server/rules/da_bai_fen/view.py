"""The view of a state and of an event for a viewer: the one place that decides what is hidden."""

from typing import Final

from msgspec.structs import replace

from protocol.da_bai_fen.events import Answered, Buried, Dealt, Drawn, SixTaken
from protocol.da_bai_fen.order import arrange, counted, taker
from protocol.da_bai_fen.views import DaBaiFenView, Phase, SeatView, Trick
from protocol.vocabulary import Event, Seat
from server.rules.da_bai_fen.legal import legal
from server.rules.da_bai_fen.state import (
    Annulled,
    Burying,
    Dealing,
    Declared,
    Drawing,
    Ended,
    InDeal,
    Match,
    Playing,
    State,
    open_deal,
)
from server.rules.da_bai_fen.variant import HAND, PLAYERS, side_of
from server.rules.game import Lately


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without what others draw, answer and lay aside."""
    if isinstance(event, Dealt):
        return replace(event, hands=(), six=(), seed=None)
    if isinstance(event, Drawn):
        return replace(event, cards=tuple([own if drawer == seat else () for drawer, own in enumerate(event.cards)]))
    if isinstance(event, Answered) and event.seat != seat:
        return Answered(event.seat)
    if isinstance(event, SixTaken) and event.seat != seat and not event.shown:
        return replace(event, cards=())
    if isinstance(event, Buried) and event.seat != seat:
        return replace(event, card=None)
    return event


def view(state: State, seat: Seat | None) -> DaBaiFenView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    free = (seat,) if isinstance(state, Burying | Playing) and seat in state.free else ()
    hand = arrange(state.hands[seat], seen.rank, seen.trump)
    seen = replace(seen, viewer=seat, hand=hand, legal=legal(state, seat), free=free)
    if isinstance(state, Burying | Playing) and state.leader == seat:
        return replace(seen, six=state.deal.six, buried=state.buried)
    return seen


def reveal(state: State) -> DaBaiFenView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> DaBaiFenView:
    """Return all that everybody may know of the state."""
    if not isinstance(state, InDeal):
        return _between(state)
    awaited = tuple(sorted(state.awaited))
    return replace(
        _in_deal(state),
        commitment=state.deal.commitment,
        phase=_phase(state),
        turn=awaited[0] if len(awaited) == 1 else None,
        awaited=awaited,
    )


def _phase(state: State) -> Phase:
    if isinstance(state, Playing):
        return Phase.FOLLOWING if state.number else Phase.LEADING
    return Phase.DRAWING if isinstance(state, Drawing) else Phase.BURYING


def _in_deal(state: Drawing | Declared) -> DaBaiFenView:
    """Return what the views in a deal and after it have in common."""
    seen = _view(state.match, _seats(state))
    if isinstance(state, Drawing):
        return replace(seen, drawn=state.drawn, is_last=state.is_last, exposer=state.exposer, exposed=state.exposed)
    seen = replace(
        seen,
        drawn=HAND,
        rank=state.trumps.rank,
        trump=state.trumps.suit,
        exposer=state.exposer,
        exposed=state.exposed,
        turned=state.turned,
        leader=state.leader,
    )
    if isinstance(state, Burying | Annulled):
        return replace(seen, aside=len(state.buried))
    return _with_cards(seen, state) if isinstance(state, Playing) else seen


def _with_cards(seen: DaBaiFenView, state: Playing) -> DaBaiFenView:
    """Add to a view what has been played in a deal."""
    table = state.table
    laid = [turn.cards for turn in table if len(turn.cards) == state.number]
    stands = table[taker(laid, state.trumps)].seat if laid else None
    taken = [trick for trick in state.tricks if trick.taker is not None and state.opponents(trick.taker)]
    return replace(
        seen,
        aside=len(state.buried),
        trick=Trick(table, state.number, stands),
        last_trick=state.tricks[-1] if state.tricks else None,
        won=tuple([card for trick in taken for turn in trick.turns for card in turn.cards if counted(card)]),
        gone=state.gone,
    )


def _between(state: Dealing | Ended) -> DaBaiFenView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table."""
    match, ended = state.match, state.ended
    over = isinstance(state, Ended)
    nobody = tuple([SeatView(side_of(seat), 0, 0, 0) for seat in range(PLAYERS)])
    seen = _in_deal(ended) if ended is not None else _view(match, nobody)
    seats = tuple([replace(seat, total=total) for seat, total in zip(seen.seats, match.totals, strict=True)])
    seen = replace(
        seen,
        phase=Phase.OVER if over else Phase.DEALING,
        deal=len(match.sheets) if over else match.number,
        dealer=match.sheets[-1].dealer if over else match.dealer,
        seats=seats,
        sheets=match.sheets,
    )
    if ended is not None:
        seen = replace(seen, buried=ended.buried, left=ended.hands)
    return replace(seen, winners=match.leading, hands=match.past) if over else seen


def _view(match: Match, seats: tuple[SeatView, ...]) -> DaBaiFenView:
    """Return the parts common to the views of every phase."""
    return DaBaiFenView(
        viewer=None,
        target=match.variant.target,
        last_deal=match.variant.most_deals,
        deal=match.number,
        dealer=match.dealer,
        phase=Phase.DEALING,
        turn=None,
        awaited=(),
        seats=seats,
        rank=match.rank,
        sheets=match.sheets,
    )


def _seats(state: Drawing | Declared) -> tuple[SeatView, ...]:
    takers = [trick.taker for trick in state.tricks] if isinstance(state, Playing) else []
    match = state.match
    declaring = _declaring(state)
    return tuple(
        [
            SeatView(
                side=side_of(seat),
                cards=len(state.hands[seat]),
                tricks=takers.count(Seat(seat)),
                total=match.totals[seat],
                declares=side_of(seat) == declaring,
            )
            for seat in range(PLAYERS)
        ]
    )


def _declaring(state: Drawing | Declared) -> int | None:
    """Return the side that declares, as far as it is known: in the first deal the draw decides it."""
    if isinstance(state, Drawing):
        return None if state.match.scored is None else side_of(state.match.dealer)
    return side_of(state.leader)


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""
