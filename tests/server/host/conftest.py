"""Tests whose tables run in the process of their host, and once more at another node of a cluster."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.server.host.world import elsewhere

ELSEWHERE_TOO: Final = frozenset({
    "test_absences",
    "test_blocks",
    "test_clocks",
    "test_correspondence",
    "test_desk",
    "test_freed",
    "test_guests",
    "test_hints",
    "test_hosting",
    "test_meeting",
    "test_meeting_faults",
    "test_people",
    "test_playing",
    "test_ratings",
    "test_refusals",
    "test_repeats",
    "test_takeover",
    "test_talking",
    "test_tournaments",
    "test_trouble",
    "test_two_devices",
    "test_watching",
})  # fmt: skip
"""The files of those tests that hold for tables of a cluster as for any."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of these files in both places."""
    if metafunc.module.__name__.rpartition(".")[2] in ELSEWHERE_TOO:
        places = [False] if metafunc.definition.get_closest_marker("here") else [False, True]
        metafunc.fixturenames.append("place")
        metafunc.parametrize("place", places, indirect=True, ids=("here", "elsewhere")[: len(places)])


@pytest.fixture
def place(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let tables run there."""
    before = elsewhere.set(request.param)
    yield
    elsewhere.reset(before)
