"""What a seat may do (rules, section 2): play a card of the suit led or a Joker, or pass, whatever it holds."""

from protocol.chwech.actions import Pass, Play
from protocol.vocabulary import Seat
from server.rules.chwech.state import State


def legal(state: State, seat: Seat) -> tuple[Pass | Play, ...]:
    """Give every action the seat may take now; none if it is not its turn."""
    return state.choices if state.turn == seat else ()
