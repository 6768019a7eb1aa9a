"""Backups: what is in one, what is put back, and what is refused because it is none."""

import io
import sqlite3
import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.defaults import DATABASE_NAME
from server.storage.backup import LARGEST, MOST, make_backup, restore
from server.storage.files import DirectoryLock
from server.storage.store import StoreFault

Parts = dict[str, bytes]


@pytest.fixture
def file(data: Path) -> Path:
    """Give a backup of it."""
    made = data.parent / "saved.tar.gz"
    make_backup(data, made)
    return made


def test_what_is_kept(data: Path, tmp_path: Path) -> None:
    """The database and the small files beside it: nothing large, nothing that is made anew, no link."""
    (data / "large").write_bytes(bytes(LARGEST + 1))
    (data / "chwech.sock").touch()
    (data / "link").symlink_to(data / "ssh_host_key")
    assert make_backup(data, tmp_path / "one.tar.gz") == [DATABASE_NAME, "ssh_host_key"]
    for number in range(MOST):
        (data / f"file{number}").touch()
    with pytest.raises(StoreFault, match=f"has {MOST + 1} files of its own"):
        make_backup(data, tmp_path / "two.tar.gz")
    assert not (tmp_path / "two.tar.gz").exists()


def test_what_cannot_be_saved(data: Path, file: Path, tmp_path: Path) -> None:
    """No database, one that is empty or damaged, and no place for the backup: each is told."""
    with pytest.raises(StoreFault, match="exists, and no backup is ever overwritten"):
        make_backup(data, file)
    with pytest.raises(StoreFault, match="there is no folder"):
        make_backup(data, tmp_path / "no" / "saved.tar.gz")
    with pytest.raises(StoreFault, match="name the right directory with --data"):
        make_backup(tmp_path, tmp_path / "saved")
    (data / DATABASE_NAME).write_bytes(b"")
    with pytest.raises(StoreFault, match="is empty: there is nothing to save"):
        make_backup(data, tmp_path / "saved")
    (data / DATABASE_NAME).write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreFault, match="cannot be copied into"):
        make_backup(data, tmp_path / "saved")


def test_a_server_that_runs_is_left_alone(data: Path, file: Path) -> None:
    """Nothing is put back under a server that works there, whatever is said; nor where no directory can be."""
    with closing(DirectoryLock(data)), pytest.raises(StoreFault, match="another server is using"):
        restore(file, data, "aside", replace=True)
    with pytest.raises(StoreFault, match="is no folder: name another"):
        restore(file, file, "aside", replace=True)


def test_what_is_there_is_moved_aside(data: Path, file: Path) -> None:
    """A database that exists is refused, or moved aside with all that belongs to it."""
    (data / "ssh_host_key").write_bytes(b"another key")
    (data / f"{DATABASE_NAME}-wal").write_bytes(b"")
    (data / "chwech.toml").write_bytes(b"stays")
    with pytest.raises(StoreFault, match=f"{data / DATABASE_NAME} exists: --replace moves it"):
        restore(file, data, "aside", replace=False)
    assert (data / "ssh_host_key").read_bytes() == b"another key"
    assert restore(file, data, "aside", replace=True)[1] == data / "aside"
    assert (data / "ssh_host_key").read_bytes() == b"a key"
    assert (data / "chwech.toml").read_bytes() == b"stays"
    aside = data / "aside"
    assert {path.name for path in aside.iterdir()} >= {DATABASE_NAME, f"{DATABASE_NAME}-wal", "ssh_host_key"}
    assert (aside / "ssh_host_key").read_bytes() == b"another key"
    assert not (data / f"{DATABASE_NAME}-wal").exists()


def test_the_database_is_moved_aside_first(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever sorts before it: interrupted in between, the next start finds no database at all."""
    (data / "a-file").touch()
    file = data.parent / "saved.tar.gz"
    make_backup(data, file)
    moved: list[str] = []
    rename = Path.rename

    def note(path: Path, target: Path) -> Path:
        moved.append(path.name)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", note)
    restore(file, data, "aside", replace=True)
    aside = moved[: moved.index("a-file")]
    assert aside[0] == moved[-1] == DATABASE_NAME
    assert {*aside} >= {DATABASE_NAME, f"{DATABASE_NAME}-last"}
    assert moved[len(aside) :] == ["a-file", "ssh_host_key", "ssh_host_key", "a-file", DATABASE_NAME]


def packed(file: Path, parts: Parts) -> None:
    """Make a backup with other parts."""
    with tarfile.open(file, "w:gz") as tar:
        for name, data in parts.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))


def foreign() -> bytes:
    """Give the database of another program."""
    with closing(sqlite3.connect(":memory:")) as theirs:
        theirs.execute("CREATE TABLE theirs (x)")
        return theirs.serialize()


def newer(own: bytes) -> bytes:
    """Give a database of a version to come."""
    return own[:60] + (10_000).to_bytes(4) + own[64:]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _whole: b"nothing",
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:200] + bytes(4) + whole[204:],
        lambda whole: whole[:-8] + bytes(4) + whole[-4:],
    ],
)
def test_a_damaged_backup(spoil: Callable[[bytes], bytes], file: Path, tmp_path: Path) -> None:
    """A backup that is cut off, or of which a byte was changed, is refused in words, and nothing is changed."""
    file.write_bytes(spoil(file.read_bytes()))
    with pytest.raises(StoreFault, match="is no backup, or is damaged or cut off"):
        restore(file, tmp_path / "new", "aside", replace=False)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["lock"]


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda _own: {}, "there is nothing in it"),
        (lambda own: {"ssh_host_key": b"a key", DATABASE_NAME: own}, "'ssh_host_key', which none has there"),
        (lambda own: {DATABASE_NAME: own, "../etc": b"x"}, "'../etc', which none has there"),
        (lambda own: {DATABASE_NAME: own, "lock": b"x"}, "'lock', which none has there"),
        (lambda own: {DATABASE_NAME: own, f"{DATABASE_NAME}-wal": b"x"}, "-wal', which none has there"),
        (lambda own: {DATABASE_NAME: b"SQLite format 4" + own[15:]}, r"is damaged \(file is not a database\): take"),
        (lambda _own: {DATABASE_NAME: foreign()}, "it is the database of another program"),
        (lambda own: {DATABASE_NAME: newer(own)}, "was made by a newer version"),
    ],
)
def test_what_is_no_backup(spoil: Callable[[bytes], Parts], complaint: str, data: Path, tmp_path: Path) -> None:
    """A file with other things in it than a backup has is refused in words, and nothing is changed."""
    packed(tmp_path / "saved.tar.gz", spoil((data / DATABASE_NAME).read_bytes()))
    with pytest.raises(StoreFault, match=complaint):
        restore(tmp_path / "saved.tar.gz", tmp_path / "new", "aside", replace=False)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["lock"]
    assert not (tmp_path / "etc").exists()


def test_a_backup_is_put_back_elsewhere(data: Path, file: Path, tmp_path: Path) -> None:
    """What was kept is there, and nothing was in the way."""
    made_at, aside = restore(file, tmp_path / "new", "aside", replace=False)
    assert aside is None
    assert made_at > 0
    assert {path.name for path in (tmp_path / "new").iterdir()} == {DATABASE_NAME, "ssh_host_key", "lock"}
