"""A copy of the database that is made from entries: each counts once, in its turn, and damage is never guessed at."""

import contextlib
import sqlite3
from pathlib import Path
from zlib import crc32

import msgspec
import pytest

from server.cluster.journal import Entry, JournalBroken
from server.cluster.operations import (
    FORMAT,
    Operation,
    new_operation,
    operation_for,
    read_entry,
)
from server.cluster.replica import Fenced, Refused, apply, begin, place
from server.database_files import DATABASE_NAME
from server.storage import accounts, logs, moderation
from server.storage.connections import connect
from server.storage.store import Account, Appended, Token
from tests.server.cluster.memory_journal import entry_of


def copied(tmp_path: Path) -> sqlite3.Connection:
    """Give the database of a copy, empty."""
    writing, reading = connect(tmp_path / DATABASE_NAME)
    reading.close()
    begin(writing)
    begin(writing)
    return writing


def test_a_gap_is_no_continuation(tmp_path: Path) -> None:
    """An entry that is missing is noticed before anything behind it is carried out."""
    with contextlib.closing(copied(tmp_path)) as connection:
        entry = Entry(2, entry_of(new_operation(1, "lead", ("me",))))
        with pytest.raises(JournalBroken, match="entry 1 of the journal is missing: 2 came instead"):
            apply(connection, (entry,))


def remembered(tmp_path: Path, entries: list[Entry], at_once: int) -> set[str]:
    """Give which operations a copy still knows that carries out so many entries at once."""
    tmp_path.mkdir()
    with contextlib.closing(copied(tmp_path)) as connection:
        for start in range(0, len(entries), at_once):
            apply(connection, tuple(entries[start : start + at_once]))
        return {row[0] for row in connection.execute("SELECT id FROM recent")}


def test_what_is_too_old_to_come_again_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is forgotten now and then, and copies that have come equally far know the same."""
    monkeypatch.setattr("server.cluster.replica.RECENT", 20)
    monkeypatch.setattr("server.cluster.replica.FORGET_EVERY", 8)
    entries = [Entry(number, entry_of(new_operation(number, "lead", ("me",)))) for number in range(1, 65)]
    ids = [read_entry(entry.data)[0].id for entry in entries]
    for length in (27, 28, 40, 47, 64):
        known = remembered(tmp_path / f"{length} singly", entries[:length], 1)
        assert known == remembered(tmp_path / f"{length} together", entries[:length], 11)
        assert known == set(ids[max(0, length // 8 * 8 - 20) : length])


def later() -> bytes:
    """Give an entry of a version that is not there yet."""
    said = msgspec.msgpack.encode((FORMAT + 1, (), "more"))
    return crc32(said).to_bytes(4, "big") + said


def written(name: str, *arguments: object) -> bytes:
    """Give the bytes of an entry with one operation."""
    return entry_of(Operation("0", 0, name, msgspec.Raw(msgspec.msgpack.encode(arguments))))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is not as it was written"),
        (b"\0\0\0\0", "it cannot be read"),
        (b"\0\0\0\0no", "it is not as it was written"),
        (written("fly"), r"newer version of this program \(fly\): install that"),
        (later(), rf"newer version of this program \({FORMAT + 1}\): install that"),
        (written("forget", 1), "what it says cannot be read: Expected `str`"),
    ],
)
def test_what_cannot_be_read_is_not_guessed(tmp_path: Path, data: bytes, why: str) -> None:
    """The position stays where it was."""
    with contextlib.closing(copied(tmp_path)) as connection:
        with pytest.raises(JournalBroken, match=why):
            apply(connection, (Entry(1, data),))
        assert place(connection).position == 0


def test_each_operation_of_an_entry_counts_for_itself(tmp_path: Path) -> None:
    """One that the database refuses, that comes twice, or that comes too late, takes nothing else with it."""
    twice = operation_for(1, moderation.keep_report, b"twice", 10)
    said = [
        new_operation(1, "lead", ("me",)),
        operation_for(1, accounts.register, Account("a", "Anna"), Token("t", b"1")),
        operation_for(1, accounts.register, Account("b", "Ben"), Token("t", b"2")),
        twice,
        operation_for(1, logs.append, "x", 0, b"1", None),
        new_operation(2, "lead", ("another",)),
        operation_for(1, logs.append, "x", 1, b"late", None),
        twice,
        operation_for(2, logs.append, "x", 1, b"2", None),
    ]
    entry = entry_of(*said)
    with contextlib.closing(copied(tmp_path)) as connection:
        outcomes, here = apply(connection, (Entry(1, entry),))
        results = {outcome.id: outcome.result for outcome in outcomes if outcome.id}
        kinds = [type(results[one.id]) for one in said]
        assert kinds == [int, bool, Refused, int, Appended, int, Fenced, int, Appended]
        assert here == place(connection) == (1, 2, "another")
        assert logs.read(connection, "x") == (b"1", b"2")
        again = entry_of(twice)
        outcomes, here = apply(connection, (Entry(1, entry), Entry(2, again)))
        assert [outcome.result for outcome in outcomes] == [None]
        assert here.position == 2


def test_an_entry_names_only_what_nodes_know() -> None:
    """A query changes nothing, so no entry may be one."""
    with pytest.raises(KeyError):
        operation_for(1, accounts.named, "Anna")


def test_an_entry_keeps_what_is_asked_by_name() -> None:
    """Arguments stand in the order in which a change declares them."""
    short = operation_for(1, logs.append, "x", 0, record=b"1", brief=None)
    assert msgspec.msgpack.decode(short.arguments) == ["x", 0, b"1", None]
    assert short.arguments == operation_for(1, logs.append, "x", 0, b"1", None).arguments
