"""The view of a state and of an event for a viewer: the one place that decides what is hidden.

What has lain open is known to all: the cards that a seat has taken up, or was handed, are shown until it plays them.
"""

from typing import Final

from msgspec.structs import replace

from protocol.piles.events import DealBegun, Dealt
from protocol.piles.views import OpenDeal, Phase, PilesView, SeatView
from protocol.vocabulary import Event, Seat
from server.rules.game import Lately
from server.rules.piles.legal import legal
from server.rules.piles.pickup import pickup
from server.rules.piles.state import Choosing, Dealing, Ended, Match, Playing, State, open_deal


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without the pack, the seed, and the hidden cards of others."""
    if isinstance(event, DealBegun):
        return replace(event, pack=(), seed=None)
    if isinstance(event, Dealt):
        hands = tuple([hand if event.open or holder == seat else () for holder, hand in enumerate(event.hands)])
        drawn = tuple([card if holder == seat else None for holder, card in enumerate(event.drawn)])
        return replace(event, hands=hands, drawn=drawn)
    return event


def view(state: State, seat: Seat | None) -> PilesView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if isinstance(state, Playing):
        return replace(seen, viewer=seat, hand=state.hands[seat], drawn=state.drawn[seat], legal=legal(state, seat))
    return replace(seen, viewer=seat, legal=legal(state, seat))


def reveal(state: State) -> PilesView:
    """Return the public view with the hands as they are now, for they gain cards as well as they lose them."""
    seen = view(state, None)
    # Earlier sheets are left out, because they would be repeated at every step.
    if isinstance(state, Playing):
        return replace(seen, sheets=(), hands=(_as_held(open_deal(state)),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=(_as_held(state.match.past[-1]),))
    return seen


def _as_held(deal: OpenDeal) -> OpenDeal:
    """Return a deal with the cards that each seat holds in place of those that it was dealt."""
    down = deal.drawn or (None,) * len(deal.left)
    held = tuple([hand if card is None else (*hand, card) for hand, card in zip(deal.left, down, strict=True)])
    return replace(deal, dealt=held, left=held)


def _seen_by_all(state: State) -> PilesView:
    """Return all that everybody may know of the state."""
    match state:
        case Playing():
            seen = _with_cards(_view(state.match, state.phase, _seats(state)), state)
            return replace(seen, turn=state.turn, pickup=pickup(state), commitment=state.deal.commitment)
        case Choosing():
            seen = _view(state.match, Phase.NAMING, _before_the_deal(state))
            return replace(seen, turn=state.turn, commitment=state.deal.commitment)
    return _between(state)


def _between(state: Dealing | Ended) -> PilesView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table, hands open."""
    match, ended = state.match, state.ended
    over = isinstance(state, Ended)
    phase = Phase.OVER if over else Phase.DEALING
    if ended is None:
        return _view(match, phase, tuple([SeatView(0, total) for total in match.totals]))
    counted = [replace(seat, total=total) for seat, total in zip(_seats(ended), match.totals, strict=True)]
    seen = replace(_with_cards(_view(match, phase, tuple(counted)), ended), left=ended.hands)
    return replace(seen, winners=match.winners, hands=match.past) if over else seen


def _with_cards(seen: PilesView, state: Playing) -> PilesView:
    """Add to a view what lies on the table in a deal."""
    return replace(
        seen,
        pile=state.pile,
        moves=state.moves,
        repeated=state.repeated,
        last=state.last,
        killed=state.killed,
    )


def _view(match: Match, phase: Phase, seats: tuple[SeatView, ...]) -> PilesView:
    """Return the parts common to the views of every phase."""
    variant = match.variant
    return PilesView(
        viewer=None,
        game=variant.game,
        pack=variant.cards,
        deals=variant.deals,
        limit=variant.limit,
        deal=len(match.sheets) if match.over else match.number,
        dealer=match.sheets[-1].dealer if match.over else match.dealer,
        phase=phase,
        turn=None,
        seats=seats,
        sheets=match.sheets,
    )


def _before_the_deal(state: Choosing) -> tuple[SeatView, ...]:
    return tuple(
        [
            SeatView(0, total, trump=trump, side=side)
            for total, trump, side in zip(state.match.totals, state.trumps, state.sides, strict=True)
        ]
    )


def _seats(state: Playing) -> tuple[SeatView, ...]:
    known = state.hands if state.is_open else state.known
    places = {seat: place for place, seat in enumerate(state.out, start=1)}
    totals, sides = state.match.totals, state.sides
    return tuple(
        [
            SeatView(
                cards=len(hand),
                total=totals[seat],
                trump=state.trumps[seat],
                side=sides[seat],
                known=known[seat],
                taken=state.taken[seat],
                place=places.get(Seat(seat), 0),
                drawn=state.drawn[seat] is not None,
            )
            for seat, hand in enumerate(state.hands)
        ]
    )


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""
