"""Moves that are written in a line, played one after the other."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from protocol.game import Answer
from protocol.message import Seat
from protocol.seating import Event


class _State(Protocol):
    @property
    def turn(self) -> Seat | None:
        """The seat to act; None between deals."""


S = TypeVar("S", bound=_State)


def play_moves(
    state: S,
    moves: str,
    read: Callable[[str], Answer],
    decide: Callable[..., tuple[Event, ...]],
    evolve: Callable[[S, Any], S],
) -> tuple[S, list[Event]]:
    """Give the state after moves with commas between them, each of the seat whose turn it is, and what happened."""
    events: list[Event] = []
    for move in filter(None, moves.split(",")):
        assert state.turn is not None, "somebody's turn"
        for event in decide(state, state.turn, read(move.strip())):
            events.append(event)
            state = evolve(state, event)
    return state, events
