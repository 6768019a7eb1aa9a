"""The replay of a record: it is played by the rules, moment by moment, and everything it says is verified."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.kit.deck import shuffle
from protocol.cards import Card
from protocol.language import sentence
from protocol.piles.actions import NameSide, NameTrump, read_action
from protocol.piles.events import DealEnded, Dealt
from protocol.vocabulary import Event, InvalidAction
from server.rules.game import Moment
from server.rules.piles.deal import places_in_packets
from server.rules.piles.decide import decide
from server.rules.piles.evolve import evolve
from server.rules.piles.record import DealRecord, Record
from server.rules.piles.state import Dealing, Ended, Match, State
from server.rules.piles.variant import Naming, Variant
from server.rules.records import RecordFault, compare
from server.rules.replay import DealReplay, replay_deals, take_card

_DEALS: Final = DealReplay[State](decide, evolve, read_action, DealEnded)
_SUITS_OF_DEALER: Final = 2


def replay(record: Record, state: State) -> Iterator[Moment[State]]:
    """Replay a record; each deal, each action, and the score of each deal is one moment.

    Raises:
        RecordFault: the record breaks the rules, when the fault is reached; deal and action are named, counted from 1.
    """
    return replay_deals(record, state, _play, Ended)


def _play(state: State, deal: DealRecord, seed: bytes | None) -> Iterator[Moment[State]]:
    """Yield the moments of a deal, or raise the fault in it."""
    if not isinstance(state, Dealing):
        raise RecordFault(sentence("the game was over before this deal"))
    match = state.match
    compare("dealer", deal.dealer, match.dealer)
    hands = _hands(match.variant, deal)
    order = _order(match, deal, hands) if seed is None else shuffle(seed, match.variant.cards)
    after: State = state
    for moment in _DEALS.play(state, order, seed, deal.actions):
        after = moment.state
        for event in moment.events:
            _check_dealt(event, hands, deal, seed)
        yield moment
    assert isinstance(after, Dealing | Ended)
    _check_sheet(deal, after.match)


def _hands(variant: Variant, deal: DealRecord) -> list[list[Card]]:
    """Return the hands of a record, with the cards that lie face down last: each card of the pack once."""
    if len(deal.hands) != variant.players:
        raise RecordFault(sentence("hands: {hands} for {seats} seats", hands=len(deal.hands), seats=variant.players))
    drawn = variant.players if variant.naming is Naming.DRAWN else 0
    if len(deal.drawn) != drawn:
        raise RecordFault(sentence("drawn: {cards} for {seats} seats", cards=len(deal.drawn), seats=drawn))
    down = [*deal.drawn] if drawn else None
    free = {card: card for card in variant.pack}
    hands = [
        [take_card(free, text) for text in (*hand, *([down[seat]] if down else ()))]
        for seat, hand in enumerate(deal.hands)
    ]
    if free:
        raise RecordFault(sentence("hands: {cards} cards of the pack are not dealt", cards=len(free)))
    return hands


def _order(match: Match, deal: DealRecord, hands: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands; if there is none, one that deals others."""
    variant = match.variant
    if variant.naming is Naming.RIGGED:
        cards = _rigged_pack(match, deal, hands)
    else:
        left = [list(reversed(hand)) for hand in hands]
        seats = places_in_packets(variant.cards, variant.players, match.dealer, variant.packets)
        if any(seats.count(seat) != len(hand) for seat, hand in enumerate(hands)):
            raise RecordFault(sentence("hands: the pack is not dealt so, in equal parts"))
        cards = [left[seat].pop() for seat in seats]
    places = {card: place for place, card in enumerate(variant.pack)}
    return tuple([places[card] for card in cards])


def _rigged_pack(match: Match, deal: DealRecord, hands: Sequence[Sequence[Card]]) -> list[Card]:
    """Return a pack of whose first half the dealer keeps what the hand has of the suits that the dealer names."""
    suits = []
    for _, text in deal.actions[:_SUITS_OF_DEALER]:
        try:
            action = read_action(text)
        except InvalidAction:
            continue
        if isinstance(action, NameTrump | NameSide):
            suits.append(action.suit)
    kept = [card for card in hands[match.dealer] if card.suit in suits]
    others = [card for card in match.variant.pack if card.suit not in suits]
    return [*kept, *others, *(card for card in match.variant.pack if card.suit in suits and card not in kept)]


def _check_dealt(event: Event, hands: Sequence[Sequence[Card]], deal: DealRecord, seed: bytes | None) -> None:
    """Check that the cards are dealt as the record says; it may list a hand in any order."""
    if not isinstance(event, Dealt):
        return
    down = event.drawn or (None,) * len(hands)
    dealt = [[*hand, *([] if card is None else [card])] for hand, card in zip(event.hands, down, strict=True)]
    same_drawn = tuple(card.text for card in event.drawn if card is not None) == deal.drawn
    if same_drawn and [Counter(hand) for hand in dealt] == [Counter(hand) for hand in hands]:
        return
    if seed is not None:
        raise RecordFault(sentence("hands: the seed gives other ones"))
    raise RecordFault(sentence("hands: they are not mirror images with at least two cards of every suit"))


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("out", deal.out, sheet.out)
    compare("left", deal.left, sheet.left)
    compare("taken", deal.taken, sheet.taken)
    compare("scores", deal.scores, sheet.points)
