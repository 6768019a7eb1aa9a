"""The load of the host in small."""

from pathlib import Path

import pytest

from tests.bench.load.__main__ import main
from tests.bench.load.crowd import Crowd
from tests.bench.load.served import DOOR, serving

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured as Linux does"),
]

ONE_DEAL = 108
"""More actions than a deal of six has: nine cards each, and somebody may pass."""

RATE = 50.0
"""Actions a second of one table: the host takes ten of each person."""


async def test_the_benchmark_loads_a_host(capsys: pytest.CaptureFixture[str]) -> None:
    """At its smallest one table is played at, and every figure is there beside its floor."""
    await main(["--tables", "1", "--rate", "40", "--seconds", "0.5"])
    said = capsys.readouterr().out
    for figure in ("sleeping table", "floor:", "awake table", "40 actions/s", "after all have gone", "tottime"):
        assert figure in said


async def test_the_clients_play_deal_after_deal(tmp_path: Path) -> None:
    """A table does not run dry when its first deal ends: everybody agrees to the next one."""
    async with serving(tmp_path):
        crowd = Crowd(tmp_path / DOOR, 1)
        await crowd.come()
        played = 0.0
        while played < ONE_DEAL:
            played += (await crowd.play(RATE, 1)).done
        crowd.hang_up()
