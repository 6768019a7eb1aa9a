"""The measurement of the bots runs: its smallest contest, with the numbers that it prints."""

import pytest

from tests.bench import bots


@pytest.mark.no_cover
def test_the_measurement_of_bots_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Two deals of a bar are played and told, and a bar out of reach is missed."""
    near, far = bots.BARS[0]._replace(lead=-99), bots.BARS[0]._replace(lead=99)
    monkeypatch.setattr(bots, "BARS", (near, far))
    monkeypatch.setattr(bots, "JOBS", 1)
    monkeypatch.setattr(bots, "first_in_games", lambda _: 1.0)
    assert bots.main(0.001) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "held" in lines[1]
    assert "MISSED" in lines[2]
