"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from typing import Final

from protocol.bete.actions import read_action
from protocol.bete.events import DealEnded, Dealt
from protocol.bete.order import HAND, PACK
from protocol.cards import Card
from protocol.language import N_
from server.rules.bete.decide import decide
from server.rules.bete.evolve import evolve
from server.rules.bete.record import DealRecord
from server.rules.bete.state import Dealing, Ended, Match, State
from server.rules.records import compare
from server.rules.replay import DealReplay, GameReplay, check_hands, order_of


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands and turns up this card."""
    players = match.variant.players
    check_hands(deal, players, HAND)
    seats = [match.after(match.dealer, steps) for steps in range(1, players + 1)]
    twos = [text for seat in seats for text in deal.hands[seat][:2]]
    threes = [text for seat in seats for text in deal.hands[seat][2:]]
    return order_of(PACK, [*twos, *threes, deal.turned])


def _dealt(dealt: Dealt) -> tuple[list[Counter[Card]], Card]:
    """Return what a seed has to give; a record may list the cards of a hand in any order."""
    return [Counter(hand) for hand in dealt.hands], dealt.turn_up


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("scores", deal.scores, sheet.points)
    compare("pool", deal.pool, sheet.pool)


REPLAY: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or another card is turned up"),
    _check_sheet,
)
"""How records are played again."""
