"""The replay of records: they are played by the rules of one game, and everything that they say is verified."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from games.kit.records import RecordFault
from protocol.language import sentence
from protocol.vocabulary import Action, Event, InvalidAction, Seat
from server.rules.game import CHANCE, IllegalAction, Moment, Mover, Shuffled

S = TypeVar("S")


class _State(Protocol):
    @property
    def turn(self) -> Seat | None:
        """The seat to act; None between deals."""


def _on_turn(state: _State) -> frozenset[Seat]:
    return frozenset() if state.turn is None else frozenset({state.turn})


class DealReplay(Struct, Generic[S], frozen=True):
    """Plays the deals of a record by the rules of one game."""

    decide: Callable[[S, Seat | Mover, Any], tuple[Event, ...]]
    evolve: Callable[[S, Event], S]
    read_action: Callable[[str], Action]
    ended: type[Event]
    """The event with the score of a deal."""

    acting: Callable[[Any], frozenset[Seat]] = _on_turn
    """Returns the seats that may act in a state; none between deals."""

    def play(
        self, state: S, order: tuple[int, ...], seed: bytes | None, actions: Iterable[tuple[int, str]]
    ) -> Iterator[Moment[S]]:
        """Yield a moment for the deal, one for each action, and one for the score.

        Raises:
            RecordFault: an action breaks the rules, or there are too few or too many.
        """
        moment = self._after(state, self.decide(state, CHANCE, Shuffled(order, seed.hex() if seed else None)))
        yield moment
        number = 0
        for number, (seat, text) in enumerate(actions, start=1):
            for events in self._apart(self._decided(moment.state, seat, text, number)):
                moment = self._after(moment.state, events)
                yield moment
        acting = self.acting(moment.state)
        if acting:
            why = sentence("it is missing: it is the turn of seat {seat}", seat=_seats(acting))
            raise RecordFault(why, action=number + 1)

    def _after(self, state: S, events: tuple[Event, ...]) -> Moment[S]:
        for event in events:
            state = self.evolve(state, event)
        return Moment(events, state)

    def _apart(self, events: tuple[Event, ...]) -> tuple[tuple[Event, ...], ...]:
        """Separate the score of the deal from the turn that led to it."""
        cut = next((place for place, event in enumerate(events) if isinstance(event, self.ended)), None)
        return (events,) if cut is None else (events[:cut], events[cut:])

    def _decided(self, state: S, seat: int, text: str, number: int) -> tuple[Event, ...]:
        acting = self.acting(state)
        if not acting:
            raise RecordFault(sentence("the deal is over, and actions are left over"), action=number)
        if seat not in acting:
            why = sentence("seat {seat} acts, and it is the turn of seat {turn}", seat=seat, turn=_seats(acting))
            raise RecordFault(why, action=number)
        try:
            return self.decide(state, Seat(seat), self.read_action(text))
        except (InvalidAction, IllegalAction) as fault:
            raise RecordFault(str(fault), action=number) from None


def _seats(seats: frozenset[Seat]) -> str:
    return ", ".join(map(str, sorted(seats)))
