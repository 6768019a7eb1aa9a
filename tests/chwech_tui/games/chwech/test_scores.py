"""The scores of Chwech, and a finished game as its record tells it, in every language."""

import pytest

from chwech_tui.drawing.line import cells, measure
from chwech_tui.games.chwech.deal import deal_score, read_result
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, speaking
from protocol.vocabulary import Seat
from tests.chwech_tui.replays import record_of
from tests.chwech_tui.values import VIEW

PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))
NAME = 20
"""The width of the column of names before the scores, in cells."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_ends_below_the_end_of_its_title(language: str) -> None:
    """The columns are as wide as their titles, and fit beside the names on a narrow screen."""
    with speaking(language, catalogue):
        score = deal_score(VIEW, 0, PEOPLE)
    assert {measure(row) for row in score.rows} == {cells(score.heading)}
    assert cells(score.heading) + NAME <= 78
    for sign in "×=":
        places = {plain(row).index(sign) for row in score.rows}
        assert places == {score.heading.index(sign)}


def test_the_titles_are_in_the_language_of_the_reader() -> None:
    """English as ever, and Welsh with wider columns where its words are longer."""
    assert deal_score(VIEW, 0, PEOPLE).heading == "  left   won      played × factor = score      total"
    with speaking("cy", catalogue):
        score = deal_score(VIEW, 0, PEOPLE)
    assert score.heading == " ar ôl ennill  chwaraewyd × ffactor =  sgôr   cyfanswm"
    assert plain(score.title) == "Rhaniad 1 o 8   Rydych chi allan: daw'r rhaniad i ben."


def test_the_rules_of_a_record_are_in_the_language_of_the_reader() -> None:
    """The record itself is the same in every language."""
    record = record_of(deals=1)
    with speaking("cy", catalogue):
        result = read_result(record)
    assert result is not None
    assert result.rules == "rheolau diwygiedig"
