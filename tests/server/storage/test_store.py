"""What every store promises, held by each of them."""

import asyncio

import pytest

from server.storage.store import Appended, Brief, Conflict, Store


async def test_a_log_grows_in_order(store: Store) -> None:
    """Records are read as they were appended."""
    for number in range(5):
        assert await store.append("x", number, bytes([number]), None) == Appended()
    assert await store.read("x") == (b"\0", b"\1", b"\2", b"\3", b"\4")


async def test_a_log_that_was_never_written_is_empty(store: Store) -> None:
    """Reading asks nothing of a log."""
    assert await store.read("nobody") == ()


async def test_logs_do_not_mix(store: Store) -> None:
    """Each log has a length of its own."""
    await store.append("x", 0, b"x", None)
    assert await store.append("y", 0, b"y", None) == Appended()
    assert await store.read("x") == (b"x",)


@pytest.mark.parametrize("expect", [0, 2])
async def test_a_wrong_length_is_a_conflict(store: Store, expect: int) -> None:
    """Who is wrong about the length of a log writes nothing and is told the right one."""
    await store.append("x", 0, b"1", None)
    assert await store.append("x", expect, b"2", None) == Conflict(1)
    assert await store.read("x") == (b"1",)


async def test_one_of_many_wins(store: Store) -> None:
    """Of writers who expect the same length one succeeds."""
    answers = await asyncio.gather(*(store.append("x", 0, bytes([number]), None) for number in range(20)))
    assert [type(answer) for answer in answers].count(Appended) == 1
    assert len(await store.read("x")) == 1


async def test_many_logs_at_once(store: Store) -> None:
    """Appends that come together all arrive, each in its log."""
    answers = await asyncio.gather(*(store.append(f"log {number}", 0, b"1", None) for number in range(700)))
    assert set(map(type, answers)) == {Appended}


async def test_live_logs_are_listed(store: Store) -> None:
    """The last heading of a log is listed until the log can grow no more."""
    await store.append("x", 0, b"1", Brief(b"first", live=True))
    await store.append("y", 0, b"1", Brief(b"other", live=True))
    await store.append("x", 1, b"2", Brief(b"second", live=True))
    await store.append("x", 2, b"3", None)
    assert set(await store.live()) == {b"second", b"other"}
    await store.append("y", 1, b"2", Brief(b"other", live=False))
    assert await store.live() == (b"second",)
