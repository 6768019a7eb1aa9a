"""What every store promises of finished games, held by each of them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.defaults import DATABASE_NAME
from server.storage.sqlite import open_store
from server.storage.store import Brief, FinishedGame, Store, StoreFault

ANN_AND_BEN = frozenset({"ann", "ben"})


async def finish(store: Store, *logs: str) -> None:
    """Write logs that can grow no more."""
    for log in logs:
        await store.append(log, 0, b"1", Brief(b"", live=False))


async def test_what_waits_to_be_filed(store: Store) -> None:
    """Logs that can grow no more wait, as many at once as one asks for; the others do not."""
    await finish(store, "x", "y", "z")
    await store.append("live", 0, b"1", Brief(b"", live=True))
    assert await store.unfiled(10) == ("x", "y", "z")
    assert await store.unfiled(2) == ("x", "y")


async def test_a_game_is_filed(store: Store) -> None:
    """A game is in the lists of who played it, its record can be read, and its log waits no more."""
    await finish(store, "x")
    assert await store.last_game() == 0
    game = FinishedGame(1, "x", 5.5, b"entry")
    assert await store.file(game, ANN_AND_BEN, "a line\nanother: \u00e4\u2665")
    assert await store.unfiled(10) == ()
    assert await store.last_game() == 1
    assert await store.games("ann", 10) == await store.games("ben", 10) == (game,)
    assert await store.games("cat", 10) == ()
    assert await store.game_record(1) == "a line\nanother: \u00e4\u2665"
    assert await store.game(1) == game
    assert await store.game(0) is await store.game(2) is None


async def test_a_log_is_filed_once(store: Store) -> None:
    """Who files a log again changes nothing and need not know; also where it was passed over."""
    await finish(store, "x", "y")
    await store.file(FinishedGame(1, "x", 5.0, b""), ANN_AND_BEN, "first")
    assert await store.file(FinishedGame(2, "x", 6.0, b""), ANN_AND_BEN, "second")
    await store.pass_over("y")
    assert await store.unfiled(10) == ()
    assert await store.file(FinishedGame(2, "y", 6.0, b""), ANN_AND_BEN, "second")
    assert await store.last_game() == 1
    assert await store.game_record(1) == "first"


@pytest.mark.parametrize("number", [1, 3])
async def test_numbers_have_no_gap(store: Store, number: int) -> None:
    """A number that is taken, or that leaves one out, is refused, and the log waits on."""
    await finish(store, "x", "y")
    await store.file(FinishedGame(1, "x", 5.0, b""), ANN_AND_BEN, "first")
    assert not await store.file(FinishedGame(number, "y", 6.0, b""), ANN_AND_BEN, "second")
    assert await store.unfiled(10) == ("y",)
    assert await store.file(FinishedGame(2, "y", 6.0, b""), frozenset(), "second")


@pytest.mark.parametrize("number", [0, 2, -1, 2**63 - 1])
async def test_a_game_that_is_not_there(store: Store, number: int) -> None:
    """There is no record where there is no game."""
    await finish(store, "x")
    await store.file(FinishedGame(1, "x", 5.0, b""), ANN_AND_BEN, "first")
    assert await store.game_record(number) is None


async def test_the_newest_games(store: Store) -> None:
    """A list begins with the newest game and ends where one does not want more."""
    for number in range(1, 5):
        await finish(store, str(number))
        await store.file(FinishedGame(number, str(number), 5.0, b""), ANN_AND_BEN, "")
    assert [game.number for game in await store.games("ann", 3)] == [4, 3, 2]


async def test_games_are_there_again(tmp_path: Path) -> None:
    """What was filed is there when the store is opened again, in few bytes."""
    store = open_store(tmp_path)
    await finish(store, "x", "y")
    record = '[0,"-"],' * 1000
    await store.file(FinishedGame(1, "x", 5.0, b"entry"), ANN_AND_BEN, record)
    await store.pass_over("y")
    await store.close()
    store = open_store(tmp_path)
    assert await store.unfiled(10) == ()
    assert await store.last_game() == 1
    assert await store.game_record(1) == record
    assert await store.games("ann", 10) == (FinishedGame(1, "x", 5.0, b"entry"),)
    await store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as connection:
        (size,) = connection.execute("SELECT length(record) FROM games").fetchone()
    assert size < len(record) / 10


async def test_an_archive_that_cannot_be_read(tmp_path: Path) -> None:
    """Reading what is damaged raises what every store raises."""
    store = open_store(tmp_path)
    await finish(store, "x")
    await store.file(FinishedGame(1, "x", 5.0, b""), ANN_AND_BEN, "first")
    await store._writer.write(lambda connection: connection.execute("UPDATE games SET record = x'00'"))
    with pytest.raises(StoreFault, match="decompressing"):
        await store.game_record(1)
    await store.close()
