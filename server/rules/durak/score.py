"""The score of a deal: which side was left with cards."""

from protocol.durak.events import DealSheet
from server.rules.durak.state import Settling
from server.rules.durak.variant import SIDES, side_of


def sides_left(state: Settling) -> list[int]:
    """Return the sides that still have cards; the deal goes on only if it is both."""
    return [side for side in range(SIDES) if any(hand for hand in state.hands[side::SIDES])]


def make_sheet(state: Settling) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    match, last = state.match, state.last
    assert last is not None
    sides = sides_left(state)
    loser = sides[0] if sides else None
    if not sides and state.variant.attackers_first:
        loser = side_of(last.defender)
    players = state.variant.players
    points = tuple([int(loser is not None and side_of(seat) != loser) for seat in range(players)])
    return DealSheet(
        dealer=match.dealer,
        loser=loser,
        cards=tuple(map(len, state.hands)),
        taken=state.taken,
        out=state.out,
        bouts=state.bouts,
        points=points,
        totals=tuple([total + own for total, own in zip(match.totals, points, strict=True)]),
        commitment=state.deal.commitment,
        seed=state.deal.seed,
    )
