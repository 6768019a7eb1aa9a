"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from typing import Final

from protocol.auction_fives.actions import read_action
from protocol.auction_fives.events import DealEnded, Dealt
from protocol.cards import Card
from protocol.language import N_
from server.rules.auction_fives.decide import decide
from server.rules.auction_fives.evolve import evolve
from server.rules.auction_fives.options import HAND, PACK
from server.rules.auction_fives.record import DealRecord
from server.rules.auction_fives.state import Dealing, Ended, Match, State
from server.rules.records import compare
from server.rules.replay import DealReplay, GameReplay, check_hands, order_of


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return the order of the pack that deals these hands, and leaves these cards."""
    variant = match.variant
    check_hands(deal, variant.players, HAND)
    compare("kitty", len(deal.kitty), variant.kitty)
    compare("stock", len(deal.stock), len(PACK) - HAND * variant.players - variant.kitty)
    seats = [(match.dealer + step) % variant.players for step in range(1, variant.players + 1)]
    texts = [text for seat in seats for text in deal.hands[seat][:2]]
    texts += [text for seat in seats for text in deal.hands[seat][2:]]
    return order_of(PACK, (*texts, *deal.kitty, *deal.stock))


def _dealt(dealt: Dealt) -> tuple[list[Counter[Card]], tuple[Card, ...]]:
    """Return what the seed has to give; a record may list a hand and the kitty in any order."""
    return [Counter(hand) for hand in (*dealt.hands, dealt.kitty)], dealt.stock


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("scores", deal.scores, sheet.points)


REPLAY: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or other cards are left"),
    _check_sheet,
)
"""How records are played again."""
