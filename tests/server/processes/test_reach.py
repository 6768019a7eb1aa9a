"""What is said of how others reach a server."""

import hashlib
import socket
from pathlib import Path

import asyncssh
import pytest

from server.processes.plan import Address, ProcessFault
from server.processes.sockets import (
    Reach,
    address_towards,
    firewall_command,
    key_record,
    opening_lines,
    own_addresses,
    reach,
)

EVERYWHERE = Address("::", 2222)


@pytest.mark.parametrize(
    ("public", "listening", "own", "reached"),
    [
        (Address("cards.example", 22), EVERYWHERE, ("192.168.1.2",), Reach(Address("cards.example", 22))),
        (None, EVERYWHERE, ("192.168.1.2", "2a00::7"), Reach(Address("2a00::7", 2222))),
        (None, Address("0.0.0.0", 1), ("192.168.1.2", "fd00::1"), Reach(Address("192.168.1.2", 1), private=True)),  # noqa: S104
        (None, Address("1.2.3.4", 1), ("192.168.1.2",), Reach(Address("1.2.3.4", 1))),
        (None, EVERYWHERE, (), Reach(Address(socket.gethostname(), 2222), private=True)),
    ],
)
def test_the_address_to_tell(public: Address | None, listening: Address, own: tuple[str, ...], reached: Reach) -> None:
    """The public name, else what is listened on, else an address that all can reach, else one of the own network."""
    assert reach(public, listening, own) == reached


def test_own_addresses_are_addresses() -> None:
    """Each is one of this machine; without a network there is none, which is no error."""
    for own in own_addresses():
        with socket.socket(socket.AF_INET6 if ":" in own else socket.AF_INET) as here:
            here.bind((own, 0))


def test_the_record_of_the_key_is_the_one_of_the_dns() -> None:
    """It holds the digest of the public key, which the fingerprint is too, in another writing."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    said = f"the host key is {key.get_fingerprint()}"
    digest = hashlib.sha256(key.public_data).hexdigest()
    assert key_record(said, Address("cards.example", 22)) == f"cards.example. IN SSHFP 4 2 {digest}"
    assert key_record(said, Address("1.2.3.4", 22)) == key_record(said, None) == f"NAME. IN SSHFP 4 2 {digest}"
    assert key_record("nothing of a key", None) == ""


def test_what_has_to_be_open_is_said() -> None:
    """Behind a router the port is forwarded to this machine; a firewall has its command; this machine needs neither."""
    private = Reach(Address("192.168.1.2", 2222), private=True)
    [router, wall] = opening_lines(private, EVERYWHERE, firewall="open {port}")
    assert "forward TCP port 2222 in your router to 192.168.1.2" in router
    assert wall.endswith("open 2222")
    assert opening_lines(Reach(Address("cards.example", 22)), EVERYWHERE, firewall="") == ()
    assert opening_lines(private, Address("127.0.0.1", 2222), firewall="open {port}") == ()


def test_a_firewall_is_found_by_its_files(tmp_path: Path) -> None:
    """One that is installed and off asks for nothing."""
    assert firewall_command(tmp_path) == ""
    (tmp_path / "etc/ufw").mkdir(parents=True)
    (tmp_path / "etc/ufw/ufw.conf").write_text("# ENABLED=yes\nENABLED=no\n")
    assert firewall_command(tmp_path) == ""
    (tmp_path / "run/firewalld").mkdir(parents=True)
    assert "firewall-cmd" in firewall_command(tmp_path)
    (tmp_path / "etc/ufw/ufw.conf").write_text("LOGLEVEL=low\nENABLED=yes\n")
    assert firewall_command(tmp_path).format(port=1) == "sudo ufw allow 1/tcp"


def test_a_firewall_that_cannot_be_looked_at_is_left_out(tmp_path: Path) -> None:
    """What is in the place of its file is no reason to fail."""
    (tmp_path / "etc/ufw/ufw.conf").mkdir(parents=True)
    assert firewall_command(tmp_path) == ""


@pytest.mark.parametrize(
    ("store", "address"),
    [
        ("postgresql://chwech@localhost/chwech", "127.0.0.1"),
        ("postgresql://chwech:s@127.0.0.1:5433,127.0.0.1/chwech?sslmode=require", "127.0.0.1"),
        ("postgresql:///chwech?host=/run/postgresql", "127.0.0.1"),
        ("postgresql://%2Frun%2Fpostgresql/chwech", "127.0.0.1"),
    ],
)
def test_a_store_on_this_machine_is_reached_from_this_machine(store: str, address: str) -> None:
    """By whatever its address says; other machines then need the key `link`."""
    assert address_towards(store) == address


def test_a_store_that_cannot_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody could tell others where this machine is."""

    def fail(*_: object, **_more: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(ProcessFault, match=r"nowhere\.invalid, of the store, cannot be found"):
        address_towards("postgresql://chwech@nowhere.invalid/chwech")
