"""The tool that holds what a review predicts against what then comes."""

import pytest

from games.chwech.review import BUDGETS
from games.kit.review import Pace
from tests.games.chwech.any_net import SMALL, any_net
from tools import calibrate_review
from tools.calibrate_review import main


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
