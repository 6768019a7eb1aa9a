"""Databases in which something has changed that nobody wrote: a log is given whole, or not at all."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from chwech import main
from server.defaults import DATABASE_NAME
from server.storage.sqlite import open_store
from server.storage.store import Brief, BrokenLog, StoreFault

RECORDS = tuple(b"record %d" % number * 40 for number in range(1, 11))  # What the log holds.
FLIPS = 100  # In how many copies a byte is changed.


async def fill(directory: Path, *logs: str) -> None:
    """Make a database with logs of ten records."""
    store = open_store(directory)
    for log in logs:
        for number, record in enumerate(RECORDS):
            await store.append(log, number, record, Brief(b"heading", live=number < 9))
    await store.close()


def change(directory: Path, *statements: str) -> None:
    """Change the database as nobody does who means well."""
    with closing(sqlite3.connect(directory / DATABASE_NAME, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM records WHERE number > 7", "it has 7 records, and 10 were stored"),
        ("DELETE FROM records WHERE number < 3", "record 1 of 10 is missing"),
        ("DELETE FROM records WHERE number = 5", "record 5 of 10 is missing"),
        ("DELETE FROM records", "record 1 of 10 is missing"),
        ("UPDATE logs SET length = 7", "it has 10 records, and 7 were stored"),
        ("UPDATE records SET record = x'00' WHERE number = 2", "record 2 of 10 is not as it was written"),
        ("UPDATE records SET number = 11 WHERE number = 10", "record 10 of 10 is missing"),
    ],
)
async def test_a_log_that_is_not_whole(statement: str, words: str, tmp_path: Path) -> None:
    """Where records are missing, or are others, the log is not given, and all others are."""
    await fill(tmp_path, "x")
    change(tmp_path, statement)
    store = open_store(tmp_path)
    await store.append("y", 0, b"1", None)
    with pytest.raises(BrokenLog, match=words):
        await store.read("x")
    assert await store.read("y") == (b"1",)
    await store.close()


async def given(directory: Path, logs: list[str]) -> list[tuple[bytes, ...] | str]:
    """Give what is read of each log, or what is said."""
    try:
        store = open_store(directory)
    except StoreFault as problem:
        return [str(problem)]
    found: list[tuple[bytes, ...] | str] = []
    for log in logs:
        try:
            found.append(await store.read(log))
        except StoreFault as problem:
            found.append(str(problem))
    await store.close()
    return found


async def test_any_byte_that_changes(tmp_path: Path) -> None:
    """Whichever bit of the file is another one, each log is what it was, or unknown, or there is a sentence."""
    whole, copy = tmp_path / "whole", tmp_path / "copy"
    logs = [f"log {number}" for number in range(26)]
    await fill(whole, *logs)
    copy.mkdir()
    content = (whole / DATABASE_NAME).read_bytes()
    noticed = 0
    for seed in range(FLIPS):
        random = Random(seed)
        changed = bytearray(content)
        changed[random.randrange(len(content))] ^= 1 << random.randrange(8)
        (copy / DATABASE_NAME).write_bytes(changed)
        found = await given(copy, logs)
        rewound = [log for log in found if not isinstance(log, str) and log not in (RECORDS, ())]
        assert not rewound, f"seed {seed}"
        noticed += found != [RECORDS] * len(logs)
    assert noticed > FLIPS // 4


@pytest.mark.parametrize("version", [0, 5, 11, 99])
def test_a_database_of_another_program_is_left_as_it_is(
    version: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever version it says it has, no command takes it over, and each says what it is."""
    path = tmp_path / DATABASE_NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(
        StoreFault, match=r"of another program, or from before version 0\.1; move it away, or name another"
    ):
        open_store(tmp_path)
    assert path.read_bytes() == before
    for line in (
        "history",
        "rankings",
        "history 1",
        "status --check",
        "serve --check",
        "data export Ann x",
        "data forget Ann",
        "data backup x",
    ):
        assert main([*line.split(), "--data", str(tmp_path)]) != 0
        said = "".join(capsys.readouterr())
        assert "it is the database of another program" in said, line
