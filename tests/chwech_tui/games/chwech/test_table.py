"""The columns and the panels of Chwech in every language; their pictures are tested with those of the whole table."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import cells, measure
from chwech_tui.games.chwech.table import columns_width, draw_heading, draw_panel, draw_sum, shown_trick
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.catalogues import catalogue
from protocol.chwech.views import ChwechView, Phase, Trick, Turn
from protocol.language import LANGUAGES, speaking
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.values import SHEET, VIEW, trick

NARROW = 21
"""The narrowest panel, in cells."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", [1, 2])
def test_the_heading_is_as_wide_as_the_columns(language: str, step: int) -> None:
    """Whatever the words are, no two of them touch."""
    with speaking(language, catalogue):
        heading = draw_heading(step)
    assert cells(heading) == columns_width(step)
    assert len(heading.split()) >= 6


def test_a_long_heading_takes_room_from_the_narrow_column_before_it() -> None:
    """The Welsh for cards won is longer than the English, and the hand makes room."""
    with speaking("cy", catalogue):
        assert draw_heading(1) == " llaw ennill naw nesaf  × nawr cyfan"


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_a_score_was_made_is_not_cut(language: str) -> None:
    """The widest figures there are stand beside each other, on a line of the table and in a panel."""
    sheet = replace(SHEET, won=(17, 3, 0, 8), left=(2, 3, 9, 2), scores=(56, 18, 0, 56), totals=(567, 18, 0, 56))
    view = replace(VIEW, sheets=(sheet,))
    with speaking(language, catalogue):
        line = plain(draw_sum(view, Seat(0), columns_width(1)))
        panel = draw_panel(view, Seat(0), NARROW, "", counted=True)
    assert line.endswith("567")
    assert "→ 56" in line
    assert [measure(row) for row in panel[1:]] == [NARROW] * 2
    assert "×8" in plain(panel[1])
    assert plain(panel[1]).endswith(" 7")


def view_after(passed: int) -> ChwechView:
    """Give a view in which Owain has taken a trick, and so many seats have passed the lead since."""
    turns = tuple(Turn(Seat((1 + place) % 4)) for place in range(passed))
    last = trick([(0, "5H"), (1, "9H")], taker=1)
    return replace(VIEW, phase=Phase.LEADING, trick=Trick(turns), last_trick=last)


def title(passed: int, width: int) -> str:
    """Give the words above the previous trick."""
    people = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))
    shown = shown_trick(Middle(Setup("chwech", 4), view_after(passed), looking_back=False, people=people), width)
    return plain(shown.titles[0])


def test_who_passed_the_lead_is_told_as_far_as_there_is_room() -> None:
    """By name, by number, or not at all."""
    whole = "Owain takes 2 cards: 9♥ is the highest card"
    assert title(2, 80) == f"{whole}   lead passed by Owain and Rhys"
    assert title(2, 65) == f"{whole}   lead passed by 2"
    assert title(2, 50) == whole
    with speaking("cy", catalogue):
        assert title(1, 80) == "Mae Owain yn cymryd 2 gerdyn: 9♥ yw'r cerdyn uchaf   wedi pasio: Owain"
