"""What bots know of Da Bai Fen."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, cast

from games.da_bai_fen.rules import CLAIM, COUNTERS, PACK, DaBaiFenTable, Sheet, scored
from games.kit.asking import Ask, Choice, Offer
from games.kit.game import Match
from games.kit.sampler import Knowledge, own_points
from games.kit.tricks import PASS, Hand, plain_card
from protocol.cards import Card, Suit

WORTH: Final = {card: COUNTERS.get(card.rank, 0) for card in PACK}
TRUMP: Final = 100
"""How much higher a trump is than a plain card."""

LEVEL: Final = 30.0
"""What a level counts in points of the cards."""


def plain(table: DaBaiFenTable, seat: int, offer: Ask | Offer, _rng: Random) -> Choice:
    """Expose a long suit, lay low cards aside, lead high, and play tricks plainly."""
    choices, prompt = offer.choices, offer.prompt
    if prompt in {"expose", "last_expose"}:
        return expose(table, seat, choices)
    if CLAIM in choices:
        return CLAIM
    heights = heights_of(table, table.hands[seat])
    if prompt == "bury":
        cards = [cast(Card, choice[1]) for choice in choices if isinstance(choice, tuple)]
        return "bury ", min(cards, key=lambda card: heights[card] + (WORTH[card] if heights[card] < TRUMP else 0))
    cards = [choice for choice in choices if isinstance(choice, Card)]
    if not cards:
        return choices[0]
    if table.number > 1:
        give = 1 if (table.trick[0][0] - seat) % 2 == 0 else -1
        return max(cards, key=lambda card: (give * WORTH[card], -heights[card]))
    plays = [(other, laid[0]) for other, laid in table.trick if other != seat]
    hand = Hand(heights_of(table, [*cards, *[card for _, card in plays]]), WORTH, lambda other: (other - seat) % 2 == 0)
    return plain_card(plays, cards, hand, table.players - len(plays) - 1)


def heights_of(table: DaBaiFenTable, cards: Sequence[Card]) -> dict[Card, int]:
    """Return how high cards are in the trick on the table; below zero if they cannot take it."""
    led = table.suit_of(table.trick[0][1][0]) if table.trick else None
    suits = {card: table.suit_of(card) for card in cards}
    return {
        card: table.height(card) + (TRUMP if suit is None else 0 if suit is led or not table.trick else -TRUMP)
        for card, suit in suits.items()
    }


def expose(table: DaBaiFenTable, seat: int, choices: Sequence[Choice]) -> Choice:
    """Return the card that makes a suit trump of which the hand has more than its share; otherwise a pass."""
    hand = table.hands[seat]
    least = len(hand) / 3 + (1.0 if scored(table.match) else 0.0)

    def trumps(suit: Suit | None) -> int:
        return sum(card.suit in {suit, None} or card.rank is table.rank for card in hand)

    cards = [cast(Card, choice[1]) for choice in choices if isinstance(choice, tuple)]
    best = max(cards, key=lambda card: trumps(card.suit), default=None)
    return ("expose ", best) if best is not None and trumps(best.suit) > least else PASS


def denies(table: DaBaiFenTable, seat: int, _prompt: str, choice: Choice) -> Callable[[Card], bool] | None:
    """Return the cards that would have had to be played in place of this one."""
    if not isinstance(choice, Card) or not table.trick or table.trick[0][0] == seat:
        return None
    led = table.suit_of(table.trick[0][1][0])
    return None if table.suit_of(choice) is led else lambda card: table.suit_of(card) is led


def aim(match: Match, sheet: Sheet, seat: int) -> float:
    """Return what a deal is worth: levels above all, and then the points of the cards."""
    took = sheet.took if (seat - sheet.leader) % 2 else -sheet.took
    return LEVEL * own_points(match, sheet, seat) + (0 if sheet.ending == "annulled" else took)


BOT: Final[Knowledge[Any]] = Knowledge(plain=plain, denies=denies, aim=aim)
