"""How a shuffled pack is dealt, once the trumps that have to be named are (rules, section 1)."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from games.kit.deck import shuffle
from protocol.cards import Card, Rank, Suit
from protocol.piles.events import Dealt, SixHanded
from protocol.piles.order import SUITS, pack_of
from protocol.vocabulary import Seat
from server.rules.hands import Hands
from server.rules.piles.state import Choosing, Playing
from server.rules.piles.variant import Naming

LEAST = 2
"""The least number of cards of each suit in a hand of a rigged deal."""


def deal_cards(state: Choosing) -> Dealt:
    """Return the cards of each seat; where trumps are drawn, the last card of each lies face down."""
    variant, deal = state.variant, state.deal
    is_open = variant.is_open(variant.players)
    if variant.naming is Naming.RIGGED:
        return Dealt(_rigged(state), open=is_open)
    seats = places_in_packets(variant.cards, variant.players, deal.dealer, variant.packets)
    hands = tuple(
        [
            tuple([card for card, holder in zip(deal.pack, seats, strict=True) if holder == seat])
            for seat in range(variant.players)
        ]
    )
    if variant.naming is Naming.DRAWN:
        return Dealt(tuple([hand[:-1] for hand in hands]), tuple([hand[-1] for hand in hands]))
    return Dealt(hands, open=is_open)


def places_in_packets(cards: int, players: int, dealer: Seat, packet: int) -> list[int]:
    """Return the seat of each card from the top: from the dealer's left, so many at a time, the last ones singly."""
    seats = [(dealer + step) % players for step in range(1, players + 1)]
    whole = cards // (packet * players) * packet * players
    return [seats[(place // packet if place < whole else place - whole) % players] for place in range(cards)]


class _Suits(NamedTuple):
    """The suits of both players where the deal is rigged."""

    trump: Suit
    side: Suit
    other_trump: Suit
    other_side: Suit


def _rigged(state: Choosing) -> Hands:
    """Deal hands that are mirror images.

    From half the pack the dealer keeps the cards of the own two suits, and the opponent gets their images; of the rest
    each gets what is of the other's suits.
    """
    dealer = state.deal.dealer
    other = Seat(1 - dealer)
    trump, side = state.trumps[dealer], state.sides[dealer]
    other_trump, other_side = state.trumps[other], state.sides[other]
    assert trump is not None
    assert side is not None
    assert other_trump is not None
    assert other_side is not None
    suits = _Suits(trump, side, other_trump, other_side)
    kept = kept_cards(state.deal.pack, trump, side)
    image = {_mirrored(card, suits) for card in kept}
    pack = state.variant.pack
    own = [card for card in pack if card in kept or (card.suit in suits[2:] and card not in image)]
    hands = (tuple(own), tuple([card for card in pack if card not in own]))
    return hands if dealer == 0 else hands[::-1]


def _mirrored(card: Card, suits: _Suits) -> Card:
    return Card(card.rank, suits.other_trump if card.suit is suits.trump else suits.other_side)


def kept_cards(pack: Sequence[Card], trump: Suit, side: Suit) -> frozenset[Card]:
    """Return the cards of two suits in the upper half of the pack.

    While a hand would have fewer than two cards of a suit, the pack is shuffled again.
    """
    ranks = len(pack) // SUITS
    while True:
        kept = frozenset([card for card in pack[: len(pack) // 2] if card.suit in (trump, side)])
        trumps = sum(card.suit is trump for card in kept)
        sides = len(kept) - trumps
        if min(trumps, sides, ranks - trumps, ranks - sides) >= LEAST:
            return kept
        pack = shuffled_again(pack)


def shuffled_again(pack: Sequence[Card]) -> tuple[Card, ...]:
    """Return the pack in the order that follows from the one in which it lies, so that one seed decides a deal."""
    lying = " ".join([card.text for card in pack])
    unshuffled = pack_of(len(pack))
    return tuple([unshuffled[place] for place in shuffle(hashlib.sha256(lying.encode()).digest(), len(pack))])


def handed_sixes(state: Playing) -> tuple[SixHanded, ...]:
    """Return the sixes that are handed to the seats whose trumps they are, in the order of those seats."""
    if not state.variant.sixes:
        return ()
    found: list[SixHanded] = []
    for taker, suit in enumerate(state.trumps):
        assert suit is not None
        six = Card(Rank.SIX, suit)
        giver = next(seat for seat, hand in enumerate(state.hands) if six in hand)
        if giver != taker:
            found.append(SixHanded(Seat(giver), Seat(taker), six))
    return tuple(found)
