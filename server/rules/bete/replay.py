"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from protocol.bete.actions import read_action
from protocol.bete.events import DealEnded, Dealt
from protocol.bete.order import HAND, PACK
from protocol.cards import Card
from protocol.language import sentence
from protocol.setup import Setup
from server.rules.bete.decide import decide
from server.rules.bete.evolve import evolve
from server.rules.bete.options import OPTIONS
from server.rules.bete.record import DealRecord, Record
from server.rules.bete.state import Dealing, Ended, Match, State
from server.rules.bete.variant import read_variant
from server.rules.deck import shuffle
from server.rules.game import CHANCE, Moment, Shuffled
from server.rules.places import order_of
from server.rules.records import DealReplay, RecordFault, check_form, compare, first_dealer, read_seeds

_DEALS: Final = DealReplay[State](decide, evolve, read_action, DealEnded)


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
    if seed is not None and _dealt(state, order) != _dealt(state, shuffle(seed, len(order))):
        raise RecordFault(sentence("hands: the seed gives other ones, or another card is turned up"))
    after: State = state
    for moment in _DEALS.play(state, order, seed, deal.actions):
        after = moment.state
        yield moment
    assert isinstance(after, Dealing | Ended)
    _check_sheet(deal, after.match)


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands and turns up this card."""
    players = match.variant.players
    if len(deal.hands) != players:
        raise RecordFault(sentence("hands: {hands} for {seats} seats", hands=len(deal.hands), seats=players))
    for seat, hand in enumerate(deal.hands):
        if len(hand) != HAND:
            why = "hands: seat {seat} has {cards} cards, and {dealt} are dealt"
            raise RecordFault(sentence(why, seat=seat, cards=len(hand), dealt=HAND))
    seats = [match.after(match.dealer, steps) for steps in range(1, players + 1)]
    twos = [text for seat in seats for text in deal.hands[seat][:2]]
    threes = [text for seat in seats for text in deal.hands[seat][2:]]
    return order_of(PACK, [*twos, *threes, deal.turned])


def _dealt(state: State, order: tuple[int, ...]) -> tuple[list[Counter[Card]], Card]:
    """Return what an order deals; a record may list the cards of a hand in any order."""
    (dealt,) = decide(state, CHANCE, Shuffled(order))
    assert isinstance(dealt, Dealt)
    return [Counter(hand) for hand in dealt.hands], dealt.turn_up


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("scores", deal.scores, sheet.points)
    compare("pool", deal.pool, sheet.pool)
