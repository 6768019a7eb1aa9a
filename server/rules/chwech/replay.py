"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.kit.deck import shuffle
from protocol.cards import Card, InvalidCard, read_card
from protocol.chwech.actions import read_action
from protocol.chwech.events import DealEnded, DealSheet, Dealt
from protocol.language import N_, Sentence, sentence
from server.rules.chwech.decide import decide
from server.rules.chwech.evolve import evolve
from server.rules.chwech.options import differing, read_variant
from server.rules.chwech.pack import HAND, each_place
from server.rules.chwech.record import DealRecord, GameRecord
from server.rules.chwech.rulebook import Rulebook, rulebook
from server.rules.chwech.state import Dealing, Ended, Match, State, match_of
from server.rules.chwech.turned import sets_of
from server.rules.duplicate import DUPLICATE_VERSION, deal_seeds
from server.rules.game import CHANCE, IllegalAction, Moment, Shuffled
from server.rules.records import (
    RecordFault,
    check_form,
    compare,
    first_dealer,
    read_seeds,
)
from server.rules.replay import DealReplay

_DEALS: Final = DealReplay[State](decide, evolve, read_action, DealEnded)


def replay(record: GameRecord) -> Iterator[Moment[State]]:
    """Yield every moment of a record: each deal, each action, and the score of each deal.

    Raises:
        RecordFault: the record breaks the rules; the deal and the action are named, counted from 1.
    """
    setup = record.setup()
    check_form(setup, record.names, differing)
    if list(record.hinted) != sorted({*record.hinted} & {*range(setup.players)}):
        raise RecordFault(sentence("hinted: write each seat once, in order"))
    dealer = record.deals[0].dealer if record.deals else 0
    state: State = Dealing(Match(rulebook(read_variant(setup)), first_dealer(dealer, record.players)))
    seeds = _seeds(record, match_of(state))
    for number, deal in enumerate(record.deals, start=1):
        if isinstance(state, Ended):
            raise RecordFault(_over_after(number - 1), number)
        try:
            for moment in _play(state, deal, seeds[number - 1]):
                state = moment.state
                yield moment
        except RecordFault as fault:
            raise RecordFault(fault.why, number, fault.action) from None
    match = match_of(state)
    compare("totals", record.totals, match.totals)
    if record.complete != isinstance(state, Ended):
        deals = match.book.variant.deals
        said, right = ("true", "false") if record.complete else ("false", "true")
        why = N_("complete: {said} is said, and with {number} of {deals} deals it is {right}")
        raise RecordFault(sentence(why, said=said, number=len(record.deals), deals=deals, right=right))


class _Seeds(NamedTuple):
    """What decides one deal, as far as a record says it."""

    told: bytes | None = None
    """What was told and committed to."""

    shuffled: bytes | None = None
    """What the pack was shuffled with."""


def _seeds(record: GameRecord, match: Match) -> Sequence[_Seeds]:
    """Return the seeds of each deal; a duplicate game has a single one, from which those of its deals follow."""
    deals = len(record.deals)
    if not match.book.variant.duplicate:
        seeds = read_seeds(record.seed, record.commitment, deals)
        return [_Seeds(seed, seed) for seed in seeds] if seeds else [_Seeds()] * deals
    known = read_seeds(record.seed, record.commitment, min(deals, 1), DUPLICATE_VERSION)
    if not known:
        return [_Seeds()] * deals
    return [_Seeds(known[0], seed) for seed in deal_seeds(known[0], match.players, sets_of(match))]


def _over_after(deals: int) -> Sentence:
    if deals == 1:
        return sentence("the game is over after one deal")
    return sentence("the game is over after {deals} deals", deals=deals)


def _play(state: State, deal: DealRecord, seeds: _Seeds) -> Iterator[Moment[State]]:
    match = match_of(state)
    compare("dealer", deal.dealer, match.dealer)
    order = _order(match, deal.hands)
    _check_hands(state, order, seeds.shuffled)
    for moment in _DEALS.play(state, order, seeds.told, deal.actions):
        state = moment.state
        yield moment
    _check_sheet(deal, match_of(state).sheets[-1])


def _order(match: Match, hands: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    if len(hands) != match.players:
        raise RecordFault(sentence("hands: {hands} for {seats} seats", hands=len(hands), seats=match.players))
    free = {card: list(each_place(places)) for card, places in match.book.pack.copies.items()}
    order = [0] * len(match.book.pack.cards)
    for seat, hand in enumerate(hands):
        if len(hand) != HAND:
            why = N_("hands: seat {seat} has {cards} cards, and {dealt} are dealt")
            raise RecordFault(sentence(why, seat=seat, cards=len(hand), dealt=HAND))
        first = (seat - match.dealer - 1) % match.players
        order[first :: match.players] = [_take(free, _card(text), match.book) for text in hand]
    return tuple(order)


def _card(text: str) -> Card:
    try:
        return read_card(text)
    except InvalidCard as fault:
        raise RecordFault(f"hands: {fault}") from None


def _take(free: dict[Card, list[int]], card: Card, book: Rulebook) -> int:
    if not free.get(card):
        copies = book.pack.copies.get(card, 0).bit_count()
        why = N_("hands: more {card} than the pack has, which is {copies}")
        raise RecordFault(sentence(why, card=card, copies=copies))
    return free[card].pop()


def _check_hands(state: State, order: tuple[int, ...], seed: bytes | None) -> None:
    """Check that these hands may be dealt, and that the seed gives them; a record may list a hand in any order."""
    try:
        hands = _hands(state, order)
    except IllegalAction as fault:
        raise RecordFault(str(fault)) from None
    if seed is not None and hands != _hands(state, shuffle(seed, len(order))):
        raise RecordFault(sentence("hands: the seed gives other ones"))


def _hands(state: State, order: tuple[int, ...]) -> list[Counter[Card]]:
    (dealt,) = decide(state, CHANCE, Shuffled(order))
    assert isinstance(dealt, Dealt)
    return [Counter(hand) for hand in dealt.hands]


def _check_sheet(deal: DealRecord, sheet: DealSheet) -> None:
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.won)
    compare("left", deal.left, sheet.left)
    compare("scores", deal.scores, sheet.scores)
