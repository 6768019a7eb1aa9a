"""What bots know of Da Bai Fen."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final, cast

from games.da_bai_fen.rules import CLAIM, COUNTERS, LOST, PACK, DaBaiFenTable, Sheet, certain, scored
from games.kit.asking import Ask, Choice, Offer
from games.kit.game import Match
from games.kit.sampler import Knowledge, own_points
from games.kit.tricks import PASS, Hand, plain_card
from protocol.cards import Card, Rank, Suit

WORTH: Final = {card: COUNTERS.get(card.rank, 0) for card in PACK}

TRUMP_WORTH, HIGH, SHARE = 5, 2, 2
"""Where a hand is weighed: what a trump counts, a trump from the King up besides, and how much is usual for a card."""

LEVEL: Final = 30.0  # What a level counts in points of the cards.


def plain(table: DaBaiFenTable, seat: int, offer: Ask | Offer, _rng: Random) -> Choice:
    """Expose a long suit, lay low cards aside, lead high, and play tricks plainly."""
    choices, prompt = offer.choices, offer.prompt
    if prompt in {"expose", "last_expose"}:
        return expose(table, seat, choices)
    if CLAIM in choices:
        return CLAIM
    if prompt == "bury":
        return "bury ", least_worth(table, table.hands[seat])
    if more := [cast(Card, choice[0]) for choice in choices if isinstance(choice, tuple)]:
        led = [card for _, cards in table.trick for card in cards]
        sure = more if table.options["leads"] == "safe" else certain(table, seat, more, led)
        suits = [table.suit_of(card) for card in sure]
        together = [card for card in sure if suits.count(table.suit_of(card)) > 1]
        if together or (sure and table.trick):
            return (together[0], "+") if together else sure[0]
    cards = [choice for choice in choices if isinstance(choice, Card)]
    hand = Hand(table, lambda other: (other - seat) % 2 == 0, WORTH.__getitem__)
    suit = table.suit_of(table.trick[0][1][0]) if table.trick else None
    if table.number > 1:
        give = 1 if (table.trick[0][0] - seat) % 2 == 0 else -1
        return max(cards, key=lambda card: (give * WORTH[card], -hand.height(card, suit)))
    plays = [(other, laid[0]) for other, laid in table.trick if other != seat]
    return plain_card(plays, suit, cards, hand, table.players - len(plays) - 1)


def least_worth(table: DaBaiFenTable, hand: Sequence[Card]) -> Card:
    """Return the card that is worth least in a hand rather than aside."""
    suits = {card: table.suit_of(card) for card in hand}
    lengths = Counter(suits.values())
    aces = {suits[card] for card in hand if card.rank is Rank.ACE}

    def worth(card: Card) -> float:
        suit = suits[card]
        if suit is None:
            return table.high(card)
        sure = {Rank.ACE: 30.0, Rank.KING: 16.0 if suit in aces else 8.0}.get(card.rank, table.high(card) / 3)
        # A short suit is soon void, and can then be trumped; what counts is lost twice with the last trick.
        return sure + 1.5 * lengths[suit] + WORTH[card] / 4

    return min(hand, key=worth)


def expose(table: DaBaiFenTable, seat: int, choices: Sequence[Choice]) -> Choice:
    """Return the card that makes a suit trump of which the hand has more than its share; otherwise a pass.

    In the first deal, in which the exposer leads, its share is enough.
    """
    hand = table.hands[seat]

    def excess(suit: Suit | None) -> int:
        held = [card for card in hand if card.suit in {suit, None} or card.rank is table.rank]
        high = [card for card in held if card.suit is None or card.rank in {Rank.KING, Rank.ACE, table.rank}]
        return TRUMP_WORTH * len(held) + HIGH * len(high) - SHARE * len(hand)

    cards = [cast(Card, choice[1]) for choice in choices if isinstance(choice, tuple)]
    best = max(cards, key=lambda card: excess(card.suit), default=None)
    least = TRUMP_WORTH if scored(table.match) else 0
    return ("expose ", best) if best is not None and excess(best.suit) >= least else PASS


def aim(match: Match, sheet: Sheet, seat: int) -> float:
    """Return what a deal is worth: levels above all, and then the points of the cards."""
    over = 0 if sheet.ending == "annulled" else sheet.took - LOST
    return LEVEL * own_points(match, sheet, seat) + (over if (seat - sheet.leader) % 2 else -over)


BOT: Final[Knowledge[Any]] = Knowledge(plain=plain, aim=aim)
