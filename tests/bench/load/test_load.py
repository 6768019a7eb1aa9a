"""The load of the host in small."""

from pathlib import Path

import pytest

from tests.bench.load.crowd import SEATS, Crowd
from tests.bench.load.served import DOOR, serving

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured as Linux does"),
]

ONE_DEAL = 108  # More actions than a deal of six has: nine cards each, and someone may pass.
RATE = 50.0  # Actions a second of one table: the host takes ten of each person.


async def test_the_clients_play_deal_after_deal(tmp_path: Path) -> None:
    """A table does not run dry when its first deal ends: everyone agrees to the next one."""
    async with serving(tmp_path):
        crowd = Crowd(tmp_path / DOOR, 1)
        await crowd.come()
        played = 0.0
        while played < ONE_DEAL:
            played += (await crowd.play(RATE, 1)).done
        crowd.hang_up()


async def test_who_is_not_let_in_ends_the_benchmark_with_the_reason(tmp_path: Path) -> None:
    """A crowd that is larger than the host allows does not wait for an answer that never comes."""
    async with serving(tmp_path, connections=SEATS - 1):
        with pytest.raises(ConnectionError, match=r"the server (is full|has closed the connection)"):
            await Crowd(tmp_path / DOOR, 1).come()
