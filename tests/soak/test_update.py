"""The soak of updates in small: one person at a terminal, and one update."""

from pathlib import Path

import pytest

from tests.server.commands.program import Program
from tests.soak.update import play


@pytest.mark.no_cover
async def test_an_update_while_people_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is cut off, someone comes anew, and nothing that was acknowledged is lost."""
    monkeypatch.setenv("PYTHONPATH", "")
    outcome = await play(tmp_path / "data", Program(tmp_path / "program"), sessions=1, updates=1)
    assert outcome.updates[0].startswith("version v1 has taken over from v0; 1 person stays on a front")
    assert outcome.answers
    assert (outcome.cut, outcome.newcomers, outcome.kept.lost, outcome.kept.doubled, outcome.faults) == (0, 1, 0, 0, [])
