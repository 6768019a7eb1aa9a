"""The claim of a supervisor to a data directory."""

import os
import re
from pathlib import Path

import pytest

from server import file_lock
from server.file_lock import holder, try_lock
from server.processes.claim import CLAIM_NAME, claimed, is_claimed
from server.processes.plan import ProcessFault


def test_a_second_one_is_told_of_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told the process and since when; afterwards the directory is free again."""
    monkeypatch.setattr(file_lock, "PATIENCE", 0.0)
    said = rf"another server is using .* \(process {os.getpid()}, since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d UTC\): end it"
    with claimed(tmp_path):
        assert is_claimed(tmp_path)
        with pytest.raises(ProcessFault, match=said), claimed(tmp_path):
            pass
    assert not is_claimed(tmp_path)
    with claimed(tmp_path):
        assert (tmp_path / CLAIM_NAME).stat().st_mode & 0o777 == 0o600


def test_whether_it_is_claimed_is_found_without_a_trace(tmp_path: Path) -> None:
    """Where nobody ever served nothing is made."""
    assert not is_claimed(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_cannot_be_written_is_left_to_the_host(tmp_path: Path) -> None:
    """The claim is no reason to fail: the host says what is wrong there."""
    with claimed(tmp_path / "nowhere"):
        assert not is_claimed(tmp_path / "nowhere")


@pytest.mark.parametrize("text", ["", "\x1b[31m", "process 1\x07", "somebody", "process \xff"])
def test_a_holder_who_says_nothing_sensible_is_not_named(text: str, tmp_path: Path) -> None:
    """What another program has written there does not reach the terminal."""
    (tmp_path / "lock").write_text(text, "latin-1")
    assert holder(tmp_path / "lock") == ("process \ufffd" if text.endswith("\xff") else "")
    assert holder(tmp_path / "none") == ""


def test_a_longer_name_of_an_earlier_holder_leaves_nothing(tmp_path: Path) -> None:
    """The file holds one line, of whoever holds it now."""
    path = tmp_path / "lock"
    path.write_text("process 123456789, since long ago, and much else\nmore\n")
    with path.open("r+b") as file:
        assert try_lock(file.fileno())
        assert re.fullmatch(rf"process {os.getpid()}, since [-0-9: ]+ UTC\n", path.read_text())
        with path.open("r+b") as other:
            assert not try_lock(other.fileno())
