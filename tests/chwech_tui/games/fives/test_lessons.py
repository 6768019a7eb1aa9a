"""The course of Twenty-Five against the real rules."""

import pytest

from chwech_tui.games.fives.deal import check_view
from chwech_tui.games.fives.lessons import lessons
from chwech_tui.games.registry import GAMES
from chwech_tui.model.lesson import Lesson
from protocol.catalogues import catalogue
from protocol.fives.actions import Rob, read_action
from protocol.fives.views import FivesView
from protocol.language import _, speaking
from tools.make_fives_lessons import COURSE, POSITIONS, make_course, text_of

TITLES = [lesson.title for lesson in lessons()]


def seen(view: object) -> FivesView:
    """Give a view as one of this game."""
    assert isinstance(view, FivesView)
    return view


def test_the_file_is_what_the_rules_give() -> None:
    """Every position is reached from a real deal by real turns: making it anew changes nothing."""
    assert COURSE.read_text("utf-8") == text_of(make_course())
    assert len(TITLES) == len(set(TITLES)) == len(POSITIONS)


@pytest.mark.parametrize("lesson", lessons(), ids=TITLES)
def test_there_is_a_reply_to_each_legal_action(lesson: Lesson) -> None:
    """No more and no fewer, and at least one of them is good."""
    assert {reply.action for reply in lesson.replies} == set(lesson.view.legal)
    assert any(reply.good for reply in lesson.replies)
    for reply in lesson.replies:
        check_view(seen(reply.view), len(lesson.names))


@pytest.mark.parametrize(
    ("place", "action", "points"),
    [(0, "6C", 5), (0, "QD", 0), (1, "3S", 5), (1, "9S", 0), (2, "KH", 5), (3, "2D", 0), (5, "5C", 25), (5, "QD", 20)],
)
def test_a_choice_scores_what_the_coach_says(place: int, action: str, points: int) -> None:
    """The column of the score agrees with the words."""
    reply = lessons()[place].reply_to(read_action(action))
    assert seen(reply.view).seats[0].total == points


def test_robbing_is_good_unless_the_ace_is_laid_aside() -> None:
    """Words for a group of actions do not hide those for one of them."""
    good = {reply.action for reply in lessons()[4].replies if reply.good}
    assert good == {Rob(card) for card in lessons()[4].view.hand if card.text != "AD"}


def test_forty_five_has_no_course_of_its_own() -> None:
    """It is much the same game; the course of Twenty-Five ends with what differs."""
    assert GAMES["forty-five"].lessons() == ()
    assert GAMES["twenty-five"].lessons() is lessons()
    assert "Forty-Five" in GAMES["twenty-five"].farewell


def test_the_course_speaks_the_readers_language() -> None:
    """The words of the coach are looked up where they are shown."""
    with speaking("cy", catalogue):
        for lesson in lessons():
            for text in (lesson.title, lesson.text, *(reply.text for reply in lesson.replies)):
                assert _(text) != text
        assert _(GAMES["twenty-five"].farewell).startswith("Dyna Twenty-Five.")
