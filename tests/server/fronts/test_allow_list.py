"""The allow-list: who is on it, and what keeps it from being read."""

import base64
import io
import os
from pathlib import Path

import asyncssh
import pytest

from server.fronts import allow_list
from server.fronts.allow_list import LARGEST, AllowList, add_keys, read_allowed
from server.fronts.fault import FrontFault

ANN = f"SHA256:{'A' * 43}"
BEN = f"SHA256:{'B' * 43}"


LARGE = b"".join(len(part).to_bytes(4) + part for part in (b"ssh-rsa", b"\3", b"\x80" + bytes(2048)))
"""An RSA key that takes too long to verify."""

CERTIFICATE = (
    asyncssh.generate_private_key("ssh-ed25519")
    .generate_user_certificate(asyncssh.generate_private_key("ssh-ed25519"), "ann")
    .export_certificate()
    .decode()
)


def public_line(kind: str, size: int = 2048) -> str:
    """Give a new key of a kind as a line of `authorized_keys`; the size is that of an RSA key."""
    key = (
        asyncssh.generate_private_key(kind, key_size=size) if kind == "ssh-rsa" else asyncssh.generate_private_key(kind)
    )
    return key.export_public_key().decode()


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256"])
def test_public_keys_are_known_by_their_fingerprints(kind: str) -> None:
    """A line of `authorized_keys` stands for the fingerprint that a visitor with the key proves."""
    key = asyncssh.generate_private_key(kind)
    line = key.export_public_key().decode().strip()
    assert read_allowed(f"{line} ann@home\n") == {key.get_fingerprint()}


def test_fingerprints_and_comments_are_read() -> None:
    """What stands behind a fingerprint is the operator's own, and so is what follows a #."""
    assert read_allowed(f"# friends\n\n  {ANN} Ann, of course\r\n{BEN}\n#{ANN}") == {ANN, BEN}


@pytest.mark.parametrize(
    "line",
    [
        "ann",
        "SHA256:short",
        f"{ANN}x",
        "ssh-ed25519",
        "ssh-ed25519 AAAA",
        "ssh-ed25519 not-base64",
        "ssh-ed25519 AAAAB3NzaC1yc2EAAAADAQABAAABAQ==",
        'from="10.0.0.1" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ',
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5",
        "\x1b[31m",
        f"\u200b{ANN}",
    ],
)
def test_a_line_that_is_neither_is_named(line: str) -> None:
    """Its number and its beginning are told, with names for what draws nothing, and what would be right."""
    with pytest.raises(FrontFault, match=r"line 2, .* is neither a public key") as refused:
        read_allowed(f"{ANN}\n{line}\n")
    assert str(refused.value).isprintable()


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    """Some editors write one."""
    (tmp_path / "allowed_keys").write_bytes(b"\xef\xbb\xbf" + ANN.encode())
    assert AllowList(tmp_path / "allowed_keys").holds(ANN)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (public_line("ssh-rsa", 1024), ": an RSA key needs 2048 to 16384 bits, and it has 1024"),
        (f"ssh-rsa {base64.b64encode(LARGE).decode()}", ": an RSA key needs 2048 to 16384 bits, and it has 16392"),
        (public_line("ssh-dss"), " because of its kind, ssh-dss"),
        (public_line("ssh-ed448"), " because of its kind, ssh-ed448"),
        (CERTIFICATE, ": it is a certificate"),
    ],
)
def test_a_key_that_nobody_can_come_with_is_named(line: str, why: str) -> None:
    """On the list it would keep its owner out without a word."""
    with pytest.raises(FrontFault, match=rf"line 2: the key SHA256:\S+ is not accepted{why}"):
        read_allowed(f"{ANN}\n{line}\n")


def test_a_change_holds_at_once(tmp_path: Path) -> None:
    """Whoever is added is let in, and whoever is taken away is not; without a file nobody is on the list."""
    path = tmp_path / "allowed_keys"
    known = AllowList(path)
    assert not known.holds(ANN)
    add_keys(path, {ANN: "invited"})
    assert known.holds(ANN)
    assert not known.holds(BEN)
    assert not known.holds("")
    path.write_text(f"{BEN}\n")
    assert (known.holds(ANN), known.holds(BEN), len(known)) == (False, True, 1)
    path.unlink()
    assert not known.holds(BEN)


def test_a_file_that_is_not_touched_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A visit costs a look at the file, no more."""
    path = tmp_path / "allowed_keys"
    add_keys(path, {ANN: ""})
    known = AllowList(path)
    assert known.holds(ANN)
    monkeypatch.setattr(AllowList, "_text", lambda _: "")
    assert known.holds(ANN)


def test_a_file_that_has_become_wrong_leaves_the_list_as_it_was(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither does it let everybody in nor send everybody away; the operator is told why."""
    path = tmp_path / "allowed_keys"
    add_keys(path, {ANN: ""})
    known = AllowList(path)
    known.load()
    for data in (b"zzz\n", b"\xff\n", b"#" * (LARGEST + 1)):
        path.write_bytes(data)
        assert known.holds(ANN)
        with pytest.raises(FrontFault, match=str(path)):
            known.load()
    assert "the list before it holds" in caplog.text


def test_a_file_that_is_wrong_at_first_counts_as_far_as_it_is_right(tmp_path: Path) -> None:
    """So that a bad line locks out nobody else when the list is switched on."""
    path, key = tmp_path / "allowed_keys", f"SHA256:{'A' * 43}"
    path.write_text(f"{key} # Ann\nnonsense\n")
    assert AllowList(path).holds(key)
    path.write_bytes(b"\xff")
    assert not AllowList(path).holds(key)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A folder in its place, and one in a place that is none."""
    with pytest.raises(FrontFault, match="cannot be read: Is a directory"):
        AllowList(tmp_path).load()
    (tmp_path / "file").touch()
    with pytest.raises(FrontFault, match="cannot be read: Not a directory"):
        AllowList(tmp_path / "file" / "x").load()


def test_a_key_gets_a_line_of_its_own(tmp_path: Path) -> None:
    """Also where the operator's editor has left out the last line end; the file is for its owner alone."""
    path = tmp_path / "allowed_keys"
    path.write_text("# friends")
    add_keys(path, {ANN: "invited, 2026-11-22"})
    add_keys(path, {BEN: "b"})
    assert path.read_text() == f"# friends\n{ANN} # invited, 2026-11-22\n{BEN} # b\n"
    add_keys(tmp_path / "new", {ANN: ""})
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_a_full_disk_adds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a line would be no key, so none is left."""
    path = tmp_path / "allowed_keys"
    path.write_text(f"{BEN}\n")

    def fail(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        add_keys(path, {ANN: ""})
    assert path.read_text() == f"{BEN}\n"


def test_a_line_that_is_cut_short_is_a_full_disk() -> None:
    """The system may write a part of it."""

    class Narrow(io.FileIO):
        def write(self, _line: object) -> int:
            return 3

    with Narrow(os.devnull, "w") as file, pytest.raises(OSError, match="No space"):
        allow_list._write_whole(file, b"a line\n")
