"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from protocol.cards import Card
from protocol.da_bai_fen.actions import read_action
from protocol.da_bai_fen.events import DealEnded, Dealt, Ending
from protocol.da_bai_fen.order import PACK
from protocol.language import N_
from protocol.vocabulary import Seat
from server.rules.da_bai_fen.decide import decide
from server.rules.da_bai_fen.evolve import evolve
from server.rules.da_bai_fen.record import DealRecord
from server.rules.da_bai_fen.state import Dealing, Ended, Match, State
from server.rules.da_bai_fen.variant import HAND, PLAYERS, SIX
from server.rules.game import Moment
from server.rules.records import compare
from server.rules.replay import DealReplay, GameReplay, RecordedDeals, check_hands, order_of


def acting(state: State) -> frozenset[Seat]:
    """Return the seats that may act."""
    return state.awaited | state.free


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return the order of the pack in which these cards are drawn."""
    check_hands(deal, PLAYERS, HAND)
    compare("six", len(deal.six), SIX)
    seats = [(match.dealer - step) % PLAYERS for step in range(PLAYERS)]
    drawn = [deal.hands[seat][number] for number in range(HAND) for seat in seats]
    return order_of(PACK, [*drawn, *deal.six])


def _dealt(dealt: Dealt) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Return what a seed has to give: the cards are listed in the order in which they are drawn."""
    return dealt.hands, dealt.six


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("took", deal.took, sheet.took)
    compare("scores", deal.scores, sheet.points)


REPLAY: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded, acting),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or other last cards"),
    _check_sheet,
)
"""How records are played again."""


OLD_LIMIT: Final = 40
"""The limit of deals in a record that names none, if it ends there undecided: once every game had one."""


def replay(record: RecordedDeals[DealRecord], state: State) -> Iterator[Moment[State]]:
    """Return the moments of a record; see ``replay_deals``.

    A complete game that no side has won after as many deals as its limit, annulled ones among them, is of the time when
    40 deals were the usual limit and annulled ones counted.
    """
    variant = state.match.variant
    limit = variant.most_deals or OLD_LIMIT
    if record.complete and len(record.deals) == limit and max(record.totals) < variant.target:
        annulled = any(deal.end == Ending.ANNULLED.value for deal in record.deals)
        old = replace(variant, most_deals=limit, counts_annulled=annulled)
        state = Dealing(replace(state.match, variant=old))
    return REPLAY.replay(record, state)
