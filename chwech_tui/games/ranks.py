"""The order of ranks and suits in words, as games need it."""

from collections.abc import Collection, Sequence
from typing import Final

from chwech_tui.drawing.line import measure
from chwech_tui.games.titles import joined, led_line
from chwech_tui.model.cards import SYMBOLS, CardTrick, card_words, suit_words
from chwech_tui.model.game import Choice
from chwech_tui.model.ink import Hue, Line, Span
from protocol.cards import Card, Suit
from protocol.colour_order import ACE_OF_HEARTS, Order
from protocol.language import _
from protocol.vocabulary import Action


def ranks_line(order: Order, trump: Suit, led: Card | None, width: int) -> Line:
    """Draw how the cards rank: the trumps from the highest, and the suit led or the rule for the others."""
    trumps = (Span(f"{SYMBOLS[trump]} {_names(order.trumps)}", Hue.DIM),)
    if led is None or led.suit is None or order.is_trump(led):
        others = _("others K Q J, high in red, low in black")
    else:
        others = f"{SYMBOLS[led.suit]} {_names(_plain(order, led.suit))}"
    line = joined(trumps, (Span(others, Hue.FAINT),), (Span(_("high to low"), Hue.FAINT),))
    return line if measure(line) <= width else joined(trumps, (Span(others, Hue.FAINT),))


def _plain(order: Order, suit: Suit) -> Sequence[Card]:
    """Return the cards of a plain suit from the highest."""
    return sorted(
        (card for card in order.heights if card.suit is suit and not order.is_trump(card)),
        key=order.heights.__getitem__,
        reverse=True,
    )


def _names(cards: Sequence[Card]) -> str:
    """Return cards by their ranks; the Ace of hearts keeps its suit among the trumps of another one."""
    suits = {card.suit for card in cards}
    foreign = {ACE_OF_HEARTS} if len(suits - {None}) > 1 else set()
    return " ".join(card_words(card) if card in foreign else card.rank.value for card in cards)


def order_led_line(order: Order | None, trick: CardTrick) -> Line:
    """Draw what was led; a card of another suit may be a trump."""
    led = trick.turns[0].card
    return led_line(led, led.suit if order is not None and order.is_trump(led) else None)


def _best_trump(order: Order, seen: Collection[Card]) -> Card | None:
    """Return the highest trump that has not been seen; None if all have been."""
    return next((trump for trump in order.trumps if trump not in seen), None)


def is_unbeatable(order: Order, card: Card, seen: Collection[Card]) -> bool:
    """Return True if a card is the highest trump that others may still hold, by the cards that have been seen."""
    return _best_trump(order, {*seen} - {card}) is card


def best_trump_advice(order: Order | None, hand: Sequence[Card], trick: CardTrick, seen: Collection[Card]) -> str:
    """Return that a trump in hand is one that no card can beat any more; empty if none is, or a trump lies already.

    Args:
        order: how the cards rank; None before the trump suit is known.
        hand: the viewer's hand.
        trick: the open trick.
        seen: the cards that have been seen elsewhere.
    """
    table = [turn.card for turn in trick.turns]
    if order is None or any(map(order.is_trump, table)):
        return ""
    best = _best_trump(order, {*seen, *table})
    if best is None or best not in hand:
        return ""
    return _("{card} is the best trump left: it takes any trick it is played to.", card=card_words(best))


def certain_rest(order: Order, hand: Sequence[Card], others: Sequence[Card]) -> tuple[Card, ...]:
    """Return a hand from the highest trump down, if no other card takes any of its tricks; or none."""
    if any(_beaten(card, others, order) for card in hand):
        return ()
    return tuple(sorted(hand, key=lambda card: -order.heights[card]))


def _beaten(led: Card, others: Sequence[Card], order: Order) -> bool:
    """Return True if one of these cards would take the trick from a card that is led."""
    height = order.heights[led]
    return any(order.heights[other] > height for other in others if order.is_trump(other) or other.suit is led.suit)


SUIT_KEYS: Final = {Suit.CLUBS: "c", Suit.DIAMONDS: "d", Suit.HEARTS: "h", Suit.SPADES: "s"}
"""The keys that name suits."""


def suit_choice(suit: Suit, action: Action) -> Choice:
    """Return the action that names a suit, with its key."""
    return Choice(SUIT_KEYS[suit], f"{SYMBOLS[suit]} {suit_words(suit)}", action)


def suit_hint(choices: Sequence[Choice]) -> str:
    """Return the keys that name one of the suits offered, in words: ``c, d or h for the suit``."""
    keys = [choice.key for choice in choices if choice.key]
    if len(keys) < 2:
        return _("{key} for the suit", key="".join(keys))
    return _("{keys} or {last} for the suit", keys=", ".join(keys[:-1]), last=keys[-1])
