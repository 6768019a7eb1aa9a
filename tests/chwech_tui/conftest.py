"""Nobody waits longer than they must: a pilot after each key, a link for its return and until it tells of a loss."""

import pytest
from textual import _wait

GRAIN = 0.01  # Seconds for which it is looked whether the app works.

AT_REST = 0.25
"""The share of them that an app at rest may use: measured code uses more than the twentieth that the library allows."""


@pytest.fixture(autouse=True)
def _brisk_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no pilot wait for up to a second until an app that is measured, on a busy machine, looks idle."""
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", GRAIN)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", GRAIN * AT_REST)


@pytest.fixture(autouse=True)
def _hasty_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a link come back at once, and tell at once that it was lost."""
    monkeypatch.setattr("chwech_tui.link.LINGER_SECONDS", 0.0)
    monkeypatch.setattr("chwech_tui.link.SIGN_SECONDS", 0.0)
