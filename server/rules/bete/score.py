"""What a deal of Bête brings and costs (rules, section 4), and what becomes of the pool at the end of the game."""

from collections.abc import Sequence

from protocol.bete.events import DealSheet, Ending
from protocol.bete.order import HAND
from protocol.cards import Card, Rank
from protocol.vocabulary import Seat
from server.rules.bete.state import Asking, Deal, Playing
from server.rules.bete.variant import AllTricks

STAKE = 1
"""The chips that everybody pays into the pool for each deal, and to the holder of the King of trumps."""

ENOUGH = 3
"""The tricks with which somebody wins the pool."""


def king_holder(deal: Deal) -> Seat | None:
    """Return who was dealt the King of trumps; None if it was turned up, or is among the cards not dealt."""
    king = Card(Rank.KING, deal.trump)
    return next((Seat(seat) for seat, hand in enumerate(deal.dealt) if king in hand), None)


def make_sheet(state: Asking | Playing) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    deal, match, variant = state.deal, state.match, state.variant
    takers: Sequence[Seat] = state.takers if isinstance(state, Playing) else ()
    ending, sweeper = _outcome(state, takers)
    points = _paid(state, ending, sweeper)
    losers = len(state.active) - (sweeper is not None)
    carried = deal.pool * (losers + (sweeper is None))
    totals = [total + chips for total, chips in zip(match.totals, points, strict=True)]
    if match.number == variant.deals:
        totals, carried = _shared_out(totals, carried)
    return DealSheet(
        dealer=match.dealer,
        ending=ending,
        active=tuple(sorted(state.active)),
        tricks=tuple([takers.count(Seat(seat)) for seat in range(variant.players)]),
        pool=deal.pool,
        points=tuple(points),
        totals=tuple(totals),
        carried=carried,
        sweeper=sweeper,
        king=king_holder(deal),
        commitment=deal.commitment,
        seed=deal.seed,
    )


def _paid(state: Asking | Playing, ending: Ending, sweeper: Seat | None) -> list[int]:
    """Return what each seat has won in the deal, less what it has paid."""
    deal, variant = state.deal, state.variant
    king = king_holder(deal)
    points = [-STAKE if king is None else -2 * STAKE] * variant.players
    if king is not None:
        points[king] += STAKE * variant.players
    again = 0
    if ending is Ending.ALL:
        again = deal.pool if variant.all_tricks is AllTricks.POOL else STAKE
    losers = [seat for seat in state.active if seat != sweeper]
    for seat in losers:
        points[seat] -= deal.pool + again
    if sweeper is not None:
        points[sweeper] += deal.pool + again * len(losers)
    return points


def _outcome(state: Asking | Playing, takers: Sequence[Seat]) -> tuple[Ending, Seat | None]:
    """Return how the deal ended, and who has won the pool; only those who take part can."""
    if isinstance(state, Asking):
        return (Ending.ALONE, state.active[0]) if state.active else (Ending.PASSED, None)
    best = max(takers, key=takers.count)
    most = takers.count(best)
    if most < ENOUGH:
        ending, winner = Ending.FIRST_TWO, takers[0] if takers[0] == takers[1] else None
    else:
        ending, winner = Ending.ALL if most == HAND else Ending.MOST, best
    return (ending, winner) if winner in state.active else (Ending.CARRIED, None)


def _shared_out(totals: list[int], left: int) -> tuple[list[int], int]:
    """Return the totals after everybody has had an even share of the pool, and what cannot be shared."""
    share, rest = divmod(left, len(totals))
    return [total + share for total in totals], rest
