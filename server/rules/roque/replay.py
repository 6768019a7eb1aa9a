"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from typing import Final

from protocol.cards import Card
from protocol.language import N_
from protocol.roque.actions import read_action
from protocol.roque.events import DealEnded, Dealt
from server.rules.records import compare
from server.rules.replay import DealReplay, GameReplay, check_hands, order_of
from server.rules.roque.decide import decide
from server.rules.roque.evolve import evolve
from server.rules.roque.record import DealRecord
from server.rules.roque.state import Dealing, Ended, Match, State


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands and this widow."""
    variant = match.variant
    check_hands(deal, variant.players, variant.hand)
    compare("widow", len(deal.widow), variant.widow)
    seats = [(match.dealer - step) % variant.players for step in range(1, variant.players + 1)]
    starts = range(0, variant.hand, variant.batch)
    texts = [text for start in starts for seat in seats for text in deal.hands[seat][start : start + variant.batch]]
    return order_of(variant.pack, [*texts, *deal.widow])


def _dealt(dealt: Dealt) -> tuple[list[Counter[Card]], Counter[Card]]:
    """Return what a seed has to give; a record may list the cards of a hand in any order."""
    return [Counter(hand) for hand in dealt.hands], Counter(dealt.widow)


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("took", deal.took, sheet.took)
    compare("scores", deal.scores, sheet.points)


REPLAY: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or another widow"),
    _check_sheet,
)
"""How records are played again."""
