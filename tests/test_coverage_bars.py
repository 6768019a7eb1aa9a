"""The bars that coverage is held against."""

import sys
from collections.abc import Sequence
from typing import TextIO

import pytest
from coverage import Coverage
from coverage.exceptions import NoDataError

from tools import coverage_bars


class Measured(Coverage):
    """Coverage that was measured elsewhere: a figure for each part, or none."""

    reached: dict[str, float] = {}

    def load(self) -> None:
        """Load nothing."""

    def report(self, *, include: Sequence[str], omit: object, file: TextIO, precision: int) -> float:  # type: ignore[override]
        """Give the figure of the part that is asked for."""
        (pattern,) = include
        if pattern not in self.reached:
            raise NoDataError
        file.write(f"what {pattern} misses\n")
        return self.reached[pattern]


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Give the figures of a repository whose parts all reach their bars."""
    figures = {pattern: bar.least for bar in coverage_bars.BARS for pattern in bar.include}
    monkeypatch.setattr(Measured, "reached", figures)
    monkeypatch.setattr(coverage_bars, "Coverage", Measured)
    return figures


def test_parts_that_reach_their_bars_pass(reached: dict[str, float], capsys: pytest.CaptureFixture[str]) -> None:
    """A part exactly at its bar is good, and takes one line."""
    assert coverage_bars.main() == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(coverage_bars.BARS) == 1 + len(reached)


def test_a_part_just_below_its_bar_fails_with_what_it_misses(
    reached: dict[str, float], capsys: pytest.CaptureFixture[str]
) -> None:
    """One branch more that no test took is enough, however little that is of all."""
    reached["server/tables/*"] = 98.996
    assert coverage_bars.main() == 1
    out = capsys.readouterr().out
    assert "TOO LOW" in out
    assert "what server/tables/* misses" in out
    assert "what protocol/* misses" not in out


def test_a_part_that_was_never_run_fails(reached: dict[str, float], capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing measured is nothing covered."""
    del reached["protocol/*"]
    assert coverage_bars.main() == 1
    assert "nothing of protocol was run" in capsys.readouterr().out


@pytest.mark.no_cover
def test_an_unmeasured_test_is_not_measured() -> None:
    """Nothing counts lines in a test that is marked so, neither here nor in a worker."""
    assert sys.gettrace() is None
