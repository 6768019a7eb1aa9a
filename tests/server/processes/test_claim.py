"""The claim of a supervisor to a data directory."""

import os
from pathlib import Path

import pytest

from server import file_lock
from server.processes.plan import CLAIM_NAME, ProcessFault, claimed


def test_a_second_one_is_told_of_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told the process and since when; afterwards the directory is free again."""
    monkeypatch.setattr(file_lock, "PATIENCE", 0.0)
    said = rf"another server is using .* \(process {os.getpid()}, since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d UTC\): end it"
    with claimed(tmp_path):
        assert file_lock.is_locked(tmp_path / CLAIM_NAME)
        with pytest.raises(ProcessFault, match=said), claimed(tmp_path):
            pass
    assert not file_lock.is_locked(tmp_path / CLAIM_NAME)
    with claimed(tmp_path):
        assert (tmp_path / CLAIM_NAME).stat().st_mode & 0o777 == 0o600
