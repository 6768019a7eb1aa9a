"""The soak test in small: the real server, killed three times while people play."""

from pathlib import Path

import pytest

from tests.soak.kills import play
from tests.soak.tables import fill

ROUNDS = 3
"""How often the host is killed; a hundred times in ``python -m tests.soak``."""


@pytest.mark.no_cover
async def test_nothing_acknowledged_is_lost_when_the_host_is_killed(tmp_path: Path) -> None:
    """Everything accepted is in the logs once, and everybody plays on."""
    await fill(tmp_path, 5)
    outcome = await play(tmp_path, ROUNDS, people=4)
    assert outcome.kills == ROUNDS
    assert outcome.accepted > 2 * ROUNDS
    assert (outcome.lost, outcome.doubled) == (0, 0)
