"""What a process measures of itself."""

import asyncio
import time
from pathlib import Path

import pytest

from protocol.version import program_version
from server.metrics.figures import sample
from server.metrics.meters import Meters, ProcessWatch, open_files, resident
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_loop_that_is_late() -> None:
    """Once a second the lag is measured, and counted in the bucket of its size."""
    watch = ProcessWatch("host")
    await asyncio.sleep(10.5)
    figures = {(one.name, dict(one.labels).get("le", "")): one.value for one in watch.samples()}
    watch.close()
    assert figures["chwech_loop_lag_seconds_count", ""] == 11
    assert figures["chwech_loop_lag_seconds_bucket", "0.001"] == 11
    assert figures["chwech_up_seconds", ""] == 10.5
    assert sample("chwech_build_info", 1, version=program_version(), process="host") in watch.samples()
    await asyncio.sleep(5)
    assert {one.value for one in watch.samples() if one.name.endswith("_count")} == {11}


def test_memory_and_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each system tells what it can."""
    assert resident() > 5_000_000
    assert open_files() > 2
    assert time.process_time() > 0

    def nothing(*_: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", nothing)
    monkeypatch.setattr(Path, "iterdir", nothing)
    assert resident() > 5_000_000
    assert open_files() == 0
    monkeypatch.setattr("sys.platform", "darwin")
    assert resident() > 5_000


def test_counts() -> None:
    """What was refused is counted by reason."""
    counted = Meters()
    counted.acknowledged = 2
    counted.refused["not_now"] += 3
    counted.goodbyes["closing"] += 1
    counted.answers.observe(0.002)
    found = {one.name: (one.value, dict(one.labels)) for one in counted.samples() if "bucket" not in one.name}
    assert found == {
        "chwech_acknowledged_total": (2, {}),
        "chwech_refused_total": (3, {"reason": "not_now"}),
        "chwech_goodbyes_total": (1, {"reason": "closing"}),
        "chwech_answer_seconds_sum": (0.002, {}),
        "chwech_answer_seconds_count": (1, {}),
    }
