"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from protocol.cards import Card, InvalidCard, read_card
from protocol.fives.actions import read_action
from protocol.fives.events import DealEnded, Dealt
from protocol.language import sentence
from protocol.setup import Setup
from server.rules.deck import shuffle
from server.rules.fives.decide import decide
from server.rules.fives.evolve import evolve
from server.rules.fives.options import OPTIONS
from server.rules.fives.record import DealRecord, Record
from server.rules.fives.score import final_chips
from server.rules.fives.state import Dealing, Ended, Match, State
from server.rules.fives.variant import HAND, read_variant
from server.rules.game import CHANCE, Moment, Shuffled
from server.rules.records import (
    DealReplay,
    RecordFault,
    check_form,
    compare,
    first_dealer,
    read_seeds,
)

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
    match = state.match
    compare("totals", record.totals, match.totals)
    compare("complete", record.complete, isinstance(state, Ended))
    compare("chips", record.chips, (isinstance(state, Ended) and final_chips(match)) or None)


def _play(state: State, deal: DealRecord, seed: bytes | None) -> Iterator[Moment[State]]:
    """Yield the moments of a deal, or raise the fault in it."""
    if not isinstance(state, Dealing):
        raise RecordFault(sentence("the game was over before this deal"))
    compare("dealer", deal.dealer, state.match.dealer)
    order = _order(state.match, deal)
    if seed is not None:
        _check_seed(state, order, seed)
    after: State = state
    for moment in _DEALS.play(state, order, seed, deal.actions):
        after = moment.state
        yield moment
    assert isinstance(after, Dealing | Ended)
    _check_sheet(deal, after.match)


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands and turns up these cards."""
    variant = match.variant
    if len(deal.hands) != variant.players:
        raise RecordFault(sentence("hands: {hands} for {seats} seats", hands=len(deal.hands), seats=variant.players))
    if len(deal.turned) != 1 + (deal.turned[:1] == ("JK",)):
        raise RecordFault(sentence("turned: one card is turned up, and after the Joker one more"))
    for seat, hand in enumerate(deal.hands):
        if len(hand) != HAND:
            raise RecordFault(
                sentence(
                    "hands: seat {seat} has {cards} cards, and {dealt} are dealt",
                    seat=seat,
                    cards=len(hand),
                    dealt=HAND,
                )
            )
    seats = [(match.dealer + step) % variant.players for step in range(1, variant.players + 1)]
    texts = [text for seat in seats for text in deal.hands[seat][:2]]
    texts += [text for seat in seats for text in deal.hands[seat][2:]]
    free = {card: place for place, card in enumerate(variant.pack)}
    order = [_take(free, text) for text in (*texts, *deal.turned)]
    return (*order, *free.values())


def _take(free: dict[Card, int], text: str) -> int:
    try:
        place = free.pop(read_card(text), None)
    except InvalidCard as fault:
        raise RecordFault(f"hands: {fault}") from None
    if place is None:
        raise RecordFault(sentence("hands: the pack has no {card}, or not as often", card=text))
    return place


def _check_seed(state: State, order: tuple[int, ...], seed: bytes) -> None:
    """Check that the seed gives these cards; a record may list a hand in any order."""
    if _dealt(state, order) != _dealt(state, shuffle(seed, len(order))):
        raise RecordFault(sentence("hands: the seed gives other ones, or another card is turned up"))


def _dealt(state: State, order: tuple[int, ...]) -> tuple[list[Counter[Card]], Card, Card | None]:
    (dealt,) = decide(state, CHANCE, Shuffled(order))
    assert isinstance(dealt, Dealt)
    return [Counter(hand) for hand in dealt.hands], dealt.turn_up, dealt.next_up


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("scores", deal.scores, sheet.points)
    compare("best", deal.best, None if sheet.best is None else (int(sheet.best.seat), sheet.best.card.text))
