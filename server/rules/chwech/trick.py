"""The cards of the trick on the table, and who takes it as it stands."""

from collections.abc import Sequence

from protocol.chwech.events import Led, Played
from protocol.vocabulary import Seat
from server.rules.chwech.order import CardOrder
from server.rules.chwech.state import TurnTaken


def plays(turns: tuple[TurnTaken, ...]) -> Sequence[Led | Played]:
    """Give the turns in which a card was played."""
    return [turn for turn in turns if type(turn) is Played or type(turn) is Led]


def taker(turns: tuple[TurnTaken, ...], order: CardOrder) -> Seat:
    """Give the seat whose card takes the trick if no more are played to it.

    Raises:
        IndexError: no card has been played.
    """
    played = plays(turns)
    return played[order.best(played)].seat
