"""The soak test in small: the real server, killed three times while people play."""

from pathlib import Path

import pytest

from tests.soak.__main__ import main
from tests.soak.kills import play
from tests.soak.tables import fill

ROUNDS = 3  # How often the host is killed; a hundred times in ``python -m tests.soak``.


@pytest.mark.no_cover
async def test_nothing_acknowledged_is_lost_when_the_host_is_killed(tmp_path: Path) -> None:
    """Everything accepted is in the logs once, and everyone plays on."""
    await fill(tmp_path, 5)
    outcome = await play(tmp_path, ROUNDS, people=4)
    assert outcome.kills == ROUNDS
    assert outcome.accepted > 2 * ROUNDS
    assert (outcome.lost, outcome.doubled) == (0, 0)


@pytest.mark.no_cover
async def test_the_command_kills_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    """At its smallest ``make soak`` kills a server with one table once, and says what came of it."""
    await main(["--rounds", "1", "--tables", "1", "--people", "1"])
    said = capsys.readouterr().out
    assert "1 times killed under load" in said
    assert "0 lost, 0 doubled" in said
