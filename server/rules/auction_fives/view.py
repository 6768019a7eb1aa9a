"""The view of a state and of an event for a viewer: the one place that decides what is hidden."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from protocol.auction_fives.events import Dealt, Discarded, Drawn, Picked, Played, StockOpened, TrumpNamed
from protocol.auction_fives.views import AuctionFivesView, Call, Phase, SeatView, Trick, Turn
from protocol.cards import Card
from protocol.vocabulary import Event, Seat
from server.rules.auction import Auction
from server.rules.auction_fives.legal import legal
from server.rules.auction_fives.options import TARGET
from server.rules.auction_fives.state import (
    Bidding,
    Dealing,
    Drawing,
    Ended,
    Exchanged,
    InDeal,
    Match,
    Naming,
    Picking,
    Playing,
    State,
    open_deal,
)
from server.rules.game import Lately
from server.rules.hands import in_order

_PHASES: Final = {
    Dealing: Phase.DEALING,
    Bidding: Phase.BIDDING,
    Naming: Phase.NAMING,
    Drawing: Phase.DRAWING,
    Picking: Phase.PICKING,
    Ended: Phase.OVER,
}


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without others' cards, the kitty, the stock and the seed."""
    if isinstance(event, Dealt):
        hands = tuple([hand if holder == seat else () for holder, hand in enumerate(event.hands)])
        return replace(event, hands=hands, kitty=(), stock=(), seed=None)
    if isinstance(event, TrumpNamed) and event.seat != seat:
        return replace(event, kitty=())
    if isinstance(event, Discarded | Picked) and event.seat != seat:
        return replace(event, card=None)
    if isinstance(event, Drawn | StockOpened) and event.seat != seat:
        return replace(event, cards=())
    return event


def view(state: State, seat: Seat | None) -> AuctionFivesView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    aside = state.aside if isinstance(state, Exchanged) else ()
    return replace(
        seen,
        viewer=seat,
        hand=state.hands[seat],
        discards=tuple([turn.card for turn in aside if turn.seat == seat]),
        open_stock=_looked_through(state, seat),
        legal=legal(state, seat),
    )


def _looked_through(state: InDeal, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that are left, for the dealer who picks from them; their order stays hidden."""
    if not isinstance(state, Picking) or state.turn != seat:
        return ()
    return in_order(state.stock)


def reveal(state: State) -> AuctionFivesView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> AuctionFivesView:
    """Return all that everybody may know of the state."""
    match = state.match
    on = state.ended if isinstance(state, Dealing | Ended) else state
    seen = _frame(match, state)
    if on is None:
        return seen
    seen = replace(seen, seats=_seats(match, on), **_auction(on.auction))
    if isinstance(state, InDeal):
        seen = replace(seen, turn=state.turn, commitment=state.deal.commitment, stock=len(state.stock))
        if isinstance(state, Bidding | Naming):
            seen = replace(seen, kitty=len(state.deal.kitty))
    else:
        seen = replace(seen, left=tuple([() for _hand in on.hands]))
    if isinstance(on, Exchanged):
        seen = replace(seen, trump=on.trump, first=on.first)
    return _with_tricks(seen, on) if isinstance(on, Playing) else seen


def _auction(auction: Auction) -> dict[str, object]:
    """Return what everybody has heard in the auction."""
    highest = auction.highest
    numbers: list[int] = []
    calls: list[Call] = []
    for call in auction.calls:
        calls.append(Call(call.seat, call.points, call.points in numbers))
        if call.points is not None:
            numbers.append(call.points)
    return {
        "calls": tuple(calls),
        "bidder": None if highest is None else highest.seat,
        "bid": 0 if highest is None else highest.points,
    }


def _with_tricks(seen: AuctionFivesView, state: Playing) -> AuctionFivesView:
    table, players, taken = state.table, state.variant.players, len(state.takers)
    phase = seen.phase
    if phase not in (Phase.DEALING, Phase.OVER):
        phase = Phase.FOLLOWING if table else Phase.LEADING
    last = state.plays[players * (taken - 1) : players * taken]
    return replace(
        seen,
        phase=phase,
        trick=_trick(table, table[state.order.taker([play.card for play in table])].seat if table else None),
        last_trick=_trick(last, state.takers[-1]) if taken else None,
        gone=tuple([play.card for play in state.plays[: players * taken]]),
    )


def _frame(match: Match, state: State) -> AuctionFivesView:
    """Return the parts common to the views of every phase."""
    variant = match.variant
    over = isinstance(state, Ended)
    return AuctionFivesView(
        viewer=None,
        target=0 if variant.deals else TARGET,
        deals=variant.most_deals,
        deal=len(match.sheets) if match.winners else match.number,
        dealer=match.sheets[-1].dealer if match.winners else match.dealer,
        phase=_PHASES.get(type(state), Phase.LEADING),
        turn=None,
        seats=tuple([SeatView(variant.side(seat), 0, 0, total) for seat, total in enumerate(match.totals)]),
        most=variant.most_drawn,
        sheets=match.sheets,
        winners=match.winners if over else (),
        hands=match.past if over else (),
    )


def _seats(match: Match, on: InDeal) -> tuple[SeatView, ...]:
    """Return every seat in public, in a deal or after it."""
    takers: Sequence[Seat] = on.takers if isinstance(on, Playing) else ()
    drawn: Sequence[Turn] = on.drawn if isinstance(on, Exchanged) else ()
    done = on.done if isinstance(on, Exchanged) else 0
    players = match.variant.players
    dealer = on.match.dealer
    return tuple(
        [
            SeatView(
                side=match.variant.side(seat),
                cards=0 if isinstance(on, Bidding) and on.turn is None else len(hand),
                tricks=takers.count(Seat(seat)),
                total=match.totals[seat],
                drawn=sum(turn.seat == seat for turn in drawn) if (seat - dealer - 1) % players < done else None,
            )
            for seat, hand in enumerate(on.hands)
        ]
    )


def _trick(plays: Sequence[Played], taker: Seat | None) -> Trick:
    return Trick(tuple([Turn(play.seat, play.card) for play in plays]), taker)


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""
