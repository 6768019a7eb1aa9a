"""The view of a state and of an event for a viewer: the one place that decides what is hidden."""

from typing import Final

from msgspec.structs import replace

from protocol.durak.events import Dealt, Drawn
from protocol.durak.views import DurakView, Phase, SeatView
from protocol.vocabulary import Event, Seat
from server.rules.durak.asking import asked
from server.rules.durak.legal import legal
from server.rules.durak.state import Dealing, Ended, Fighting, InDeal, Match, State, open_deal
from server.rules.durak.variant import side_of
from server.rules.game import Lately
from server.rules.hands import in_order


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without others' cards, the stock and the seed."""
    if isinstance(event, Dealt):
        hands = tuple([hand if holder == seat else () for holder, hand in enumerate(event.hands)])
        return replace(event, hands=hands, stock=(), seed=None)
    if isinstance(event, Drawn) and event.seat != seat:
        return replace(event, cards=())
    return event


def view(state: State, seat: Seat | None) -> DurakView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    return replace(seen, viewer=seat, hand=state.hands[seat], legal=legal(state, seat))


def reveal(state: State) -> DurakView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> DurakView:
    """Return all that everybody may know of the state."""
    if not isinstance(state, InDeal):
        return _between(state)
    acting = asked(state)
    there = tuple(sorted(acting.asked))
    seen = _view(state.match, _phase(state), _seats(state))
    return replace(
        _with_cards(seen, state),
        awaited=there,
        turn=there[0] if len(there) == 1 else None,
        free=tuple(sorted(acting.free)),
        bout=state.bout if isinstance(state, Fighting) else None,
        commitment=state.deal.commitment,
    )


def _phase(state: InDeal) -> Phase:
    """Return what a deal waits for."""
    if not isinstance(state, Fighting):
        return Phase.SETTLING
    bout = state.bout
    if not bout.pairs:
        return Phase.ATTACKING
    return Phase.DEFENDING if bout.open and not bout.given_up else Phase.ADDING


def _with_cards(seen: DurakView, state: InDeal) -> DurakView:
    """Add to a view what lies on the table in a deal."""
    return replace(
        seen,
        trump=state.deal.trump,
        turn_up=state.deal.turn_up,
        lowest=state.deal.lowest,
        stock=len(state.stock),
        bouts=state.bouts,
        last_bout=state.last,
        gone=state.gone,
    )


def _between(state: Dealing | Ended) -> DurakView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table, hands open."""
    match, ended = state.match, state.ended
    over = isinstance(state, Ended)
    if ended is None:
        seats = tuple([SeatView(side_of(seat), 0, total) for seat, total in enumerate(match.totals)])
        return _view(match, Phase.DEALING, seats)
    seats = tuple([replace(seat, total=match.totals[number]) for number, seat in enumerate(_seats(ended))])
    seen = _with_cards(_view(match, Phase.OVER if over else Phase.DEALING, seats), ended)
    seen = replace(seen, left=ended.hands)
    return replace(seen, winners=match.winners, hands=match.past) if over else seen


def _view(match: Match, phase: Phase, seats: tuple[SeatView, ...]) -> DurakView:
    """Return the parts common to the views of every phase."""
    return DurakView(
        viewer=None,
        losses=match.variant.losses,
        deal=len(match.sheets) if match.over else match.number,
        dealer=match.sheets[-1].dealer if match.over else match.dealer,
        phase=phase,
        turn=None,
        awaited=(),
        seats=seats,
        sheets=match.sheets,
    )


def _seats(state: InDeal) -> tuple[SeatView, ...]:
    fighting = state if isinstance(state, Fighting) else None
    return tuple(
        [
            SeatView(
                side=side_of(seat),
                cards=len(hand),
                total=state.match.totals[seat],
                taken=state.taken[seat],
                out=seat in state.out,
                passed=fighting is not None and seat in fighting.passed,
                finished=fighting is not None and seat in fighting.finished,
                known=in_order(state.known[seat]),
            )
            for seat, hand in enumerate(state.hands)
        ]
    )


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""
