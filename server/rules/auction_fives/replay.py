"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from protocol.auction_fives.actions import read_action
from protocol.auction_fives.events import DealEnded, Dealt
from protocol.cards import Card
from protocol.language import N_
from protocol.setup import Setup
from server.rules.auction_fives.decide import decide
from server.rules.auction_fives.evolve import evolve
from server.rules.auction_fives.options import HAND, OPTIONS, PACK, read_variant
from server.rules.auction_fives.record import DealRecord, Record
from server.rules.auction_fives.state import Dealing, Ended, Match, State
from server.rules.game import Moment
from server.rules.places import order_of
from server.rules.records import check_form, compare, first_dealer
from server.rules.replay import DealReplay, GameReplay, check_hands


def replay(record: Record) -> Iterator[Moment[State]]:
    """Replay a record; each deal, each action, and the score of each deal is one moment.

    Raises:
        RecordFault: the record breaks the rules, when the fault is reached; deal and action are named, counted from 1.
    """
    setup = Setup(record.game, record.players, record.options)
    check_form(setup, record.names, OPTIONS.differing)
    dealer = record.deals[0].dealer if record.deals else 0
    return _GAME.replay(record, Dealing(Match(read_variant(setup), first_dealer(dealer, record.players))))


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


_GAME: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or other cards are left"),
    _check_sheet,
)
