"""What bots know of Roque."""

from collections.abc import Sequence
from random import Random
from typing import Final, cast

from games.kit.asking import Ask, Choice, Offer
from games.kit.sampler import Knowledge
from games.kit.tricks import PASS, Hand, Trump, plain_card, suit_led
from games.roque.rules import COUNTERS, HEIGHTS, RoqueTable, friends
from protocol.cards import Card, Rank, Suit

_HONOURS: Final = {Rank.ACE: 1.0, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}
"""How sure a trump of this rank is of a trick, beyond its length."""

_PLAIN: Final = {Rank.ACE: 1.0, Rank.KING: 0.5, Rank.QUEEN: 0.15}  # How sure a plain card of this rank is of a trick.
_TRICK: Final = 12.0  # What a trick counts on average.

_PARTNER: Final = {4: 5.0, 3: 4.5}
"""The tricks that a partner and the cards laid aside bring, by the number of players."""


def tricks_of(hand: list[Card], trump: Suit) -> float:
    """Return about how many tricks a hand takes with this trump suit."""
    trumps = [card for card in hand if card.suit is trump]
    length = max(0.0, 0.75 * (len(trumps) - 2))
    honours = sum(_HONOURS.get(card.rank, 0) for card in trumps)
    return length + honours + sum(_PLAIN.get(card.rank, 0) for card in hand if card.suit is not trump)


def best_trump(hand: list[Card]) -> Suit:
    """Return the trump suit with which a hand takes most."""
    return max(Suit, key=lambda suit: tricks_of(hand, suit))


def kept(hand: list[Card], card: Card) -> float:
    """Return what a plain card is worth in a hand rather than aside, where what counts is safe."""
    height, counts = HEIGHTS[card.rank], COUNTERS.get(card.rank, 0)
    held = [HEIGHTS[other.rank] for other in hand if other.suit is card.suit]
    missing = HEIGHTS[Rank.ACE] - height - sum([other > height for other in held])
    safe = 0.0 if missing >= len(held) else 0.7**missing
    # A suit that is short is soon void, and can then be ruffed.
    return safe * (_TRICK + counts) - counts + len(held)


def plain(table: RoqueTable, seat: int, offer: Ask | Offer, _rng: Random) -> Choice:
    """Bid what the hand promises, lay low cards aside, lead trumps first, and play tricks plainly."""
    hand, prompt = table.hands[seat], offer.prompt
    if prompt == "bid":
        promised = _TRICK * (max(tricks_of(hand, suit) for suit in Suit) + _PARTNER[table.players])
        bid = offer.choices[0]
        return bid if isinstance(bid, tuple) and int(str(bid[1])) <= promised else PASS
    suit = table.trump or best_trump(hand)
    if prompt == "bury":
        plainer = [card for card in hand if card.suit is not suit] or hand
        return "bury ", min(plainer, key=lambda card: (kept(hand, card), HEIGHTS[card.rank]))
    trick, cards = table.trick, cast(Sequence[Card], offer.choices)
    if table.trump is None:
        cards = [card for card in cards if card.suit is suit] or cards
    looks = Hand(Trump(HEIGHTS, suit), friends(table, seat).__contains__, lambda card: COUNTERS.get(card.rank, 0))
    return plain_card(trick, suit_led(trick), cards, looks, table.players - len(trick) - 1)


BOT: Final = Knowledge(plain=plain, friends=friends)
