"""What every store promises of closed logs that are compacted; and how much room that gives back."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.defaults import DATABASE_NAME
from server.storage.compaction import ClosedLog
from server.storage.sqlite import open_store
from server.storage.store import Appended, Brief, CompactedLog, Conflict, FinishedGame, Store

ANN = frozenset({"ann"})


async def fill(store: Store) -> None:
    """Write a game that is filed, a log that is passed over, one that waits, and one that can grow."""
    for log in ("done", "over", "waits"):
        assert await store.append(log, 0, b"1", Brief(log.encode(), live=False)) == Appended()
    await store.append("live", 0, b"1", Brief(b"live", live=True))
    await store.file(FinishedGame(1, "done", 100.0, b"entry"), ANN, "the record")
    await store.pass_over("over")


async def test_what_can_be_compacted(store: Store) -> None:
    """Only closed logs that are filed or passed over, page by page, and no game that ended too late."""
    await fill(store)
    done, over = ClosedLog("done", 100.0, b""), ClosedLog("over", None, b"over")
    assert await store.closed_logs(101.0, "", 9) == (done, over)
    assert await store.closed_logs(100.0, "", 9) == (over,)
    assert await store.closed_logs(101.0, "", 1) == (done,)
    assert await store.closed_logs(101.0, "done", 9) == (over,)


async def test_a_log_is_compacted(store: Store) -> None:
    """Its records are gone and its name stays taken; its game is as it was."""
    await fill(store)
    for _ in range(2):
        await store.compact("done")
        with pytest.raises(CompactedLog):
            await store.read("done")
        for expected in (0, 1):
            assert await store.append("done", expected, b"2", Brief(b"", live=True)) == Conflict(0)
        assert [closed.log for closed in await store.closed_logs(101.0, "", 9)] == ["over"]
    assert await store.game_record(1) == "the record"
    assert [game.number for game in await store.games("ann", 9)] == [1]
    assert await store.live() == (b"live",)
    assert await store.unfiled(9) == ("waits",)


async def test_others_are_never_compacted(store: Store) -> None:
    """A log that can grow, that waits to be filed, or that does not exist stays as it is."""
    await fill(store)
    for log in ("live", "waits", "nothing"):
        await store.compact(log)
    assert [await store.read(log) for log in ("live", "waits", "nothing")] == [(b"1",), (b"1",), ()]


async def test_a_restart_misses_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The next server does not take a compacted log for a loss."""
    store = open_store(tmp_path)
    await fill(store)
    await store.compact("done")
    await store.close()
    caplog.set_level(logging.WARNING)
    store = open_store(tmp_path)
    with pytest.raises(CompactedLog):
        await store.read("done")
    await store.close()
    assert caplog.messages == []
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as connection:
        assert connection.execute("SELECT log FROM records ORDER BY log").fetchall() == [
            ("live",),
            ("over",),
            ("waits",),
        ]
