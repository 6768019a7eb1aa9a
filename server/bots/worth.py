"""What a position is worth to a seat: the score it can hope for, from the cards it has won and still holds."""

from typing import Final

EARLY: Final = (8.2, 7.8, 2.2, 12.5, 9.8, 5.4, 3.1, 8.3, 7.0)
"""The factor that a seat may hope for while nobody is near the end, by the cards won beyond a multiple of nine."""

LATE: Final = (9.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
"""The factor if the deal ended now."""

HASTE: Final = 1.68
"""How soon the present factor counts for more than the hope: the less, the later."""

SHEDS: Final = 0.13
"""The share of its cards that a seat still gets rid of while nobody is near the end."""


def worth(left: int, won: float, shortest: int) -> float:
    """Give the score to hope for.

    Args:
        left: cards in the seat's own hand.
        won: cards the seat has won; between two whole numbers, what lies between.
        shortest: cards in the shortest hand of all, this one included: at 0 the deal is over.
    """
    early = float((shortest / 9) ** HASTE)
    whole = int(won)
    part = won - whole
    factor = (1 - part) * _factor(whole, early) + part * _factor(whole + 1, early)
    return (9 - left * (1 - SHEDS * early)) * factor


def _factor(won: int, early: float) -> float:
    beyond = won % 9
    return early * EARLY[beyond] + (1 - early) * LATE[beyond]
