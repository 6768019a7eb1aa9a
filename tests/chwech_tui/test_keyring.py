"""The keyring: a secret for each server, in a file for its owner alone."""

from pathlib import Path

import pytest

from chwech_tui.keyring import FILE_NAME, TokenFile, UnusableKeyring


def test_a_secret_is_kept_for_each_server(tmp_path: Path) -> None:
    """Secrets are found again, and a new one replaces the old."""
    keyring = TokenFile(tmp_path / "data")
    assert keyring.token("a:1") == ""
    keyring.keep("a:1", "one")
    keyring.keep("b:2", "two")
    keyring.keep("a:1", "three")
    again = TokenFile(tmp_path / "data")
    assert (again.token("a:1"), again.token("b:2")) == ("three", "two")
    assert (tmp_path / "data" / FILE_NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"[1]", b"{", b'{"a": 1}', b"\xff"])
def test_a_damaged_file_is_said(tmp_path: Path, content: bytes) -> None:
    """A file that is no keyring is named, and never overwritten in silence."""
    (tmp_path / FILE_NAME).write_bytes(content)
    with pytest.raises(UnusableKeyring, match="damaged"):
        TokenFile(tmp_path).token("a:1")
    with pytest.raises(UnusableKeyring, match="damaged"):
        TokenFile(tmp_path).keep("a:1", "one")


def test_a_file_that_cannot_be_read_or_written_is_said(tmp_path: Path) -> None:
    """A directory in the place of the file is named."""
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(UnusableKeyring, match="cannot be read"):
        TokenFile(tmp_path).token("a:1")
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    (blocked / "tokens.new").mkdir()
    with pytest.raises(UnusableKeyring, match="cannot be written"):
        TokenFile(blocked).keep("a:1", "one")
