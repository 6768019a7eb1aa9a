"""Files that several processes share: banned addresses, and the list of keys that are let in."""

import base64
from pathlib import Path

import asyncssh
import pytest

from server.commands.hosting import copy_bans
from server.fronts.own_files import BANNED_NAME, BannedAddresses
from server.fronts.public_keys import read_keys, with_fingerprints
from server.fronts.ssh.transport.limiter import farewell
from server.storage.store import Ban


def a_ban(what: str, until: float | None = None) -> Ban:
    """Make a ban of a network."""
    return Ban("address", what, what, 1.0, until, "root", "floods")


def test_a_banned_address_reads_why_in_every_language(tmp_path: Path) -> None:
    """Whoever comes from a banned network reads until when, until it is over; all others read nothing."""
    now = 100.0
    copy_bans(tmp_path, (a_ban("192.0.2.0/24", 200.0), a_ban("2001:db8::/64")))
    addresses = BannedAddresses(tmp_path / BANNED_NAME, lambda: now)
    english, _, welsh = addresses.words("192.0.2.7").partition(" / ")
    assert english == "you are banned from this server until 1970-01-01 00:03 UTC: floods"
    assert "gwahardd" in welsh
    assert addresses.words("2001:0db8:0000:0000").startswith("you are banned from this server: floods")
    for address in ("192.0.3.7", "2001:0db8:0000:0001", "this machine", "unknown"):
        assert addresses.words(address) == ""
    now = 200.0
    assert addresses.words("192.0.2.7") == ""


def test_changes_are_heard_of(tmp_path: Path) -> None:
    """A new file counts at once; one that is gone or cannot be read changes nothing."""
    path = tmp_path / BANNED_NAME
    addresses = BannedAddresses(path)
    assert addresses.words("192.0.2.7") == ""
    copy_bans(tmp_path, (a_ban("192.0.2.7/32"),))
    assert addresses.words("192.0.2.7")
    for damage in (lambda: path.write_bytes(b"{"), path.unlink):
        damage()
        assert addresses.words("192.0.2.7")
    copy_bans(tmp_path, ())
    assert addresses.words("192.0.2.7") == ""


@pytest.mark.parametrize("words", ["", "x", "seven..", "a longer sentence, with its own end: ŵ"])
def test_a_farewell_is_a_packet(words: str) -> None:
    """After the line of the version there is one packet, padded to eight bytes by four at least."""
    line, _, packet = farewell(words).partition(b"\r\n")
    assert line == b"SSH-2.0-chwech"
    assert len(packet) % 8 == 0
    assert int.from_bytes(packet[:4], "big") == len(packet) - 4
    padding = packet[4]
    assert 4 <= padding < 16
    assert packet[5:-padding] == b"\x01\0\0\0\x01" + len(words.encode()).to_bytes(4, "big") + words.encode() + bytes(4)


ANN = f"SHA256:{'A' * 43}"


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
