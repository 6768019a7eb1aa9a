"""The table of sizes: what is in ``docs/scaling.md`` follows from the run that is kept."""

import pytest
from msgspec.structs import replace

from tests.bench import sizes
from tests.bench.measure import Better, Findings, Measure
from tests.bench.report import Part, Report, kept

FIGURES = {
    "fronts": {"processor time a key": 1.0, "memory of a session": 0.25, "bytes a key": 600.0},
    "host": {
        "processor time an action at 813/s": 0.9,
        "the same after play": 150.0,
        "highest rate with p99 up to 50 ms": 1000.0,
    },
    "screens": {"an event at a table of seven on 160x50, mean": 0.6},
    "memory": {"a server with two fronts and nobody there, all processes": 120.0},
}


def run(*parts: str) -> Report:
    """Return a run with these parts."""
    made = {}
    for part in parts:
        measures = tuple(Measure(name, "", Better.LESS, (figure,)) for name, figure in FIGURES[part].items())
        made[part] = Part("2026-11-23", 1.0, "a machine", {}, Findings(measures))
    return Report(made)


def test_the_table_is_computed_from_the_run_that_is_kept() -> None:
    """Whoever measures anew and commits the figures has the sizes anew, too."""
    page = sizes.PAGE.read_text("utf-8")
    assert sizes.BEGINS in page
    assert sizes.ENDS in page
    assert sizes.computed(page, kept()) == page


def test_one_host_bears_as_many_as_its_core_plays_for() -> None:
    """Six people cost a third of an action a second; the core is filled as far as it may be."""
    assert sizes.most(sizes.person(run(*FIGURES))) == 12_000


def test_a_host_that_answers_late_bears_fewer() -> None:
    """Whatever its core would play for: 500 actions a second are those of 1,500 tables."""
    one = sizes.person(run(*FIGURES))
    assert sizes.most(replace(one, actions=500.0)) == 9_000


def test_each_size_names_what_it_takes() -> None:
    """A club night fits on the smallest machine; beyond one host there are more servers."""
    rows = sizes.section(run(*FIGURES)).splitlines()
    assert "| a club night | 24 | 1 | under 1 % | 1 | 0.1 GB | under 1 Mbit/s | 4 | nothing |" in rows
    (last,) = (row for row in rows if row.startswith("| 1,000,000 at once"))
    assert last.split(" | ")[1:3] == ["1,000,000", "84"]


def test_a_part_that_was_left_out_leaves_the_page_as_it_is() -> None:
    """Elsewhere than on Linux some parts find nothing, and say so."""
    page, whole = f"Before.\n{sizes.BEGINS}A table.\n{sizes.ENDS}After.\n", run(*FIGURES).parts
    parts = {**whole, "host": replace(whole["host"], findings=Findings(()))}
    assert sizes.computed(page, Report(parts)) == page


@pytest.mark.parametrize("parts", [(), ("fronts", "host")])
def test_a_run_without_a_part_leaves_the_page_as_it_is(parts: tuple[str, ...]) -> None:
    """Figures that were never measured are not made up."""
    page = f"Before.\n{sizes.BEGINS}A table.\n{sizes.ENDS}After.\n"
    assert sizes.computed("Nothing.\n", run(*FIGURES)) == "Nothing.\n"
    assert sizes.computed(page, run(*parts)) == page
    assert sizes.computed(page, run(*FIGURES)).startswith(f"Before.\n{sizes.BEGINS}Everybody presses 1 key a second")
