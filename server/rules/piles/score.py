"""The score of a deal (rules, section 5)."""

from protocol.piles.events import DealSheet, Ending
from server.rules.piles.state import Playing


def make_sheet(state: Playing, ending: Ending) -> DealSheet:
    """Return the score sheet of a deal that ends in this state: a point for each seat that has gone out."""
    deal, variant = state.deal, state.variant
    points = tuple([int(seat in state.out) for seat in range(variant.players)])
    return DealSheet(
        dealer=deal.dealer,
        ending=ending,
        out=state.out,
        left=tuple([len(hand) + (card is not None) for hand, card in zip(state.hands, state.drawn, strict=True)]),
        taken=state.taken,
        points=points,
        totals=tuple([total + point for total, point in zip(deal.match.totals, points, strict=True)]),
        commitment=deal.commitment,
        seed=deal.seed,
    )
