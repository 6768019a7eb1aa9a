"""The scores of Roque: those of a deal, and a finished game as its record tells it."""

import json

import pytest

from chwech_tui.drawing.round import draw_scores
from chwech_tui.games.registry import GAMES
from chwech_tui.model.ink import plain
from protocol.roque.events import Ending
from protocol.roque.views import Phase, RoqueView
from protocol.setup import Setup
from tests.chwech_tui.games.roque.views import at
from tests.chwech_tui.games.stage import find, people, record_of

KIND = GAMES["roque"]
FOUR, THREE = Setup("roque", 4), Setup("roque-three", 3)


def failed(view: RoqueView) -> bool:
    """Tell whether a deal was lost."""
    return view.phase is Phase.DEALING and bool(view.sheets) and view.sheets[-1].ending is Ending.FAILED


def test_a_deal_that_failed() -> None:
    """The bid stands with the declarer; points below zero have a minus, and what was laid aside is shown."""
    board = find(FOUR, failed)
    view = board.game
    assert isinstance(view, RoqueView)
    sheet, page = view.sheets[-1], len(view.sheets) - 1
    assert sheet.declarer is not None
    score = KIND.deal_score(view, page, board.people)
    row = plain(score.rows[sheet.declarer]).split()
    assert row[1] == str(sheet.bid)
    assert row[-2] == f"−{sheet.bid}"
    assert score.heading.split() == ["side", "bid", "tricks", "took", "points", "total"]
    assert score.notes[0].startswith("Laid aside: ")
    assert plain(score.title).startswith(f"Deal {page + 1}   ")
    assert KIND.points(view, page) == sheet.points
    assert KIND.sides(view) == (0, 1, 0, 1)
    scores = [plain(line) for line in draw_scores(board, 60)]
    assert f" −{sheet.bid}" in scores[1 + sheet.declarer]


def test_three_have_no_sides() -> None:
    """Nor a column for them."""
    board = find(THREE, failed)
    view = board.game
    assert isinstance(view, RoqueView)
    score = GAMES["roque-three"].deal_score(view, len(view.sheets) - 1, people(3))
    assert score.heading.split() == ["bid", "tricks", "took", "points", "total"]
    assert GAMES["roque-three"].sides(view) == ()
    assert not any("partners" in note for note in score.notes)


def test_a_deal_that_everybody_passed() -> None:
    """It has neither trumps nor cards laid aside."""
    score = KIND.deal_score(at("-, -, -, -"), 0, people(4))
    assert plain(score.title).endswith("Everybody has passed: nothing is scored.")
    assert len(score.notes) == 1


@pytest.mark.parametrize("on", [FOUR, THREE], ids=lambda on: on.game)
def test_a_record_gives_the_result(on: Setup) -> None:
    """The rules by their name, the scores of each deal with a minus where they are below zero."""
    record = record_of(on)
    kind = GAMES[on.game]
    result = kind.read_result(record)
    assert result is not None
    plain_record = json.loads(record)
    assert (result.rules, list(result.totals)) == (kind.title, plain_record["totals"])
    assert result.deals[0][0].strip() == str(plain_record["deals"][0]["scores"][0]).replace("-", "−")
    plain_record["deals"][0]["scores"].append(5)
    assert kind.read_result(json.dumps(plain_record)) is None
    assert kind.read_result(json.dumps(plain_record | {"deals": [], "game": "rook"})) is None
    assert kind.read_result("{") is None
