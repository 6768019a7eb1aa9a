"""Files of the client: the tokens of servers, and copies of records."""

import errno
import io
from pathlib import Path

import pytest

from chwech_tui.files import FILE_NAME, TokenFile, UnusableKeyring, UnusablePath, keep_copy, whole_path


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
    for place in ("ssh://cards.example:2222", "a:1 robot", "b:2"):
        keyring.keep(place, "")
    assert again.places() == ("tcp://b:2", "cards.example:2222", "tcp://a:1"), "the newest first, without programs"


@pytest.mark.parametrize("content", [b"[1]", b"{", b'{"a": 1}', b"\xff"])
def test_a_damaged_file_is_said(tmp_path: Path, content: bytes) -> None:
    """A file that is no keyring is named, and never overwritten in silence."""
    (tmp_path / FILE_NAME).write_bytes(content)
    with pytest.raises(UnusableKeyring, match="damaged"):
        TokenFile(tmp_path).token("a:1")
    with pytest.raises(UnusableKeyring, match="damaged"):
        TokenFile(tmp_path).keep("a:1", "one")
    assert TokenFile(tmp_path).places() == ()


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


def test_a_copy_is_what_it_was_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is kept as it is, in the place that the path names from here or from home."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert keep_copy("a.jsonl", "♣\n") == str(tmp_path / "a.jsonl")
    assert keep_copy("~/b.jsonl", "two\nlines\n") == str(tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == "♣\n".encode()
    assert (tmp_path / "b.jsonl").read_bytes() == b"two\nlines\n"


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """A file that is there stays as it is, and so does what a link leads to."""
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_text("mine")
    link.symlink_to(tmp_path / "beyond")
    for path in (there, link):
        with pytest.raises(UnusablePath, match=r"already exists"):
            keep_copy(str(path), "other")
    assert there.read_text() == "mine"
    assert not (tmp_path / "beyond").exists()


@pytest.mark.parametrize(
    ("path", "why"),
    [("missing/x", "No such file or directory"), ("x\0y", "null byte"), ("~nobody-of-this-name/x", "home directory")],
)
def test_a_path_that_cannot_be_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, why: str) -> None:
    """The text says where nothing can be made, and why."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusablePath, match=f"cannot create .*{why}"):
        keep_copy(path, "")
    with pytest.raises(UnusablePath, match="an empty path already exists"):
        keep_copy("", "")


def test_a_path_is_told_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins where one is, or at home; what cannot be made whole stays as it was typed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/megan")
    assert whole_path("x") == f"{tmp_path}/x"
    assert whole_path("~/x") == "/home/megan/x"
    assert whole_path("~nobody-of-this-name/x") == "~nobody-of-this-name/x"


def test_half_a_copy_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk is full nothing is left behind."""

    class Full(io.StringIO):
        """A file on a full disk."""

        def write(self, text: str, /) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    def opened(path: Path, *_mode: str, **_how: str) -> Full:
        path.touch()
        return Full()

    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(UnusablePath, match="cannot be written: No space left on device"):
        keep_copy(str(tmp_path / "x"), "text")
    assert not list(tmp_path.iterdir())
