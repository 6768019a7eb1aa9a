"""The lines of the lobby, in every kind of store."""

from pathlib import Path

from server.storage.sqlite import open_store
from server.storage.store import Store


async def test_only_the_newest_lines_stay(store: Store) -> None:
    """However much is said, a store keeps so many lines, in order."""
    assert await store.pinned() == ()
    for number in range(1, 8):
        assert await store.pin(number, bytes([number]), 3)
    assert await store.pinned() == (b"\x05", b"\x06", b"\x07")


async def test_numbers_have_no_gap(store: Store) -> None:
    """A line whose number is not the next one is refused, and nothing changes."""
    assert not await store.pin(2, b"two", 3)
    assert await store.pin(1, b"one", 3)
    for number in (0, 1, 3):
        assert not await store.pin(number, b"other", 3)
    assert await store.pinned() == (b"one",)


async def test_lines_survive(tmp_path: Path) -> None:
    """What was said is there after a new start, and the numbers go on."""
    store = open_store(tmp_path)
    assert await store.pin(1, b"one", 1)
    assert await store.pin(2, b"two", 1)
    await store.close()
    store = open_store(tmp_path)
    assert await store.pinned() == (b"two",)
    assert await store.pin(3, b"three", 1)
    await store.close()
