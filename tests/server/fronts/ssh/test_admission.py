"""Apps start one at a time."""

import asyncio

import pytest

from server.fronts.ssh.terminal import app_session as admission
from server.fronts.ssh.terminal.app_session import StartQueue, TooManyWaiting


async def test_starts_come_one_after_the_other_in_their_order() -> None:
    """Nobody starts while another does, and nobody is passed over."""
    door = StartQueue()
    seen: list[str] = []

    async def come(name: str) -> None:
        async with door.turn():
            seen.append(f"{name} begins")
            await asyncio.sleep(0)
            seen.append(f"{name} ends")

    await asyncio.gather(*(come(name) for name in "abc"))
    assert seen == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]


async def test_others_are_served_between_two_starts() -> None:
    """The loop turns at least once before the next one."""
    door = StartQueue()
    loop = asyncio.get_running_loop()
    seen: list[str] = []

    async def come(name: str) -> None:
        async with door.turn():
            seen.append(name)
            loop.call_soon(seen.append, "a key")

    await asyncio.gather(come("first"), come("second"))
    assert seen == ["first", "a key", "second", "a key"]


async def test_the_queue_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes when it is full is sent away at once; there is room again when a start is over."""
    monkeypatch.setattr(admission, "WAITING", 1)
    door = StartQueue()
    async with door.turn():
        with pytest.raises(TooManyWaiting, match="try again"):
            await door.turn().__aenter__()
    async with door.turn():
        pass


async def test_who_leaves_the_queue_holds_up_nobody() -> None:
    """A visitor who goes while waiting is forgotten."""
    door = StartQueue()

    async def come() -> None:
        async with door.turn():
            pass

    async with door.turn():
        waiting = asyncio.create_task(come())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})
    await come()
    assert door._waiting == 0
