"""The address of a host, and the fingerprint by which a front knows it."""

from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from server.fronts.fault import FrontFault
from server.fronts.remote.host_address import HostAddress, read_host_address
from server.fronts.remote.host_pin import PIN_NAME, HostPin

PIN = "ni6EaDv-WU4OV8UF9pxYvkM4oGN-2qbtzUOx_9Cao28"
OTHER = "gg_PAfyfmXr81w2GlgtZYVqGj59DjgTWk5vI7IyPjBI"
CARDS = HostAddress("cards.example", 2226)


@pytest.mark.parametrize(
    "address",
    [CARDS, CARDS._replace(pin=PIN), HostAddress("2001:db8::1", 1, PIN), HostAddress("192.0.2.1", 65535)],
)
def test_an_address_is_read_as_written(address: HostAddress) -> None:
    """With its fingerprint or without, as a name or in numbers."""
    assert read_host_address(address.option) == address


@pytest.mark.parametrize(
    "text",
    ["", "cards.example", "cards.example:", ":2226", "cards.example:0", "cards.example:65536", "cards.example:٣",
     "2001:db8::1:2226", "[cards]:2226", "a b:1", "-o:1", "cards.example:2226#", f"cards.example:2226#{PIN}",
     f"cards.example:2226#sha256={PIN[:-1]}", f"cards.example:2226#sha256={PIN}x", "x" * 300 + ":1"],
)  # fmt: skip
def test_what_is_no_address(text: str) -> None:
    """It says what would be right."""
    with pytest.raises(ArgumentTypeError, match="is no address of a host: write HOST:PORT, or copy the line"):
        read_host_address(text)


def test_the_first_fingerprint_is_kept(tmp_path: Path) -> None:
    """Where none is named, the first one that is seen holds from then on, also after a start."""
    assert HostPin(tmp_path, CARDS).check(PIN)
    again = HostPin(tmp_path, CARDS)
    assert not again.check(PIN)
    with pytest.raises(FrontFault, match=f"shows another key than expected.*{OTHER}.*--server {CARDS}#sha256={OTHER}"):
        again.check(OTHER)
    assert HostPin(tmp_path, CARDS._replace(port=1)).expected == ""


def test_a_fingerprint_that_is_named_holds(tmp_path: Path) -> None:
    """It wins over the one that is kept, and takes its place once it was seen."""
    HostPin(tmp_path, CARDS).check(OTHER)
    named = HostPin(tmp_path, CARDS._replace(pin=PIN))
    with pytest.raises(FrontFault, match="shows another key"):
        named.check(OTHER)
    assert not named.check(PIN)
    assert HostPin(tmp_path, CARDS).expected == PIN


def test_each_node_has_a_fingerprint_of_its_own(tmp_path: Path) -> None:
    """They are kept side by side, and another one of a node touches none of the others."""
    first, second = HostPin(tmp_path, CARDS), HostPin(tmp_path, CARDS._replace(port=1))
    assert first.check(PIN)
    assert second.check(OTHER)
    assert [HostPin(tmp_path, CARDS._replace(port=port)).expected for port in (CARDS.port, 1)] == [PIN, OTHER]
    assert not HostPin(tmp_path, CARDS._replace(pin=OTHER)).check(OTHER)
    assert [HostPin(tmp_path, CARDS._replace(port=port)).expected for port in (CARDS.port, 1)] == [OTHER, OTHER]


def test_a_fingerprint_is_kept_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where writing it is interrupted, the one before holds: nothing else is trusted in its place."""
    HostPin(tmp_path, CARDS).check(OTHER)

    def interrupt(_handle: int) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", interrupt)
        with pytest.raises(OSError, match="no room"):
            HostPin(tmp_path, CARDS._replace(pin=PIN)).check(PIN)
    assert HostPin(tmp_path, CARDS).expected == OTHER


@pytest.mark.parametrize(
    "kept",
    [b"\xff", b"", b"garbage\n", PIN.encode(), f"{CARDS}\n".encode(), f"{CARDS} {PIN[:-1]}\n".encode(),
     f"{CARDS} {PIN} more\n".encode(), f"cards {PIN}\n".encode()],
)  # fmt: skip
def test_a_damaged_fingerprint(tmp_path: Path, kept: bytes) -> None:
    """Nothing is trusted in its place; a fingerprint that comes with the address mends the file."""
    (tmp_path / PIN_NAME).write_bytes(kept)
    with pytest.raises(FrontFault, match=r"host_fingerprint is damaged: put the file back .*line with #sha256="):
        HostPin(tmp_path, CARDS)
    assert (tmp_path / PIN_NAME).read_bytes() == kept
    assert not HostPin(tmp_path, CARDS._replace(pin=PIN)).check(PIN)
    assert HostPin(tmp_path, CARDS).expected == PIN


def test_a_fingerprint_that_cannot_be_read(tmp_path: Path) -> None:
    """Nothing is trusted in its place, and the fault says why."""
    (tmp_path / PIN_NAME).mkdir()
    with pytest.raises(FrontFault, match="host_fingerprint cannot be read: Is a directory"):
        HostPin(tmp_path, CARDS)
