"""What the tests of fronts are spared."""

import pytest

from server.fronts.ssh import front


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no front walk the memory of all tests when it opens: they open a hundred, and each would take 0.2 s."""
    monkeypatch.setattr(front, "settle", lambda _thresholds: lambda: None)
