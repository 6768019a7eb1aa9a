"""The view of a state and of an event for a viewer: the one place that decides what is hidden."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from protocol.fives.events import Dealt, JokerTaken, Played, Robbed
from protocol.fives.views import Claim, FivesView, Phase, SeatView, Spoil, Trick, Turn
from protocol.vocabulary import Event, Seat
from server.rules.fives.legal import legal
from server.rules.fives.pool import carried, payment, pools_taken
from server.rules.fives.score import chips, final_chips, pool
from server.rules.fives.state import Dealing, Ended, Exchanging, InDeal, Match, Offering, Playing, State, open_deal
from server.rules.game import Lately

_PHASES: Final = {Exchanging: Phase.EXCHANGING, Offering: Phase.OFFERING}


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without others' cards, the seed, and the card under the turn-up."""
    if isinstance(event, Dealt):
        hands = tuple([hand if holder == seat else () for holder, hand in enumerate(event.hands)])
        return replace(event, hands=hands, next_up=None, seed=None)
    if isinstance(event, JokerTaken | Robbed) and event.seat != seat:
        return replace(event, discard=None)
    return event


def view(state: State, seat: Seat | None) -> FivesView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    discards = tuple([turn.card for turn in state.aside if turn.seat == seat])
    return replace(seen, viewer=seat, hand=state.hands[seat], discards=discards, legal=legal(state, seat))


def reveal(state: State) -> FivesView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> FivesView:
    """Return all that everybody may know of the state."""
    if isinstance(state, Playing):
        return _playing(state)
    if isinstance(state, Exchanging | Offering):
        seen = _view(state.match, _PHASES[type(state)], state.turn, _seats(state))
        turned = state.deal.turned if isinstance(state, Offering) else state.deal.turned[:1]
        return replace(seen, trump=turned[-1].suit, turn_up=turned[-1], commitment=state.deal.commitment)
    return _between(state)


def _playing(state: Playing) -> FivesView:
    phase = Phase.FOLLOWING if state.table else Phase.LEADING
    seen = _view(state.match, phase if state.chooser is None else Phase.JINKING, state.turn, _seats(state))
    return replace(_with_cards(seen, state), commitment=state.deal.commitment)


def _with_cards(seen: FivesView, state: Playing) -> FivesView:
    """Add to a view what has been played in a deal."""
    table = state.table
    return replace(
        seen,
        trump=state.trump,
        turn_up=state.turn_up,
        claim=state.claim,
        robber=state.robber,
        low_ace=state.variant.low_ace and state.claim is Claim.LAPSED,
        trick=_trick(table, table[state.order.taker([play.card for play in table])].seat if table else None),
        last_trick=_last_trick(state),
        gone=tuple([play.card for play in state.plays[: len(state.plays) - len(table)]]),
        best=state.best,
        spoil=None if seen.spoil is None else replace(seen.spoil, jinker=state.jinker, barred=state.shut),
    )


def _between(state: Dealing | Ended) -> FivesView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table, hands open."""
    match, variant, ended = state.match, state.match.variant, state.ended
    takers: Sequence[Seat] = ended.takers if ended is not None else ()
    left = ended.hands if ended is not None else ((),) * variant.players
    over = isinstance(state, Ended)
    held = (final_chips(match) if over else chips(match, len(match.sheets))) or (None,) * variant.players
    seats = [
        SeatView(variant.side(seat), len(left[seat]), takers.count(Seat(seat)), total, held[seat])
        for seat, total in enumerate(match.totals)
    ]
    seen = _view(match, Phase.OVER if over else Phase.DEALING, None, tuple(seats))
    if ended is not None:
        seen = replace(_with_cards(seen, ended), left=left)
    return replace(seen, winners=match.winners, hands=match.past) if over else seen


def _view(match: Match, phase: Phase, turn: Seat | None, seats: tuple[SeatView, ...]) -> FivesView:
    """Return the parts common to the views of every phase."""
    variant = match.variant
    return FivesView(
        viewer=None,
        game=variant.game,
        target=variant.target,
        sides=variant.sides,
        joker=variant.joker,
        deal=len(match.sheets) if match.winners else match.number,
        dealer=match.sheets[-1].dealer if match.winners else match.dealer,
        phase=phase,
        turn=turn,
        seats=seats,
        pool=_pool(match, phase) if variant.pool else None,
        spoil=_spoil(match),
        sheets=match.sheets,
    )


def _pool(match: Match, phase: Phase) -> int:
    """Return the chips in the pool."""
    if phase is Phase.OVER:
        return 0
    if match.variant.spoil is not None:
        return carried(match.sheets) if phase is Phase.DEALING else pool(match)
    return match.variant.players * (len(match.sheets) + (phase is not Phase.DEALING))


def _spoil(match: Match) -> Spoil | None:
    spoil = match.variant.spoil
    if spoil is None:
        return None
    return Spoil(spoil.needed, pools_taken(match.sheets), payment(spoil, match.sheets))


def _seats(state: InDeal) -> tuple[SeatView, ...]:
    variant, match = state.variant, state.match
    scores = state.scores if isinstance(state, Playing) else match.totals
    staked = payment(variant.spoil, match.sheets) if variant.spoil is not None else 0
    takers: Sequence[Seat] = state.takers if isinstance(state, Playing) else ()
    held = chips(match, match.number) or (None,) * variant.players
    return tuple(
        [
            SeatView(
                side=variant.side(seat),
                cards=len(hand),
                tricks=takers.count(Seat(seat)),
                total=scores[variant.side(seat)] - staked,
                chips=held[seat],
            )
            for seat, hand in enumerate(state.hands)
        ]
    )


def _last_trick(state: Playing) -> Trick | None:
    taken, players = len(state.takers), state.variant.players
    return _trick(state.plays[players * (taken - 1) : players * taken], state.takers[-1]) if taken else None


def _trick(plays: Sequence[Played], taker: Seat | None) -> Trick:
    return Trick(tuple([Turn(play.seat, play.card) for play in plays]), taker)


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""
