"""The score of a deal: cards played out times a factor from the cards won (rules, section 3)."""

from protocol.chwech.events import DealSheet, Ending
from server.rules.chwech.pack import HAND
from server.rules.chwech.state import InDeal


def factor(won: int) -> int:
    """Return nine for a multiple of nine cards won (0 included), otherwise the cards won beyond such a multiple."""
    return won % 9 or 9


def score(left: int, won: int) -> int:
    """Return the score of a seat with ``left`` cards in hand and ``won`` cards in its pile."""
    return (HAND - left) * factor(won)


def make_sheet(state: InDeal, ending: Ending) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    match = state.deal.match
    won = tuple(pile.bit_count() for pile in state.piles)
    left = tuple(hand.bit_count() for hand in state.hands)
    scores = tuple(score(cards, taken) for cards, taken in zip(left, won, strict=True))
    return DealSheet(
        dealer=match.dealer,
        ending=ending,
        won=won,
        left=left,
        factors=tuple(factor(taken) for taken in won),
        scores=scores,
        totals=tuple(old + new for old, new in zip(match.totals, scores, strict=True)),
        commitment=state.deal.commitment,
        seed=state.deal.seed,
    )
