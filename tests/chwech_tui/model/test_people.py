"""People: names made safe to draw, and the way the viewer speaks of them."""

from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board, changed
from chwech_tui.model.ink import plain
from chwech_tui.model.people import (
    LONGEST_NAME,
    People,
    company,
    level_words,
    listed,
    people,
    rating_news,
    seat_sign,
    spectators,
)
from protocol.language import speaking
from protocol.message import Seat
from protocol.table import Began, Occupant, TablePhase
from protocol.text import text_width
from tests.chwech_tui.ratings import with_ratings
from tests.chwech_tui.values import EMPTY, board, table, told

PEOPLE = People(("Megan", "Owain", ""), Seat(0))


def test_sentences_are_about_you_and_lists_read_like_sentences() -> None:
    """In Welsh the word before the last name has two forms, and the viewer comes last."""
    assert PEOPLE.tell(Seat(0), "You lead {card}", "{name} leads {card}", card="4♣") == "You lead 4♣"
    assert PEOPLE.tell(Seat(1), "You lead {card}", "{name} leads {card}", card="4♣") == "Owain leads 4♣"
    assert (PEOPLE.call(Seat(0)), PEOPLE.call(Seat(1))) == ("You", "Owain")
    assert [listed(list(names)) for names in ("", "A", "AB", "ABC")] == ["", "A", "A and B", "A, B and C"]
    assert PEOPLE.listed([Seat(0), Seat(1)]) == "Owain and you"
    assert PEOPLE.listed([Seat(0)]) == "You"
    with speaking("cy"):
        assert listed(["Megan", "Rhys"]) == "Megan a Rhys"
        assert listed(["Megan", "Rhys", "Owain"]) == "Megan, Rhys ac Owain"
        assert PEOPLE.listed([Seat(0), Seat(1)]) == "Owain a chi"
        assert (PEOPLE.call(Seat(0)), PEOPLE.name(Seat(2))) == ("Chi", "Sedd 3")


def test_names_are_cleaned_before_they_are_drawn() -> None:
    """Control characters go, markup stays text, none is too wide, and none looks like the sign of a bot."""
    hostile = Occupant("\x1b[31m[/nope]\u202e" + "w" * 60)
    names = people(replace(table(), seats=(hostile, None))).names
    assert names[0].startswith("[31m[/nope]w")
    assert text_width(names[0]) <= LONGEST_NAME
    assert names[1] == ""
    seats = (Occupant("° ºNia"), Occupant("Nia", "steady"), Occupant("Owain", "steady", away=True), None)
    shown = people(replace(table(), seats=seats))
    assert shown.names[0] == "Nia"
    assert shown.bots == {Seat(1)}


def test_nobody_is_in_their_own_company() -> None:
    """Whoever watches is not one of the others who do."""
    looked = replace(table(), seats=(Occupant("Owain"), None), viewer=None, watchers=("Cat", "Ben"))
    assert company(looked) == ("Owain", "Cat", "Ben")
    board = boards.greeted(boards.changed(EMPTY, looked), "Ben", frozenset())
    assert (board.company, spectators(looked, board.own)) == (("Owain", "Cat"), ("Cat",))
    assert boards.changed(board, replace(looked, seq=8, watchers=("Ben", "Dai"))).company == ("Owain", "Dai")
    assert boards.greeted(Board(), "Ben", frozenset()).own == boards.fresh(board).own == "Ben"


def test_while_a_bot_plays_for_the_viewer_it_is_the_bot_that_acts() -> None:
    """In what the viewer's own seat does; others, and what concerns no seat, are named as ever."""
    seats = (Occupant("Megan", "steady", away=True), Occupant("Nia", "steady"), Occupant("Owain", "steady", away=True))
    away = people(replace(table(), seats=seats))
    assert away.acting(told("passed", 0)).call(Seat(0)) == "Megan (bot)"
    assert [away.acting(event).call(Seat(0)) for event in (told("passed", 1), Began())] == ["You", "You"]
    here = people(replace(table(), seats=(Occupant("Megan"), *seats[1:])))
    assert here.acting(told("passed", 0)).call(Seat(0)) == "You"


def test_the_level_of_a_bot_is_said_in_words() -> None:
    """A level that only a newer server has keeps its name."""
    assert [level_words(level) for level in ("steady", "random", "cunning")] == ["steady", "random", "cunning"]
    with speaking("cy"):
        assert [level_words(level) for level in ("steady", "random", "cunning")] == ["cyson", "ar hap", "cunning"]


def test_beside_a_name_stand_the_points() -> None:
    """Nothing without a rating, or without a table."""
    now = with_ratings(table())
    assert [seat_sign(now, Seat(seat)) for seat in range(5)] == ["1712", "1490", "1540?", "", ""]
    assert seat_sign(None, Seat(0)) == ""


def test_what_a_game_has_changed_is_told_once() -> None:
    """When it comes, and in the log, not to a spectator; of a provisional rating it is said in words."""
    over = table(phase=TablePhase.OVER)
    before, after = with_ratings(over), with_ratings(over, changed=True)
    assert rating_news(before, after) == "Your rating: 1712 ± 96 (+12)."
    assert rating_news(over, before) == rating_news(after, after) == ""
    assert rating_news(None, over) == ""
    told = changed(changed(board(phase=TablePhase.OVER), before), after)
    assert plain(told.chronicle[-1].line) == "Your rating: 1712 ± 96 (+12)."
    assert changed(told, after).chronicle == told.chronicle
    over = replace(with_ratings(table(phase=TablePhase.OVER), changed=True), viewer=Seat(2))
    assert rating_news(None, over) == "Your rating: 1540 ± 187 (±0), provisional after few games."
