"""The course of Chwech against the real rules: positions, choices, and what follows from each."""

import re

import pytest

from chwech_tui.drawing.line import wrap
from chwech_tui.games.chwech.deal import check_view
from chwech_tui.games.chwech.lessons import lessons
from chwech_tui.games.registry import GAMES
from chwech_tui.model.ink import Span
from chwech_tui.model.lesson import Lesson, Reply
from protocol.catalogues import catalogue
from protocol.chwech.actions import read_action, write_action
from protocol.language import _, speaking
from protocol.vocabulary import Seat
from server.rules.chwech.deal import InDeal, score
from server.rules.chwech.variant import HAND
from tests.chwech_tui.values import chwech
from tools.make_lessons import COURSE, POSITIONS, make_course, state_of, text_of

COURSE_NAMES = [lesson.title for lesson in lessons()]


def test_the_file_is_what_the_rules_give() -> None:
    """Every view of the course comes from the real rules: making it anew changes nothing."""
    assert COURSE.read_text("utf-8") == text_of(make_course())


def test_every_position_is_taught_once() -> None:
    """The words and the positions are the same dozen."""
    assert len(lessons()) == len(POSITIONS) == 12
    assert len(set(COURSE_NAMES)) == 12


@pytest.mark.parametrize("lesson", lessons(), ids=COURSE_NAMES)
def test_there_is_a_reply_to_each_legal_action(lesson: Lesson) -> None:
    """No more and no fewer, and at least one of them is good."""
    assert {reply.action for reply in lesson.replies} == set(lesson.view.legal)
    assert any(reply.good for reply in lesson.replies)
    for reply in lesson.replies:
        assert lesson.reply_to(reply.action) is reply
        check_view(chwech(reply.view), len(lesson.names))


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_has_every_card_once(name: str) -> None:
    """Hands and piles make the whole pack, each seat was dealt nine cards."""
    state = state_of(POSITIONS[name])
    assert isinstance(state, InDeal)
    frame = state.frame
    assert sum(frame.dealt) == frame.book.pack.everything
    assert [places.bit_count() for places in frame.dealt] == [HAND] * 6
    assert frame.held + sum(frame.piles) == frame.book.pack.everything
    assert tuple(pile.bit_count() for pile in frame.piles) == POSITIONS[name].won


@pytest.mark.parametrize("lesson", lessons(), ids=COURSE_NAMES)
def test_a_good_choice_is_worth_the_most(lesson: Lesson) -> None:
    """Among what the deal would then score, no choice beats all the good ones; the first lesson compares none."""
    if lesson.title == "Follow or pass":
        return
    worth = {reply: _worth(reply) for reply in lesson.replies}
    assert max(worth.values()) == max(worth[reply] for reply in lesson.replies if reply.good)


def _worth(reply: Reply) -> int:
    return chwech(reply.view).seats[0].worth


PRODUCT = re.compile(r"(\d+)(?: played| a chwaraewyd)? × (\d+)(?: won| a enillwyd)? = (\d+)")


@pytest.mark.parametrize("language", ["en", "cy"])
@pytest.mark.parametrize("lesson", lessons(), ids=COURSE_NAMES)
def test_the_figures_of_the_coach_are_right(lesson: Lesson, language: str) -> None:
    """Each product is one, and the score that a reply ends with is that of its view or of another choice."""
    scores = {_worth(reply) for reply in lesson.replies} | {chwech(lesson.view).seats[0].worth}
    for text in (lesson.text, *(reply.text for reply in lesson.replies)):
        with speaking(language, catalogue):
            said = _(text)
        products = PRODUCT.findall(said)
        assert len(products) == len(PRODUCT.findall(text))
        for played, times, total in products:
            assert int(played) * int(times) == int(total)
            assert int(total) in scores
            assert int(total) == score(HAND - int(played), int(times))


@pytest.mark.parametrize("language", ["en", "cy"])
def test_what_the_coach_says_fits_beside_the_smallest_table(language: str) -> None:
    """There are six lines of 29 cells below the title."""
    texts = [text for lesson in lessons() for text in (lesson.text, *(reply.text for reply in lesson.replies))]
    with speaking(language, catalogue):
        told = [_(text) for text in (*texts, GAMES["chwech"].farewell)]
    assert max(len(wrap((Span(text),), 29, hang=0)) for text in told) <= 6


@pytest.mark.parametrize("language", ["en", "cy"])
def test_the_course_takes_five_minutes(language: str) -> None:
    """At 200 words a minute and ten seconds a choice, of which the good one is read; Welsh has more words."""
    with speaking(language, catalogue):
        words = sum(
            len(_(lesson.text).split()) + max(len(_(one.text).split()) for one in lesson.replies if one.good)
            for lesson in lessons()
        )
    assert words / 200 + len(lessons()) / 6 < (5 if language == "en" else 5.25)


def test_a_reply_shows_its_own_score() -> None:
    """What the coach says to the choice that takes nine is what the column shows."""
    nine = lessons()[2]
    reply = nine.reply_to(read_action("QH"))
    assert chwech(reply.view).seats[Seat(0)].worth == 72
    assert "= 72" in reply.text
    assert [write_action(known.action) for known in nine.replies if known.good] == ["QH"]  # type: ignore[arg-type]


def test_the_game_has_its_course() -> None:
    """The interface gives what is tested here, and a farewell."""
    assert GAMES["chwech"].lessons() is lessons()
    assert GAMES["chwech"].farewell
