"""Addresses that fronts hold off for the host."""

from pathlib import Path

import pytest

from server.commands.hosting import copy_bans
from server.fronts.own_files import BANNED_NAME, LOOK_SECONDS, BannedAddresses
from server.fronts.ssh.transport.limiter import farewell
from server.storage.store import Ban


def a_ban(what: str, until: float | None = None) -> Ban:
    """Make a ban of a network."""
    return Ban("address", what, what, 1.0, until, "root", "floods")


class Times:
    """The clocks of these tests."""

    def __init__(self) -> None:
        self.loop = 0.0
        self.wall = 100.0

    def addresses(self, directory: Path) -> BannedAddresses:
        """Give what is banned in a directory."""
        return BannedAddresses(directory / BANNED_NAME, clock=lambda: self.loop, now=lambda: self.wall)


def test_a_banned_address_reads_why_in_every_language(tmp_path: Path) -> None:
    """Whoever comes from a banned network reads until when, until it is over; all others read nothing."""
    times = Times()
    copy_bans(tmp_path, (a_ban("192.0.2.0/24", 200.0), a_ban("2001:db8::/64")))
    addresses = times.addresses(tmp_path)
    english, _, welsh = addresses.words("192.0.2.7").partition(" / ")
    assert english == "you are banned from this server until 1970-01-01 00:03 UTC: floods"
    assert "gwahardd" in welsh
    assert addresses.words("2001:0db8:0000:0000").startswith("you are banned from this server: floods")
    for address in ("192.0.3.7", "2001:0db8:0000:0001", "this machine", "unknown"):
        assert addresses.words(address) == ""
    times.wall = 200.0
    assert addresses.words("192.0.2.7") == ""


def test_changes_are_heard_of(tmp_path: Path) -> None:
    """A new file counts within a second; one that is gone or cannot be read changes nothing."""
    times = Times()
    addresses, path = times.addresses(tmp_path), tmp_path / BANNED_NAME
    assert addresses.words("192.0.2.7") == ""
    copy_bans(tmp_path, (a_ban("192.0.2.7/32"),))
    assert addresses.words("192.0.2.7") == ""
    times.loop += LOOK_SECONDS
    assert addresses.words("192.0.2.7")
    for damage in (lambda: path.write_bytes(b"{"), path.unlink):
        damage()
        times.loop += LOOK_SECONDS
        assert addresses.words("192.0.2.7")
    copy_bans(tmp_path, ())
    times.loop += LOOK_SECONDS
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
