"""What bots know of Roque."""

from collections.abc import Callable
from random import Random
from typing import Final

from games.kit.asking import Ask, Choice, Offer
from games.kit.sampler import Hand, Knowledge, plain_card
from games.kit.tricks import PASS, Trump
from games.roque.rules import HEIGHTS, RoqueTable, bids, count, partners
from protocol.cards import Card, Rank, Suit

_HONOURS: Final = {Rank.ACE: 1.0, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}
"""How sure a trump of this rank is of a trick, beyond its length."""

_PLAIN: Final = {Rank.ACE: 1.0, Rank.KING: 0.5, Rank.QUEEN: 0.15}
"""How sure a plain card of this rank is of a trick."""

_TRICK: Final = 12.0
"""What a trick counts on average."""

_PARTNER: Final = {4: 3.2, 3: 0.0}
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


def plain(table: RoqueTable, seat: int, offer: Ask | Offer, _rng: Random) -> Choice:
    """Bid what the hand promises, lay low cards aside, lead trumps first, and play tricks plainly."""
    hand, match = table.hands[seat], table.match
    planned = best_trump(hand)
    if offer.prompt == "bid":
        promised = _TRICK * (tricks_of(hand, planned) + _PARTNER[table.players])
        wanted = [bid for bid in bids(match) if (table.bid or 0) < bid <= promised]
        return ("bid ", wanted[0]) if wanted and ("bid ", wanted[0]) in offer.choices else PASS
    trump = Trump(HEIGHTS, table.trump or planned)
    if offer.prompt == "bury":
        return (
            "bury ",
            min(hand, key=lambda card: (card.suit is trump.suit, card.rank is Rank.ACE, HEIGHTS[card.rank])),
        )
    cards = [card for card in offer.choices if isinstance(card, Card)]
    if table.trump is None:
        cards = [card for card in cards if card.suit is planned] or cards
    own = partners(match, seat)
    declarer = table.declarer
    if table.players == 3 and seat != declarer:
        own = [other for other in range(3) if other != declarer]
    looks = Hand(lambda card, led: trump.height(card, led.suit), lambda card: count([card]), own.__contains__)
    return plain_card(table.trick, cards, looks, table.players - len(table.trick) - 1)


def denies(table: RoqueTable, _seat: int, _prompt: str, choice: Choice) -> Callable[[Card], bool] | None:
    """Return the cards that would have had to be played in place of this one."""
    if not isinstance(choice, Card) or not table.trick:
        return None
    led = table.trick[0][1].suit
    return None if choice.suit is led else lambda card: card.suit is led


BOT: Final = Knowledge(plain=plain, denies=denies)
