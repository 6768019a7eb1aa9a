"""What a viewer is told of an event: everything but the cards of others and the seed."""

from msgspec.structs import replace

from protocol.chwech.events import Dealt
from protocol.vocabulary import Event, Seat


def tell(event: Event, seat: Seat | None) -> Event:
    """Give the event as this seat, or a spectator, may know it."""
    if not isinstance(event, Dealt):
        return event
    hands = tuple(hand if holder == seat else () for holder, hand in enumerate(event.hands))
    return replace(event, hands=hands, seed=None)
