"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from protocol.cards import Card, InvalidCard, read_card
from protocol.durak.actions import read_action
from protocol.durak.events import DealEnded, Dealt
from protocol.durak.pack import PACK
from protocol.language import sentence
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.rules.deck import shuffle
from server.rules.durak.asking import asked
from server.rules.durak.decide import decide
from server.rules.durak.evolve import evolve
from server.rules.durak.options import OPTIONS
from server.rules.durak.record import DealRecord, Record
from server.rules.durak.state import Dealing, Ended, Match, State
from server.rules.durak.variant import HAND, read_variant
from server.rules.game import CHANCE, Moment, Shuffled
from server.rules.records import DealReplay, RecordFault, check_form, compare, first_dealer, read_seeds


def _acting(state: State) -> frozenset[Seat]:
    """Return the seats that may act."""
    there = asked(state)
    return there.asked | there.free


_DEALS: Final = DealReplay[State](decide, evolve, read_action, DealEnded, _acting)


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
    """Return an order of the pack that deals these hands, turns up this card and leaves this stock."""
    players = match.variant.players
    if len(deal.hands) != players:
        raise RecordFault(sentence("hands: {hands} for {seats} seats", hands=len(deal.hands), seats=players))
    for seat, hand in enumerate(deal.hands):
        if len(hand) != HAND:
            why = "hands: seat {seat} has {cards} cards, and {dealt} are dealt"
            raise RecordFault(sentence(why, seat=seat, cards=len(hand), dealt=HAND))
    if len(deal.stock) != len(PACK) - players * HAND:
        why = "stock: {cards} cards, and {left} are left after the deal"
        raise RecordFault(sentence(why, cards=len(deal.stock), left=len(PACK) - players * HAND))
    hands = _with_turned_last(deal, match.dealer)
    turns = [hands[(match.dealer + step) % players] for step in range(1, players + 1)]
    texts = [hand[turn] for turn in range(HAND) for hand in turns]
    free = {card: place for place, card in enumerate(PACK)}
    return tuple([_take(free, text) for text in (*texts, *deal.stock[-1:], *deal.stock[:-1])])


def _with_turned_last(deal: DealRecord, dealer: int) -> list[list[str]]:
    """Return the hands, with the card that shows trumps as the dealer's last one if there is no stock."""
    hands = [list(hand) for hand in deal.hands]
    if deal.stock:
        compare("turned", deal.turned, deal.stock[-1])
        return hands
    if deal.turned not in hands[dealer]:
        raise RecordFault(sentence("turned: the dealer was not dealt {card}", card=deal.turned))
    hands[dealer].remove(deal.turned)
    hands[dealer].append(deal.turned)
    return hands


def _take(free: dict[Card, int], text: str) -> int:
    try:
        place = free.pop(read_card(text), None)
    except InvalidCard as fault:
        raise RecordFault(f"hands: {fault}") from None
    if place is None:
        raise RecordFault(sentence("hands: the pack has no {card}, or not as often", card=text))
    return place


def _dealt(state: State, order: tuple[int, ...]) -> tuple[list[Counter[Card]], Card, tuple[Card, ...]]:
    """Return what an order deals; a record may list a hand in any order."""
    dealt, *_begun = decide(state, CHANCE, Shuffled(order))
    assert isinstance(dealt, Dealt)
    return [Counter(hand) for hand in dealt.hands], dealt.turn_up, dealt.stock


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, "draw" if sheet.loser is None else "lost")
    compare("left", deal.left, sheet.cards)
    compare("taken", deal.taken, sheet.taken)
    compare("scores", deal.scores, sheet.points)
