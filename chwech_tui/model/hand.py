"""The order in which the viewer's hand is shown; pure. What a key or a click chooses is an index in this order."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from chwech_tui.model.game import Game
from chwech_tui.model.settings import Order
from protocol.cards import Card
from protocol.game import View


def shown_hand(view: View, kind: Game | None, order: Order, own: Sequence[Card]) -> tuple[Card, ...]:
    """Return the hand as it is shown.

    Args:
        view: the game; its hand is sorted by suit.
        kind: the game's screens, which know how high a card ranks.
        order: the order that the viewer wishes.
        own: the cards of this deal as the viewer has moved them; empty if none was moved.
    """
    if order is Order.RANK and kind is not None:
        return tuple(sorted(view.hand, key=lambda card: kind.height(view, card)))
    return _in_own_order(view.hand, own) if order is Order.OWN and own else view.hand


def _in_own_order(hand: tuple[Card, ...], own: Sequence[Card]) -> tuple[Card, ...]:
    """Return a hand in the viewer's own order, without the cards that are gone; new cards come last."""
    left = Counter(hand)
    kept: list[Card] = []
    for card in own:
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return (*kept, *(card for card in left.elements()))


def moved_card(hand: tuple[Card, ...], place: int, by: int) -> tuple[Card, ...]:
    """Return a hand in which the card at a place has changed places with a neighbour; ends stay ends."""
    there = place + by
    if not 0 <= there < len(hand):
        return hand
    cards = list(hand)
    cards[place], cards[there] = cards[there], cards[place]
    return tuple(cards)


def still_chosen(before: tuple[Card, ...], after: tuple[Card, ...], place: int) -> int | None:
    """Return the new index of the card that was chosen in a shown hand; None if it is not there any more."""
    if before == after or place >= len(before):
        return place if place < len(before) else None
    card = before[place]
    played = len(before) - len(after) == 1 and before.count(card) > after.count(card)
    return after.index(card) if not played and card in after else None


class Premove(Struct, frozen=True, gc=False):
    """What the viewer has chosen to do when their turn comes."""

    key: str
    """The key that was pressed, as Textual names it."""
    label: str
    """What it does, in words: ``Q♣``, ``pass``."""
    card: Card | None = None
    """The chosen card; None for a move without one."""
