"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from protocol.cards import Card
from protocol.language import sentence
from protocol.roque.actions import read_action
from protocol.roque.events import DealEnded, Dealt
from protocol.setup import Setup
from server.rules.deck import shuffle
from server.rules.game import CHANCE, Moment, Shuffled
from server.rules.places import order_of
from server.rules.records import DealReplay, RecordFault, check_form, compare, first_dealer, read_seeds
from server.rules.roque.decide import decide
from server.rules.roque.evolve import evolve
from server.rules.roque.options import OPTIONS
from server.rules.roque.record import DealRecord, Record
from server.rules.roque.state import Dealing, Ended, Match, State
from server.rules.roque.variant import read_variant

_DEALS: Final = DealReplay[State](decide, evolve, read_action, DealEnded)


def replay(record: Record) -> Iterator[Moment[State]]:
    """Replay a record; each deal, each action, and the score of each deal is one moment.

    Raises:
        RecordFault: the record breaks the rules, when the fault is reached; deal and action are named, counted from 1.
    """
    setup = Setup(record.game, record.players, record.options)
    check_form(setup, record.names, OPTIONS[record.game].differing)
    dealer = record.deals[0].dealer if record.deals else 0
    state: State = Dealing(Match(read_variant(record.game, setup), first_dealer(dealer, record.players)))
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
    if seed is not None and _dealt(state, order) != _dealt(state, shuffle(seed, len(order))):
        raise RecordFault(sentence("hands: the seed gives other ones, or another widow"))
    after: State = state
    for moment in _DEALS.play(state, order, seed, deal.actions):
        after = moment.state
        yield moment
    assert isinstance(after, Dealing | Ended)
    _check_sheet(deal, after.match)


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands and this widow."""
    variant = match.variant
    if len(deal.hands) != variant.players:
        raise RecordFault(sentence("hands: {hands} for {seats} seats", hands=len(deal.hands), seats=variant.players))
    for seat, hand in enumerate(deal.hands):
        if len(hand) != variant.hand:
            why = "hands: seat {seat} has {cards} cards, and {dealt} are dealt"
            raise RecordFault(sentence(why, seat=seat, cards=len(hand), dealt=variant.hand))
    compare("widow", len(deal.widow), variant.widow)
    seats = [(match.dealer - step) % variant.players for step in range(1, variant.players + 1)]
    starts = range(0, variant.hand, variant.batch)
    texts = [text for start in starts for seat in seats for text in deal.hands[seat][start : start + variant.batch]]
    return order_of(variant.pack, [*texts, *deal.widow])


def _dealt(state: State, order: tuple[int, ...]) -> tuple[list[Counter[Card]], Counter[Card]]:
    """Return what an order deals; a record may list the cards of a hand in any order."""
    (dealt,) = decide(state, CHANCE, Shuffled(order))
    assert isinstance(dealt, Dealt)
    return [Counter(hand) for hand in dealt.hands], Counter(dealt.widow)


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("took", deal.took, sheet.took)
    compare("scores", deal.scores, sheet.points)
