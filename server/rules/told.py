"""The events of the deal in progress, as each seat was told them."""

from collections.abc import Iterable
from typing import Any

from protocol.vocabulary import Event, Seat
from server.rules.game import Break, Game


class DealEvents:
    """The events of one deal after the other; each is made what a seat may know of it once for each seat that asks."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._told: dict[Seat, list[Event]] = {}

    def add(self, game: Game[Any], events: Iterable[Event]) -> None:
        """Take events of the game, with hidden information; the end of a deal clears all that came before."""
        for event in events:
            self._events.append(event)
            if game.breaks(event) is Break.DEAL:
                self.clear()

    def clear(self) -> None:
        """Forget all events."""
        self._events.clear()
        self._told.clear()

    def told(self, game: Game[Any], seat: Seat) -> tuple[Event, ...]:
        """Return the events of the deal so far, as this seat may know them."""
        told = self._told.setdefault(seat, [])
        told.extend([game.tell(event, seat) for event in self._events[len(told) :]])
        return tuple(told)
