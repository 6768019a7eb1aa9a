"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections.abc import Iterator
from typing import Final

from protocol.da_bai_fen.actions import read_action
from protocol.da_bai_fen.events import DealEnded
from protocol.da_bai_fen.order import PACK
from protocol.language import sentence
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.rules.da_bai_fen.decide import decide
from server.rules.da_bai_fen.evolve import evolve
from server.rules.da_bai_fen.options import OPTIONS
from server.rules.da_bai_fen.record import DealRecord, Record
from server.rules.da_bai_fen.state import Dealing, Ended, Match, State
from server.rules.da_bai_fen.variant import HAND, PLAYERS, SIX, read_variant
from server.rules.deck import shuffle
from server.rules.game import Moment
from server.rules.places import order_of
from server.rules.records import DealReplay, RecordFault, check_form, compare, first_dealer, read_seeds


def acting(state: State) -> frozenset[Seat]:
    """Return the seats that may act."""
    return state.awaited | state.free


_DEALS: Final = DealReplay[State](decide, evolve, read_action, DealEnded, acting)


def replay(record: Record) -> Iterator[Moment[State]]:
    """Replay a record; each deal, each action, and the score of each deal is one moment.

    Raises:
        RecordFault: the record breaks the rules, when the fault is reached; deal and action are named, counted from 1.
    """
    setup = Setup(record.game, record.players, record.options)
    check_form(setup, record.names, OPTIONS.differing)
    dealer = record.deals[0].dealer if record.deals else 0
    state: State = Dealing(Match(read_variant(setup), first_dealer(dealer, record.players)))
    seeds = read_seeds(record.seed, record.commitment, len(record.deals))
    for number, deal in enumerate(record.deals, start=1):
        try:
            for moment in _play(state, deal, seeds[number - 1] if seeds else None):
                state = moment.state
                yield moment
        except RecordFault as fault:
            raise RecordFault(fault.why, number, fault.action) from None
    assert isinstance(state, Dealing | Ended)
    compare("totals", record.totals, state.match.totals)
    compare("complete", record.complete, isinstance(state, Ended))


def _play(state: State, deal: DealRecord, seed: bytes | None) -> Iterator[Moment[State]]:
    """Yield the moments of a deal, or raise the fault in it."""
    if not isinstance(state, Dealing):
        raise RecordFault(sentence("the game was over before this deal"))
    compare("dealer", deal.dealer, state.match.dealer)
    order = _order(state.match, deal)
    if seed is not None and order != shuffle(seed, len(order)):
        raise RecordFault(sentence("hands: the seed gives other ones, or other last cards"))
    after: State = state
    for moment in _DEALS.play(state, order, seed, deal.actions):
        after = moment.state
        yield moment
    assert isinstance(after, Dealing | Ended)
    _check_sheet(deal, after.match)


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return the order of the pack in which these cards are drawn."""
    if len(deal.hands) != PLAYERS:
        raise RecordFault(sentence("hands: {hands} for {seats} seats", hands=len(deal.hands), seats=PLAYERS))
    for seat, hand in enumerate(deal.hands):
        if len(hand) != HAND:
            why = "hands: seat {seat} has {cards} cards, and {dealt} are dealt"
            raise RecordFault(sentence(why, seat=seat, cards=len(hand), dealt=HAND))
    compare("six", len(deal.six), SIX)
    seats = [(match.dealer - step) % PLAYERS for step in range(PLAYERS)]
    drawn = [deal.hands[seat][number] for number in range(HAND) for seat in seats]
    return order_of(PACK, [*drawn, *deal.six])


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("took", deal.took, sheet.took)
    compare("scores", deal.scores, sheet.points)
