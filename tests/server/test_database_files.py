"""Where the database of a data directory lies."""

from pathlib import Path

from server.database_files import DATABASE_NAME, MIGRATED_NAME, REPLICA_NAME, database_folder


def make(*files: Path) -> None:
    """Make files with their folders."""
    for path in files:
        path.parent.mkdir(exist_ok=True, parents=True)
        path.touch()


def test_where_the_database_lies(tmp_path: Path) -> None:
    """A node uses its copy, also beside the database that was moved into the cluster; a server moved out its own."""
    assert database_folder(tmp_path) == tmp_path
    make(tmp_path / DATABASE_NAME)
    assert database_folder(tmp_path) == tmp_path
    make(tmp_path / REPLICA_NAME / DATABASE_NAME)
    assert database_folder(tmp_path) == tmp_path
    make(tmp_path / MIGRATED_NAME)
    assert database_folder(tmp_path) == tmp_path / REPLICA_NAME
    (tmp_path / DATABASE_NAME).unlink()
    (tmp_path / MIGRATED_NAME).unlink()
    assert database_folder(tmp_path) == tmp_path / REPLICA_NAME
