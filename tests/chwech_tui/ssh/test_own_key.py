"""The key that is made for a person who has none: theirs alone, made once, and never overwritten."""

from pathlib import Path

import pytest

from chwech_tui.ssh import own_key as own_keys
from chwech_tui.ssh.identity_file import UnusableKey
from chwech_tui.ssh.own_key import FILE_NAME, own_key


def test_a_key_is_made_once(tmp_path: Path) -> None:
    """The file is for its owner alone, and so is the directory; nothing else is left there."""
    data = tmp_path / "deep" / "data"
    key, made = own_key(data)
    again, made_again = own_key(data)
    assert (made, made_again) == (True, False)
    assert key.get_fingerprint() == again.get_fingerprint()
    assert [path.name for path in data.iterdir()] == [FILE_NAME]
    assert (data / FILE_NAME).stat().st_mode & 0o777 == 0o600
    assert data.stat().st_mode & 0o777 == 0o700


def test_of_two_clients_that_start_at_once_one_makes_the_key(tmp_path: Path) -> None:
    """A key that has appeared meanwhile is taken and not replaced."""
    theirs, _ = own_key(tmp_path)
    own_keys._make(tmp_path / FILE_NAME)
    assert own_key(tmp_path)[0].get_fingerprint() == theirs.get_fingerprint()
    assert len(list(tmp_path.iterdir())) == 1


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """It may have been stolen; what to do is said."""
    own_key(tmp_path)
    (tmp_path / FILE_NAME).chmod(0o644)
    with pytest.raises(UnusableKey, match=r"others can read the key .*chmod 600"):
        own_key(tmp_path)


def test_a_damaged_key_is_said_and_left_alone(tmp_path: Path) -> None:
    """Nobody loses their account by a new key in silence."""
    (tmp_path / FILE_NAME).write_bytes(b"x")
    (tmp_path / FILE_NAME).chmod(0o600)
    with pytest.raises(UnusableKey, match="holds no private key"):
        own_key(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == b"x"


def test_a_directory_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    """A file in the place of the directory is named."""
    (tmp_path / "data").write_text("x")
    with pytest.raises(UnusableKey, match="no key can be made in"):
        own_key(tmp_path / "data")
