"""Sockets that are bound once and handed down."""

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.processes import sockets
from server.processes.plan import Address, ProcessFault
from server.processes.sockets import (
    LONGEST,
    address_of,
    bind_fronts,
    bind_host,
    bind_metrics,
    check_path,
    fronts_path,
    is_loopback,
)

HERE = Address("127.0.0.1", 0)
"""Any free port."""


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


def test_where_the_kernel_does_not_spread_one_socket_serves_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere every front gets the same socket."""
    monkeypatch.setattr(sockets, "SPREADS", False)
    listeners = bind_fronts(HERE, 3)
    assert len(listeners) == 3
    assert len(set(listeners)) == 1
    close(*listeners)


@pytest.mark.parametrize("fronts", [1, 4])
def test_a_port_in_use_is_never_shared_by_accident(taken: int, fronts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that another server would share is an error all the same, in one line that says what to do."""
    monkeypatch.setattr(sockets, "LEFT_SECONDS", 0.05)
    with pytest.raises(ProcessFault, match=rf"for SSH on 127.0.0.1:{taken}: Address already in use; choose .* --ssh$"):
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


def test_a_machine_without_ipv6(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no IPv6, all addresses are those of IPv4."""
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    [listener] = bind_fronts(Address("", 0), 1)
    assert address_of(listener).host == "0.0.0.0"  # noqa: S104 - only compared
    close(listener)


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_an_address_of_ipv6_means_itself() -> None:
    """An address that is written out takes no connections of the other kind."""
    [listener] = bind_fronts(Address("::", 0), 1)
    assert listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY) == 1
    assert str(address_of(listener)) == f"[::]:{address_of(listener).port}"
    close(listener)


def test_a_name_may_stand_for_several_addresses() -> None:
    """Every address of a name is listened on."""
    listeners = bind_host(Address("localhost", 0))
    numbers = {place[4][0] for place in socket.getaddrinfo("localhost", 0, type=socket.SOCK_STREAM)}
    assert {address_of(listener).host for listener in listeners} == numbers
    close(*listeners)


def test_a_port_for_the_superuser(monkeypatch: pytest.MonkeyPatch) -> None:
    """A low port says where it is told how to get it."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(ProcessFault, match=r":22: Permission denied; a port below 1024 needs .* docs/hosting.md"):
        bind_fronts(Address("", 22), 2)


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


def test_bytes_are_counted_and_not_characters() -> None:
    """A character may be several bytes."""
    with pytest.raises(ProcessFault, match="has 120 bytes"):
        check_path(Path("ä" * 60))


def test_the_fronts_come_in_by_the_data_directory() -> None:
    """Where its path is short, the socket lies there, and nothing is made."""
    with fronts_path(Path("/data")) as path:
        assert path == Path("/data/fronts.sock")


def test_a_long_data_directory_gets_a_short_passage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its path is long, the socket lies in a private directory that is removed in the end."""
    with fronts_path(tmp_path / ("d" * LONGEST)) as path:
        assert path.parent.stat().st_mode & 0o777 == 0o700
        path.touch()
    assert not path.parent.exists()
    monkeypatch.setattr(sockets, "LONGEST", 5)
    with pytest.raises(ProcessFault, match="the system takes 5"), fronts_path(tmp_path):
        pytest.fail("no path is so short")


EVERYBODY = ".".join("0000")
"""Every address of this machine."""


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
    """A page that others reach is opened only if somebody says that they may."""
    for address, public in ((Address("127.0.0.1", 0), False), (Address(EVERYBODY, 0), True)):
        [listener] = bind_metrics(address, public=public)
        listener.close()
    with pytest.raises(ProcessFault, match=r"0\.0\.0\.0:0 is more than this machine: add --metrics-public"):
        bind_metrics(Address(EVERYBODY, 0), public=False)


def test_a_port_in_use() -> None:
    """A port that another program has is told with the option that names another."""
    [listener] = bind_metrics(Address("127.0.0.1", 0), public=False)
    address = Address("127.0.0.1", listener.getsockname()[1])
    with listener, pytest.raises(ProcessFault, match="choose another with --metrics"):
        bind_metrics(address, public=False)
