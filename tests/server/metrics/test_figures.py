"""Figures as text, and back; the dashboard that draws them."""

import json
import re
from pathlib import Path
from typing import Final

import pytest

from server.metrics.figures import FAMILIES, Histogram, Sample, family_of, read, sample, written

DASHBOARD: Final = Path(__file__).parents[3] / "packaging" / "grafana" / "chwech.json"


def test_samples_are_written_by_family() -> None:
    """Each family has its help and its kind once, whatever the order of the samples, and comes back as it was."""
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
    assert read(text) == [samples[1], samples[0], samples[2]]


def test_a_histogram() -> None:
    """Each bucket holds all that was not slower, and the last one everything."""
    histogram = Histogram((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 7.0):
        histogram.observe(seconds)
    assert histogram.samples("chwech_answer_seconds") == [
        sample("chwech_answer_seconds_bucket", 2, le="0.1"),
        sample("chwech_answer_seconds_bucket", 3, le="1.0"),
        sample("chwech_answer_seconds_bucket", 4, le="+Inf"),
        sample("chwech_answer_seconds_sum", 7.65),
        sample("chwech_answer_seconds_count", 4),
    ]


@pytest.mark.parametrize(
    "line",
    ["", "# HELP x y", "no value", "UPPER 1", "chwech_sessions 1e", "chwech_sessions{a=1} x", "x" * 5000, "a{} 1 2"],
)
def test_what_is_no_sample_is_passed_over(line: str) -> None:
    """A page of another program, or a damaged one, gives what can be read of it."""
    assert [one for one in read(f"{line}\nchwech_queue 2") if one.value] == [Sample("chwech_queue", 2.0)]


def test_families() -> None:
    """Only a histogram has buckets, a sum and a count."""
    assert family_of("chwech_answer_seconds_bucket") == "chwech_answer_seconds"
    assert family_of("chwech_sessions_count") == family_of("other") == ""
    assert all(name.endswith("_total") == (kind == "counter") for name, (kind, _about) in FAMILIES.items())


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
