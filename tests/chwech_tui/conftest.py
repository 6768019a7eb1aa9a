"""How long a pilot waits after each key: as long as the app works, and hardly longer."""

import pytest
from textual import _wait

GRAIN = 0.01
"""Seconds for which it is looked whether the app works."""

AT_REST = 0.25
"""The share of them that an app at rest may use: measured code uses more than the twentieth that the library allows."""


@pytest.fixture(autouse=True)
def _brisk_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no pilot wait for up to a second until an app that is measured, on a busy machine, looks idle."""
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", GRAIN)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", GRAIN * AT_REST)
