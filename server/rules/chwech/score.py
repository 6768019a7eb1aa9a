"""The score of a deal: cards played out times a factor from the cards won (rules, section 3)."""

from protocol.chwech.events import DealSheet, Ending
from server.rules.chwech.pack import HAND
from server.rules.chwech.state import InDeal


def factor(won: int) -> int:
    """Give nine for a multiple of nine cards won, none included, else the cards beyond such a multiple."""
    return won % 9 or 9


def score(left: int, won: int) -> int:
    """Give the score of a seat that has so many cards left and won."""
    return (HAND - left) * factor(won)


def make_sheet(state: InDeal, ending: Ending) -> DealSheet:
    """Give the sheet of a deal that ends in this state."""
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
