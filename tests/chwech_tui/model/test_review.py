"""The review of a deal in words."""

import pytest
from msgspec.structs import replace

from chwech_tui.model.ink import Hue, plain
from chwech_tui.model.people import People
from chwech_tui.model.review import choice_line, point_words, seat_words, turn_line
from protocol.archive import ReviewPart, SeatReview, TurnReview
from protocol.vocabulary import Seat

PEOPLE = People(("Megan", "Owain"), Seat(0))
FIRST = TurnReview(1, 1, Seat(0), "KH", -1.0, "-", 3.25, 0.4, mistake=True)
PART = ReviewPart(
    1,
    1,
    (SeatReview(72, -3.5, 15.5, 1.25), SeatReview(9, 3.5, -15.5, 0.5)),
    (
        FIRST,
        TurnReview(2, 1, Seat(1), "-", 0.0, "7C", 1.0, 0.5),
        TurnReview(3, 2, Seat(1), "5D", 0.0, "JK=S", 1.0, 0.5),
    ),
    (1, 2, 3, 9),
)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("KH", "K♥"),
        ("10C", "10♣"),
        ("JK", "Joker"),
        ("JK=S", "Joker=♠"),
        ("AH-", "A♥↓"),
        ("AD+", "A♦↑"),
        ("13H=C", "13♥=♣"),
    ],
)
def test_an_action_of_a_record_is_shown_as_a_card(written: str, shown: str) -> None:
    """Cards have their symbols, and what was said with them stands beside them."""
    assert plain(choice_line(written)) == shown


@pytest.mark.parametrize("written", ["", "99X", "sit\x1b[31m"])
def test_what_is_no_card_is_shown_cleaned(written: str) -> None:
    """A text that this client cannot read is data."""
    assert plain(choice_line(written)).isprintable()


def test_turning_points_are_sentences() -> None:
    """Each is about who did what, and what would have been worth more; a turn that is not there is left out."""
    assert point_words(PART, PEOPLE) == (
        "Trick 1: Megan played K♥; to pass was worth 4.2 more (±0.4).",
        "Trick 1: Owain passed; 7♣ was worth 1.0 more (±0.5).",
        "Trick 2: Owain played 5♦; Joker=♠ was worth 1.0 more (±0.5).",
    )
    calm = replace(PART, turning_points=())
    assert point_words(calm, PEOPLE) == ("No turning points: nothing else was clearly better.",)


def test_luck_and_skill_are_told_by_seat() -> None:
    """Each with its sign, and the error of both."""
    assert seat_words(PART.seats, PEOPLE)[0] == "Megan 72: luck \N{MINUS SIGN}3.5, skill +15.5 (±1.2)."


def test_a_turn_has_its_worth() -> None:
    """Beside it stands the best of the rest; a mistake stands out, and a forced turn says nothing."""
    line = turn_line(FIRST)
    assert plain(line) == "worth \N{MINUS SIGN}1.0, a pass +3.2 (±0.4)"
    assert {span.hue for span in line} == {Hue.ALERT}
    assert plain(turn_line(PART.turns[1])) == "worth +0.0, 7♣ +1.0 (±0.5)"
    assert turn_line(TurnReview(4, 2, Seat(0), "-", 1.0)) == ()
