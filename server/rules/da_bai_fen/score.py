"""The score of a deal (rules, section 5)."""

from typing import Final

from protocol.da_bai_fen.events import DealSheet, Ending
from protocol.da_bai_fen.order import PACK, count
from protocol.vocabulary import Seat
from server.rules.da_bai_fen.state import LOST, Annulled, Playing
from server.rules.da_bai_fen.variant import PLAYERS, Variant, WinAs, side_of

ALL: Final = count(PACK)
"""What all cards count."""

_RISES: Final = ((80, 1), (100, 2))


def opponents_points(state: Playing) -> int:
    """Return what the cards count that the declarers' opponents have won, without those laid aside."""
    won = [trick for trick in state.tricks if trick.taker is not None and state.opponents(trick.taker)]
    return sum([count(turn.cards) for trick in won for turn in trick.turns])


def make_sheet(state: Playing | Annulled) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    deal = state.deal
    took = final_points(state) if isinstance(state, Playing) else 0
    points = _points(state, took) if isinstance(state, Playing) else (0,) * PLAYERS
    return DealSheet(
        dealer=deal.match.dealer,
        ending=_ending(state),
        leader=state.leader,
        rank=state.trumps.rank,
        trump=state.trumps.suit,
        tricks=_tricks(state),
        took=took,
        points=points,
        totals=tuple([total + rise for total, rise in zip(deal.match.totals, points, strict=True)]),
        culprit=state.failed if isinstance(state, Playing) else state.claimer,
        buried=state.buried,
        commitment=deal.commitment,
        seed=deal.seed,
    )


def _ending(state: Playing | Annulled) -> Ending:
    if isinstance(state, Annulled):
        return Ending.ANNULLED
    return Ending.PLAYED if state.failed is None else Ending.REVOKED


def _tricks(state: Playing | Annulled) -> tuple[int, ...]:
    takers = [trick.taker for trick in state.tricks] if isinstance(state, Playing) else []
    return tuple([takers.count(Seat(seat)) for seat in range(PLAYERS)])


def final_points(state: Playing) -> int:
    """Return the points of the declarers' opponents: cards laid aside count double if they took the last trick.

    After a lead that failed, the other side has every trick.
    """
    aside = count(state.buried)
    if state.failed is not None:
        return 0 if state.opponents(state.failed) else ALL + aside
    last = state.tricks[-1].taker
    assert last is not None
    return opponents_points(state) + (2 * aside if state.opponents(last) else 0)


def rises(points: int) -> tuple[int, int]:
    """Return how many levels the declarers and their opponents rise when the opponents have so many points."""
    if points < LOST:
        return (1 if points else 2, 0)
    return 0, max([rise for least, rise in _RISES if points >= least], default=0)


def _points(state: Playing, took: int) -> tuple[int, ...]:
    """Return how many levels each seat's side rises."""
    declarers, opponents = rises(took)
    totals, variant = state.match.totals, state.variant
    return tuple(
        [
            _rise(variant, totals[seat], opponents, WinAs.ANY)
            if side_of(seat) != side_of(state.leader)
            else _rise(variant, totals[seat], declarers, WinAs.DECLARERS)
            for seat in range(PLAYERS)
        ]
    )


def _rise(variant: Variant, total: int, levels: int, role: WinAs) -> int:
    """Return how far a side rises: one past the last level at the most, or to the last one where it has to stop."""
    last = variant.target - 1
    held = total < last and variant.stop_at_last
    barred = role is WinAs.ANY and variant.win_as is WinAs.DECLARERS
    return min(levels, (last if held or barred else variant.target) - total)
