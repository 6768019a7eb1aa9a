"""Sockets that are bound once and handed down."""

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from server.processes import sockets
from server.processes.plan import Address, ProcessFault
from server.processes.sockets import address_of, bind_fronts, bind_host

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
