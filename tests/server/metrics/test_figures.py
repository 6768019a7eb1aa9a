"""Figures: what is counted, and how it is written down and read."""

import asyncio
import json
import re
from pathlib import Path
from typing import Final

from protocol.version import program_version
from server.metrics import (
    FAMILIES,
    Meters,
    ProcessWatch,
    family_of,
    packed,
    sample,
    unpacked,
    written,
)
from tests.server.virtual_time import in_virtual_time

DASHBOARD: Final = Path(__file__).parents[3] / "packaging" / "grafana" / "chwech.json"


def test_samples_are_written_by_family() -> None:
    """Each family has its help and its kind once, in whatever order samples come; they are handed over as they are."""
    samples = [
        sample("chwech_memory_bytes", 123456789, process="host"),
        sample("chwech_sessions", 3),
        sample("chwech_memory_bytes", 1.5, process="front 1"),
        sample("chwech_unknown", 1),
    ]
    text = written(samples)
    assert text.splitlines() == [
        "# HELP chwech_sessions Connections of people and programs that have said who they are.",
        "# TYPE chwech_sessions gauge",
        "chwech_sessions 3",
        "# HELP chwech_memory_bytes The resident memory of a process.",
        "# TYPE chwech_memory_bytes gauge",
        'chwech_memory_bytes{process="host"} 123456789',
        'chwech_memory_bytes{process="front 1"} 1.5',
    ]
    assert unpacked(packed(samples)) == samples


def test_the_dashboard_draws_what_there_is() -> None:
    """Every figure that the dashboard names exists, and every figure is drawn."""
    dashboard = json.loads(DASHBOARD.read_text("utf-8"))
    drawn = {
        family_of(name)
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\bchwech_\w+", target["expr"])
    }
    assert drawn == set(FAMILIES)
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]]
    assert len({*places}) == len(places)


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
