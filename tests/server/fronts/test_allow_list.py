"""The allow-list: who is on it, and what keeps it from being read."""

import base64
from pathlib import Path

import asyncssh
import pytest

from server.fronts.public_keys import allowed_keys, read_keys, with_fingerprints, write_allowed

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
    assert read_keys(f"{line} ann@home\n") == [key.get_fingerprint()]


def test_fingerprints_and_comments_are_read() -> None:
    """What stands behind a fingerprint is the operator's own, and so is what follows a #."""
    assert read_keys(f"\ufeff{ANN}\n# friends\n\n  {ANN} Ann, of course\r\n{BEN}\n#{ANN}") == [ANN, BEN]


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
    with pytest.raises(ValueError, match=r"line 2, .* is neither a public key") as refused:
        read_keys(f"{ANN}\n{line}\n")
    assert str(refused.value).isprintable()


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
    with pytest.raises(ValueError, match=rf"line 2: the key SHA256:\S+ is not accepted{why}"):
        read_keys(f"{ANN}\n{line}\n")


def test_a_public_key_in_a_command_is_told_by_its_fingerprint() -> None:
    """It would be longer than a word may be; every other word is left as it is."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    line = key.export_public_key().decode().split()
    for act in ("allow", "disallow"):
        assert with_fingerprints([act, *line, "Ann of the club"]) == [act, "key", key.get_fingerprint()]
        assert with_fingerprints([act, ANN]) == [act, "key", ANN]
        assert with_fingerprints([act, "Ann"]) == [act, "Ann"]
    assert with_fingerprints(["say", *line]) == ["say", *line]
    with pytest.raises(ValueError, match="is neither a public key"):
        with_fingerprints(["allow", "ssh-ed25519", "AAAA"])


def test_fronts_read_the_copy_anew_when_it_has_changed(tmp_path: Path) -> None:
    """What has become wrong, or has gone, changes nothing."""
    path = tmp_path / "allowed-keys"
    known = allowed_keys(path)
    assert known.look() == frozenset()
    write_allowed(path, [BEN, ANN])
    assert known.look() == {ANN, BEN}
    for damage in (lambda: path.write_bytes(b"["), path.unlink):
        damage()
        assert known.look() == {ANN, BEN}
    write_allowed(path, [])
    assert known.look() == frozenset()
