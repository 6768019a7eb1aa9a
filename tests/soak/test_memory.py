"""The memory soak in small: each of its runs once, with one person or two against a real server."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from tests.soak import memory, sleepers
from tests.soak.memory import GROWTH_BAR, Outcome, rematches, turns, turns_by_ssh, whims

RUNS: dict[str, tuple[Callable[[Path], Awaitable[Outcome]], int]] = {
    "by TCP": (partial(turns, people=1, seconds=0.0), 2),
    "by SSH": (partial(turns_by_ssh, people=1, seconds=0.0), 2),
    "whims": (partial(whims, people=2, seconds=0.0), 2),
    "rematches": (partial(rematches, people=1, games=2), 2),
}
"""Each run, and how often something is done in it."""


@pytest.mark.no_cover
@pytest.mark.parametrize("name", RUNS)
async def test_a_server_does_not_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whatever people do within the limits, the processes of the server stay as big as they were."""
    monkeypatch.setattr(memory, "TURN_SECONDS", 0.01)
    monkeypatch.setattr(memory, "HEAVY_SECONDS", 0.2)
    monkeypatch.setattr(sleepers, "LENGTH", 40)
    run, times = RUNS[name]
    outcome = await run(tmp_path)
    assert outcome.done == times
    assert outcome.growths
    assert all(growth.after - growth.before <= GROWTH_BAR for growth in outcome.growths)
