"""The listening sockets, and how others reach them."""

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.processes import sockets
from server.processes.plan import Address, ProcessFault
from server.processes.sockets import (
    LONGEST,
    Reach,
    address_of,
    address_towards,
    bind_fronts,
    bind_host,
    bind_metrics,
    check_path,
    firewall_command,
    is_loopback,
    opening_lines,
    reach,
)

HERE = Address("127.0.0.1", 0)  # Any free port.


@pytest.fixture
def taken() -> Iterator[int]:
    """Give a port where another server listens that would share it."""
    with closing(socket.socket()) as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def close(*listeners: socket.socket) -> None:
    """Close them."""
    for listener in listeners:
        listener.close()


def test_fronts_share_a_port() -> None:
    """Each front gets a listening socket of its own, and all have the same port."""
    listeners = bind_fronts(HERE, 3)
    assert len(set(listeners)) == 3
    assert len({address_of(listener) for listener in listeners}) == 1
    assert all(listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) for listener in listeners)
    close(*listeners)


@pytest.mark.parametrize("fronts", [1, 4])
def test_a_port_in_use_is_never_shared_by_accident(taken: int, fronts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that another server would share is an error all the same, in one line that says what to do."""
    monkeypatch.setattr(sockets, "LEFT_SECONDS", 0.05)
    with pytest.raises(ProcessFault, match=rf"on 127.0.0.1:{taken}: Address already in use; choose .* --ssh$"):
        bind_fronts(Address("127.0.0.1", taken), fronts)
    with pytest.raises(ProcessFault, match=rf"on 127.0.0.1:{taken}: Address already in use; choose another .* --tcp$"):
        bind_host(Address("127.0.0.1", taken))


def test_every_address_is_of_both_kinds() -> None:
    """Without a host the sockets take IPv4 and, where there is one, IPv6."""
    kinds = ["127.0.0.1", "::1"] if socket.has_dualstack_ipv6() else ["127.0.0.1"]
    for listeners in (bind_fronts(Address("", 0), 2), bind_host(Address("", 0))):
        address = address_of(listeners[0])
        for host in kinds:
            socket.create_connection((host, address.port), timeout=20).close()
        close(*listeners)


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", "a" * 70 + ".example", "x..y"])
def test_an_address_that_is_not_of_this_machine(host: str) -> None:
    """An address of another machine, or of none, is named with what helps."""
    with pytest.raises(ProcessFault, match="choose another with --ssh"):
        bind_fronts(Address(host, 0), 2)
    with pytest.raises(ProcessFault, match="choose another with --tcp"):
        bind_host(Address(host, 0))


def test_a_path_that_the_kernel_takes() -> None:
    """As many bytes as fit are accepted, one more is not, and the error says what helps."""
    check_path(Path("/" + "x" * (LONGEST - 1)))
    with pytest.raises(ProcessFault, match=rf"has {LONGEST + 1} bytes, the system takes {LONGEST}: .*--socket, or"):
        check_path(Path("/" + "x" * LONGEST))


EVERYBODY = ".".join("0000")  # Every address of this machine.


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("localhost", True),
        (EVERYBODY, False),
        ("x.example", False),
    ],
)
def test_this_machine_alone(host: str, alone: bool) -> None:
    """An address is of this machine alone only if it says so itself."""
    assert is_loopback(host) == alone


def test_where_figures_are_shown() -> None:
    """A page that others reach is opened only if someone says that they may."""
    for address, public in ((Address("127.0.0.1", 0), False), (Address(EVERYBODY, 0), True)):
        [listener] = bind_metrics(address, public=public)
        listener.close()
    with pytest.raises(ProcessFault, match=r"0\.0\.0\.0:0 is more than this machine: add --metrics-public"):
        bind_metrics(Address(EVERYBODY, 0), public=False)


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
