"""How somebody has played a game, from the list of their games."""

from msgspec.structs import replace

from chwech_tui.model.review import Firsts, Form, form_of
from protocol.archive import GameEntry
from protocol.setup import Setup
from protocol.vocabulary import Seat

FOUR = GameEntry(3, "a-b-c", 1.0, Setup("chwech", 4), ("Ann", "Ben", "Cat", "Dan"), (9, 40, 8, 40), Seat(0))
SIDES = replace(FOUR, setup=Setup("forty-five", 4), totals=(45, 25, 45, 25), sides=(0, 1, 0, 1), seat=Seat(2))


def test_totals_come_in_the_order_of_the_games() -> None:
    """The list is the newest first, a plot the oldest; other games and games that one has only seen do not count."""
    won = replace(FOUR, seat=Seat(3))
    five = replace(FOUR, setup=Setup("chwech", 5), totals=(1, 2, 3, 4, 5), seat=Seat(4))
    form = form_of((five, SIDES, replace(FOUR, seat=None), won, FOUR), "chwech")
    assert form == Form((9, 40, 5), (Firsts(4, 2, 1), Firsts(5, 1, 1)))


def test_partners_are_first_together() -> None:
    """Whoever played for the side has won."""
    assert form_of((SIDES,), "forty-five").firsts == (Firsts(4, 1, 1),)


def test_nothing_played_is_nothing() -> None:
    """An unknown game has no totals and no first places."""
    assert form_of((FOUR,), "whist") == Form()
