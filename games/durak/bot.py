"""What bots know of Durak."""

from random import Random
from typing import Final, cast

from games.durak.rules import DONE, HEIGHTS, PACK, PASS, UP, DurakTable
from games.kit.asking import Ask, Choice, Offer
from games.kit.sampler import Knowledge
from protocol.cards import Card

HIGH: Final = 9  # From the trump of this price on a card is spared while there is a stock.


def plain(table: DurakTable, seat: int, offer: Ask | Offer, _rng: Random) -> Choice:
    """Attack with the lowest card, beat as cheaply as possible if all can be beaten, and throw in low cards."""
    choices, hand = offer.choices, table.hands[seat]
    if offer.prompt == "attack":
        ranks = [card.rank for card in hand]
        return min(cast(list[Card], choices), key=lambda card: table.price(card) - 2 * (ranks.count(card.rank) > 1))
    if offer.prompt == "beat":
        return beat(table, [choice for choice in choices if isinstance(choice, tuple)])
    words = [word for word in (PASS, DONE) if word in choices]
    cards = [cast(Card, choice[1]) for choice in choices if isinstance(choice, tuple)]
    best = min(cards, key=table.price, default=None)
    if best is None or (table.stock and table.price(best) >= HIGH - 3 * table.bout.given_up):
        return words[0]
    return "+", best


def beat(table: DurakTable, ways: list[tuple[object, ...]]) -> Choice:
    """Return the cheapest way to beat the card for which there are fewest, or to take up if one cannot be beaten."""
    cost, least = 0, None
    for attack in table.bout.open:
        own = [cast(Card, card) for card, _, beaten in ways if beaten is attack]
        if not own:
            return UP
        card = min(own, key=table.price)
        cost = max(cost, table.price(card))
        least = min([(len(own), card, attack), least] if least else [(len(own), card, attack)], key=lambda way: way[0])
    if least is None or (cost >= len(HEIGHTS) + 5 and len(table.stock) > 6 and len(table.bout.cards) < 4):
        return UP
    return least[1], ">", least[2]


def undealt(table: DurakTable) -> list[Card]:
    """Return the trumps that nobody was dealt: those below the one that the first attacker has shown."""
    trumps = [card for card in PACK if card.suit is table.turn_up.suit]
    return [card for card in trumps if table.lowest is None or table.price(card) < table.price(table.lowest)]


BOT: Final = Knowledge(plain=plain, undealt=undealt)
