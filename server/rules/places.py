"""The order of the pack that deals the cards of a record, for every game."""

from collections.abc import Iterable

from protocol.cards import Card, InvalidCard, read_card
from protocol.language import sentence
from server.rules.records import RecordFault


def order_of(pack: Iterable[Card], texts: Iterable[str]) -> tuple[int, ...]:
    """Return an order of a pack without equal cards that has these cards on top, as places in the unshuffled pack.

    Raises:
        RecordFault: a text names no card, or none of the pack, or one twice.
    """
    free = {card: place for place, card in enumerate(pack)}
    order = [_take(free, text) for text in texts]
    return (*order, *free.values())


def _take(free: dict[Card, int], text: str) -> int:
    try:
        place = free.pop(read_card(text), None)
    except InvalidCard as fault:
        raise RecordFault(f"hands: {fault}") from None
    if place is None:
        raise RecordFault(sentence("hands: the pack has no {card}, or not as often", card=text))
    return place
