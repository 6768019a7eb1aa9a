"""The sockets of a service manager."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from server.processes import service_manager
from server.processes.plan import ProcessFault
from server.processes.service_manager import handed_over, spread, take_sockets


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Give a stack that closes what the test opens."""
    with ExitStack() as closing:
        yield closing


def listening(stack: ExitStack) -> socket.socket:
    """Give a listening TCP socket."""
    return stack.enter_context(socket.create_server(("127.0.0.1", 0)))


def take(descriptor: int, monkeypatch: pytest.MonkeyPatch) -> list[socket.socket]:
    """Take what lies at a descriptor, as if it were the first that was handed over."""
    monkeypatch.setattr(service_manager, "FIRST", descriptor)
    return take_sockets({"LISTEN_FDS": "1", "LISTEN_PID": "7", "LISTEN_FDNAMES": "ssh"}, 7)


@pytest.mark.parametrize(
    ("count", "owner", "names", "found"),
    [
        (None, None, None, range(0)),
        ("1", None, None, range(0)),
        (None, "7", None, range(0)),
        ("1", "8", "other", range(0)),
        ("1", "7", None, range(3, 4)),
        ("2", "7", "ssh:ssh", range(3, 5)),
        ("64", "7", "", range(3, 67)),
    ],
)
def test_the_variables_name_descriptors(count: str | None, owner: str | None, names: str | None, found: range) -> None:
    """Descriptors begin with 3; what is for another process is not ours, whatever it is called."""
    assert handed_over(count, owner, names, 7) == found


@pytest.mark.parametrize(
    ("count", "owner", "names", "fault"),
    [
        ("1", "x", None, "LISTEN_PID is 'x', and has to be a whole number from 1 to 2147483648"),
        ("1", "-7", None, "LISTEN_PID is '-7', and has"),
        ("0", "7", None, "LISTEN_FDS is '0', and has to be a whole number from 1 to 64"),
        ("65", "7", None, "LISTEN_FDS is '65', and has"),
        ("²", "7", None, "LISTEN_FDS is '²', and has"),
        ("", "7", None, "LISTEN_FDS is '', and has"),
        ("2", "7", "ssh", "LISTEN_FDNAMES names 1 of 2 sockets"),
        ("2", "7", "ssh:http", "a socket with the name 'http': the socket unit is to say FileDescriptorName=ssh"),
    ],
)
def test_variables_that_cannot_be_meant_so(count: str, owner: str, names: str | None, fault: str) -> None:
    """Each fault is told in one sentence."""
    with pytest.raises(ProcessFault) as told:
        handed_over(count, owner, names, 7)
    assert fault in str(told.value)


def test_a_listening_socket_is_taken(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is taken as it is, waits for nobody, and reaches no child by accident."""
    given = listening(stack)
    [taken] = take(os.dup(given.fileno()), monkeypatch)
    stack.enter_context(taken)
    assert taken.getsockname() == given.getsockname()
    assert taken.gettimeout() == 0
    assert not taken.get_inheritable()


def test_the_variables_are_removed() -> None:
    """Children are not to take the sockets for theirs, also where they were for somebody else."""
    environment = {"LISTEN_FDS": "1", "LISTEN_PID": "8", "LISTEN_FDNAMES": "ssh", "HOME": "/"}
    assert take_sockets(environment, 7) == []
    assert environment == {"HOME": "/"}


def test_what_is_no_listening_tcp_socket_is_refused(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed descriptor, a file, a Unix socket, UDP and a connection are named with what is wrong."""
    door = listening(stack)
    connection = stack.enter_context(socket.create_connection(door.getsockname(), timeout=20))
    local = stack.enter_context(socket.socket(socket.AF_UNIX))
    datagrams = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    file = stack.enter_context((tmp_path / "file").open("wb"))
    closed = os.dup(file.fileno())
    os.close(closed)
    faults = {
        closed: "it is not open",
        file.fileno(): "it is no socket",
        local.fileno(): "it is no TCP socket",
        datagrams.fileno(): "it is no TCP socket",
        connection.fileno(): "it does not listen",
    }
    for descriptor, fault in faults.items():
        with pytest.raises(ProcessFault, match=f"descriptor {descriptor} of the service manager .*: {fault}"):
            take(descriptor, monkeypatch)


def test_every_front_and_every_socket_is_served(stack: ExitStack) -> None:
    """Fronts share what there is, and there are as many fronts as sockets at least."""
    one, two = listening(stack), listening(stack)
    assert spread([one], 3) == [one, one, one]
    assert spread([one, two], 3) == [one, two, one]
    assert spread([one, two], 1) == [one, two]
