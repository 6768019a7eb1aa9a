"""The soak test of two machines in small."""

import shutil
from pathlib import Path

import pytest

from tests.soak.machines import main, play


@pytest.mark.no_cover
@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")
async def test_the_other_machine_takes_over(tmp_path: Path) -> None:
    """A host is killed, and one that stands by: all that was acknowledged is stored once, and all play on."""
    party = await play(tmp_path, 2, people=4)
    assert (party.outcome.kills, party.outcome.lost, party.outcome.doubled) == (2, 0, 0)
    assert party.outcome.accepted > 8
    assert [*party.times] == ["kill host", "kill standby"]


@pytest.mark.no_cover
@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")
async def test_the_command_says_what_came_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    """At its smallest it lets two people play until the host is killed."""
    await main(["--rounds", "1", "--people", "2"])
    said = capsys.readouterr().out
    assert "1 faults: " in said
    assert "0 lost, 0 doubled" in said
