"""The cards of the current trick, and its taker so far."""

from collections.abc import Sequence

from protocol.chwech.events import Led, Played
from protocol.vocabulary import Seat
from server.rules.chwech.order import CardOrder
from server.rules.chwech.state import TurnTaken


def plays(turns: tuple[TurnTaken, ...]) -> Sequence[Led | Played]:
    """Return the turns in which a card was played."""
    return [turn for turn in turns if type(turn) is Played or type(turn) is Led]


def taker(turns: tuple[TurnTaken, ...], order: CardOrder) -> Seat:
    """Return the seat that takes the trick if no more cards are played to it.

    Raises:
        IndexError: no card has been played.
    """
    played = plays(turns)
    return played[order.best(played)].seat
