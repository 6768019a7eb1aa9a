"""The columns and panels of a seat of Roque."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.games.registry import GAMES
from chwech_tui.model.ink import plain
from protocol.roque.views import RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.roque.views import AUCTION, BURIED, at
from tests.server.rules.roque.position import THREE

KIND = GAMES["roque"]
FOUR_SETUP, THREE_SETUP = Setup("roque", 4), Setup(THREE, 3)
TRICK = f"{BURIED}, 3C, AC, 4S, 5D"


def columns(view: RoqueView, seat: int, away: str = "") -> str:
    """Give the columns of a seat."""
    return plain(KIND.draw_columns(view, Seat(seat), 1, away))


@pytest.mark.parametrize("setup", [FOUR_SETUP, THREE_SETUP])
@pytest.mark.parametrize("step", [1, 2])
def test_the_columns_fit_their_heading(setup: Setup, step: int) -> None:
    """Also with a long note of absence."""
    width = KIND.columns_width(setup, step)
    assert len(KIND.draw_heading(setup, step)) == width
    view = at(game=setup.game)
    for away in ("", "away", "a bot plays until they are back"):
        assert measure(KIND.draw_columns(view, Seat(0), step, away)) == width


def test_what_a_seat_has_said_stands_in_its_row() -> None:
    """While the auction is on; after it only the bid of the declarer."""
    view = at("bid 85, bid 90, -")
    assert [columns(view, seat).split() for seat in (0, 3, 2, 1)] == [
        ["12", "85", "A", "0", "0", "0"],
        ["12", "90", "B", "0", "0", "0"],
        ["12", "pass", "A", "0", "0", "0"],
        ["12", "B", "0", "0", "0"],
    ]
    later = at(TRICK)
    assert columns(later, 0).split() == ["11", "85", "A", "0", "0", "0"]
    assert columns(later, 3).split() == ["11", "B", "1", "20", "0"]


def test_a_total_below_zero_has_a_minus() -> None:
    """In columns and panels."""
    view = at()
    below = replace(view, seats=(replace(view.seats[0], total=-125), *view.seats[1:]))
    assert columns(below, 0).endswith("−125")
    assert columns(below, 0, "away").split() == ["12", "away", "−125"]
    panel = KIND.draw_panel(below, Seat(0), 25, "", counted=False)
    assert plain(panel[2]).split() == ["0", "tricks", "total", "−125"]


def test_a_panel_tells_the_same_in_three_lines() -> None:
    """Its cards and side, its bid and what it took, its tricks and total."""
    lines = [plain(line) for line in KIND.draw_panel(at(AUCTION), Seat(0), 25, "", counted=False)]
    assert [line.split() for line in lines[1:]] == [["bid", "85", "took", "0"], ["0", "tricks", "total", "0"]]
    assert lines[0].endswith("side A")
    passed = KIND.draw_panel(at("bid 85, -"), Seat(3), 25, "", counted=False)
    assert plain(passed[1]).split() == ["pass", "took", "0"]
    away = KIND.draw_panel(at(AUCTION), Seat(0), 25, "away", counted=False)
    assert plain(away[1]) == "away"
    alone = KIND.draw_panel(at(game=THREE), Seat(0), 25, "", counted=False)
    assert "side" not in plain(alone[0])
