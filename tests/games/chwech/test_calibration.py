"""The tool that holds what a review predicts against what then comes."""

import pytest

from games.chwech.review import BUDGETS
from games.kit.review import Pace
from tests.games.chwech.any_net import SMALL, any_net
from tools import calibrate_review
from tools.calibrate_review import Forecast, main, tenths


def test_tenths_are_cut_by_what_was_predicted() -> None:
    """Each tenth has its mean prediction, its mean result, and how surely that is known."""
    found = [Forecast(float(number), number + (1.0 if number % 2 else -1.0)) for number in range(40)]
    cut = tenths(found[::-1])
    assert [one.predicted for one in cut] == [4 * place + 1.5 for place in range(10)]
    assert [one.realised for one in cut] == [one.predicted for one in cut]
    assert cut[0].error == pytest.approx(0.9014, abs=0.001)


def test_the_smallest_run_prints_its_tenths(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says how many decisions it saw, and a line for each tenth; beyond the bar it fails."""
    monkeypatch.setattr(calibrate_review, "net", any_net)
    monkeypatch.setitem(BUDGETS, Pace.QUICK, SMALL)
    assert main(["--decisions", "20", "--quick", "--bar", "0"]) == 1
    capsys.readouterr()
    assert main(["--decisions", "20", "--quick", "--bar", "1000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("20 decisions in ")
    assert len(lines) == 11
