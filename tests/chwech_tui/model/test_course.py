"""The way through a course: forth, back, to the end, and to another game."""

import pytest

from chwech_tui.model.course import (
    Course,
    back,
    chosen,
    course_at,
    course_of,
    first_course,
    kept_place,
    opened,
    place_to_keep,
    table_of,
)
from chwech_tui.model.game import GAMES, ShownGame
from protocol.game import Answer

START = first_course(tuple(GAMES.values()))


def test_only_games_with_a_course_are_taught() -> None:
    """The first of them first; the other one is offered at the beginning and at the end only."""
    every = [name for name, game in GAMES.items() if game.is_taught]
    assert [game.game.name for game in START.games] == every
    assert set(GAMES) - set(every) == {"forty-five", "roque-three"}
    twenty_five = START.games[1]
    assert START.other is twenty_five
    assert opened(START, 1).other is None
    assert chosen(START, Answer("-")).other is None
    assert opened(START, 12).other is twenty_five
    assert course_of(opened(START, 12), twenty_five) == Course(START.games, twenty_five)
    assert course_of(START, START.games[-1]).other is START.game
    assert Course((START.game,), START.game).other is None


def test_a_choice_is_answered_once() -> None:
    """A step back asks again; beyond the last position the course is over, and before the first there is none."""
    answered = chosen(START, Answer("KD"))
    assert (START.asks, answered.asks) == (True, False)
    assert answered.view is answered.reply.view
    assert (START.done, answered.done) == (0, 1)
    assert back(answered) == START
    over = opened(START, 12)
    assert (over.over, over.place, over.asks, over.done) == (True, 11, False, 12)
    assert back(over) == opened(START, 11)
    assert back(opened(START, 3)) == opened(START, 2)
    assert back(START) == START


@pytest.mark.parametrize("game", START.games)
def test_a_place_is_kept_as_a_text(game: ShownGame) -> None:
    """Every place is found again, and a course that is over begins anew."""
    course = course_of(START, game)
    for place in range(len(game.lessons)):
        assert course_at(kept_place(opened(course, place)), START.games) == opened(course, place)
    assert kept_place(opened(course, len(game.lessons))) == ""


@pytest.mark.parametrize(
    "kept", ["", "chwech", "chwech 0", "chwech 13", "chwech x", "whist 1", "twenty-five -1", "ŵ ²"]
)
def test_a_text_that_names_no_place_begins_anew(kept: str) -> None:
    """A server may send anything, and a later version may have other courses."""
    assert course_at(kept, START.games) == START


def test_a_place_is_kept_every_two_seconds() -> None:
    """Whoever skips through the course asks the server seldom, and once more on leaving it."""
    course = opened(START, 3)
    assert place_to_keep(course, "", 2.0, leaves=False) == place_to_keep(course, "", 0.0, leaves=True) == "chwech 4"
    assert place_to_keep(course, "", 1.9, leaves=False) is None
    assert place_to_keep(course, "chwech 4", 9.0, leaves=True) is None
    assert place_to_keep(START, "chwech 4", 2.0, leaves=False) == ""


def test_a_position_lies_on_a_table() -> None:
    """The viewer has a name of their own, the others those of the course."""
    table = table_of(START, "Angharad")
    assert [seat.name for seat in table.seats if seat] == ["Angharad", "Megan", "Dylan", "Cerys", "Owain", "Nia"]
    assert (table.viewer, table.game) == (0, START.lesson.view)
