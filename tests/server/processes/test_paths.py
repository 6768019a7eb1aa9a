"""The paths of Unix sockets."""

from pathlib import Path

import pytest

from server.processes import sockets as paths
from server.processes.plan import ProcessFault
from server.processes.sockets import LONGEST, check_path, fronts_path


def test_a_path_that_the_kernel_takes() -> None:
    """As many bytes as fit are accepted, one more is not, and the error says what helps."""
    check_path(Path("/" + "x" * (LONGEST - 1)))
    with pytest.raises(ProcessFault, match=rf"has {LONGEST + 1} bytes, the system takes {LONGEST}: .*--socket, or"):
        check_path(Path("/" + "x" * LONGEST))


def test_bytes_are_counted_and_not_characters() -> None:
    """A character may be several bytes."""
    with pytest.raises(ProcessFault, match="has 120 bytes"):
        check_path(Path("ä" * 60))


def test_the_fronts_come_in_by_the_data_directory() -> None:
    """Where its path is short, the socket lies there, and nothing is made."""
    with fronts_path(Path("/data")) as path:
        assert path == Path("/data/fronts.sock")


def test_a_long_data_directory_gets_a_short_passage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its path is long, the socket lies in a private directory that is removed in the end."""
    with fronts_path(tmp_path / ("d" * LONGEST)) as path:
        assert path.parent.stat().st_mode & 0o777 == 0o700
        path.touch()
    assert not path.parent.exists()
    monkeypatch.setattr(paths, "LONGEST", 5)
    with pytest.raises(ProcessFault, match="the system takes 5"), fronts_path(tmp_path):
        pytest.fail("no path is so short")
