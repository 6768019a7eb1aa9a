"""Virtual time passes at once, and says so where it cannot pass at all."""

import asyncio

import pytest

from tests.server.virtual_time import in_virtual_time


def test_whoever_waits_for_ever_is_told() -> None:
    """Nobody who could end the wait is left."""

    @in_virtual_time
    async def scene() -> None:
        await asyncio.Event().wait()

    with pytest.raises(AssertionError, match="nothing will ever happen"):
        scene()


def test_whoever_is_busy_for_ever_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task that never lets time pass ends the test instead of hanging it."""
    monkeypatch.setattr("tests.server.virtual_time.MOST_TURNS", 100)

    @in_virtual_time
    async def scene() -> None:
        while True:
            await asyncio.sleep(0)

    with pytest.raises(AssertionError, match="no time passes"):
        scene()
