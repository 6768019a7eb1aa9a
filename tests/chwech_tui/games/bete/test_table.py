"""The columns, panels and scores of a seat of Bête."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.games.registry import GAMES
from chwech_tui.model.ink import plain
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.bete.views import PEOPLE, at

KIND = GAMES["bete"]
SETUP = Setup("bete", 4)
PLAYED = "in, in, -, -"
ENDED = f"{PLAYED}, KC, 9C, QC, 7S, JC, QD, AC, KD, 7H, 8H"


@pytest.mark.parametrize("step", [1, 2])
def test_the_columns_fit_their_heading(step: int) -> None:
    """Also with a long note of absence, and many chips."""
    width = KIND.columns_width(SETUP, step)
    assert len(KIND.draw_heading(SETUP, step)) == width
    view = at(alone="play")
    rich = replace(view, seats=(replace(view.seats[0], total=-(6**12)), *view.seats[1:]))
    for away in ("", "away", "a bot plays until they are back"):
        assert measure(KIND.draw_columns(rich, Seat(0), step, away)) == width


def test_what_a_seat_does_stands_in_its_row() -> None:
    """Once it has said so."""
    view = at("in, -")
    rows = [plain(KIND.draw_columns(view, Seat(seat), 1, "")).split() for seat in range(3)]
    assert rows == [["5", "takes", "part", "0", "0"], ["5", "out", "0", "0"], ["5", "0", "0"]]
    against = at("in, -, -, -", alone="play")
    assert "against" in plain(KIND.draw_columns(against, Seat(1), 1, ""))
    panel = [plain(line) for line in KIND.draw_panel(view, Seat(0), 25, "", counted=False)]
    assert panel[1] == "takes part"
    assert panel[2].split() == ["0", "tricks", "chips", "0"]
    assert plain(KIND.draw_panel(view, Seat(0), 25, "away", counted=False)[1]) == "away"


def test_what_a_deal_has_brought() -> None:
    """The pool, a payment, or nothing but the stake and the chip for the King."""
    view = at(ENDED)
    sums = [plain(KIND.draw_sum(view, Seat(seat), 40)).split() for seat in range(3)]
    assert sums == [["the", "pool", "→", "+6", "+6"], ["bête", "→", "−6", "−6"], ["out", "→", "−2", "−2"]]
    panel = [plain(line) for line in KIND.draw_panel(view, Seat(1), 25, "", counted=True)]
    assert panel[1] == "bête"
    assert panel[2].split() == ["→", "−6", "chips", "−6"]
    assert KIND.points(view, 0) == (6, -6, -2, -2)


def test_the_sheet_of_a_deal() -> None:
    """With what was in the pool, and what becomes of it."""
    score = KIND.deal_score(at(ENDED), 0, PEOPLE)
    assert plain(score.title) == "Deal 1   You win the pool of 4 chips."
    assert score.heading.split() == ["took", "part", "tricks", "chips", "total"]
    assert plain(score.rows[0]).split() == ["✓", "4", "+6", "+6"]
    assert score.notes == (
        "In the pool: 4 chips.",
        "You held the King of trumps: every other player pays you a chip.",
        "For the next pool: 4 chips.",
    )
    last = KIND.deal_score(at(ENDED, deals=1), 0, PEOPLE)
    assert last.notes[-1] == "What was left in the pool has been shared out."
    alone = KIND.deal_score(at("-, in, -, -", 0), 0, PEOPLE)
    assert len(alone.notes) == 2
