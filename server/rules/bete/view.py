"""The view of a state and of an event for a viewer: the one place that decides what is hidden."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from protocol.bete.events import Dealt, Played
from protocol.bete.order import ORDER
from protocol.bete.views import BeteView, Part, Phase, SeatView, Trick, Turn
from protocol.vocabulary import Event, Seat
from server.rules.bete.legal import legal
from server.rules.bete.state import Asking, Dealing, Ended, InDeal, Match, Playing, State, open_deal
from server.rules.game import Lately


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without others' cards and the seed."""
    if isinstance(event, Dealt):
        hands = tuple([hand if holder == seat else () for holder, hand in enumerate(event.hands)])
        return replace(event, hands=hands, seed=None)
    return event


def view(state: State, seat: Seat | None) -> BeteView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    return replace(seen, viewer=seat, hand=state.hands[seat], legal=legal(state, seat))


def reveal(state: State) -> BeteView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> BeteView:
    """Return all that everybody may know of the state."""
    if not isinstance(state, InDeal):
        return _between(state)
    seen = replace(_in_deal(state), commitment=state.deal.commitment, turn=state.turn)
    if isinstance(state, Playing):
        return replace(seen, phase=Phase.FOLLOWING if state.table else Phase.LEADING)
    return replace(seen, phase=Phase.ASKING)


def _in_deal(state: InDeal) -> BeteView:
    """Return what the views in a deal and after it have in common."""
    seen = _view(state.match, _seats(state), state.deal.pool)
    seen = replace(seen, trump=state.deal.trump, turn_up=state.deal.turn_up)
    if not isinstance(state, Playing):
        return seen
    table = state.table
    stands = table[ORDER.taker([play.card for play in table], state.deal.trump)].seat if table else None
    return replace(
        seen,
        trick=_trick(table, stands),
        last_trick=_last_trick(state),
        gone=tuple([play.card for play in state.plays[: len(state.plays) - len(table)]]),
        takers=state.takers,
    )


def _between(state: Dealing | Ended) -> BeteView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table."""
    match, ended = state.match, state.ended
    over = isinstance(state, Ended)
    nobody = (SeatView(Part.OPEN, 0, 0, 0),) * match.variant.players
    seen = _in_deal(ended) if ended is not None else _view(match, nobody, 0)
    seen = replace(
        seen,
        phase=Phase.OVER if over else Phase.DEALING,
        deal=len(match.sheets) if over else match.number,
        dealer=match.sheets[-1].dealer if over else match.dealer,
        seats=tuple([replace(seat, total=total) for seat, total in zip(seen.seats, match.totals, strict=True)]),
        pool=match.carried,
        sheets=match.sheets,
    )
    return replace(seen, winners=match.winners, hands=match.past) if over else seen


def _view(match: Match, seats: tuple[SeatView, ...], pool: int) -> BeteView:
    """Return the parts common to the views of every phase."""
    variant = match.variant
    return BeteView(
        viewer=None,
        deals=variant.deals,
        deal=match.number,
        dealer=match.dealer,
        phase=Phase.DEALING,
        turn=None,
        seats=seats,
        pool=pool,
        step=variant.step,
        head=variant.head,
        sheets=match.sheets,
    )


def _seats(state: InDeal) -> tuple[SeatView, ...]:
    takers: Sequence[Seat] = state.takers if isinstance(state, Playing) else ()
    return tuple(
        [
            SeatView(_part(state, seat), len(hand), takers.count(seat), state.match.totals[seat])
            for seat, hand in zip(map(Seat, range(state.variant.players)), state.hands, strict=True)
        ]
    )


def _part(state: InDeal, seat: Seat) -> Part:
    """Return what a seat has to do with the deal."""
    if seat in state.active:
        return Part.IN
    if isinstance(state, Playing):
        return Part.AGAINST if seat in state.players else Part.OUT
    assert isinstance(state, Asking)
    return Part.OUT if seat in state.deal.order[: state.asked] else Part.OPEN


def _last_trick(state: Playing) -> Trick | None:
    number, players = len(state.takers), len(state.players)
    return _trick(state.plays[players * (number - 1) : players * number], state.takers[-1]) if number else None


def _trick(plays: Sequence[Played], seat: Seat | None) -> Trick:
    return Trick(tuple([Turn(play.seat, play.card) for play in plays]), seat)


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""
