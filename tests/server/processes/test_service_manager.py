"""The service manager: the sockets that it hands over, and what it is told."""

import math
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from server.processes.plan import ProcessFault
from server.processes.service_manager import (
    NOBODY,
    Manager,
    ServiceNotifier,
    service_manager,
    spread,
    status_line,
    take_sockets,
)
from tests.server.processes.manager import ServiceManager


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
    monkeypatch.setattr("server.processes.service_manager.FIRST", descriptor)
    return take_sockets({"LISTEN_FDS": "1", "LISTEN_PID": "7", "LISTEN_FDNAMES": "ssh"}, 7)


def test_a_listening_socket_is_taken(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is taken as it is, waits for nobody, and reaches no child by accident."""
    given = listening(stack)
    [taken] = take(os.dup(given.fileno()), monkeypatch)
    stack.enter_context(taken)
    assert taken.getsockname() == given.getsockname()
    assert taken.gettimeout() == 0
    assert not taken.get_inheritable()


def test_the_variables_are_removed() -> None:
    """Children are not to take the sockets for theirs, also where they were for someone else."""
    environment = {"LISTEN_FDS": "1", "LISTEN_PID": "8", "LISTEN_FDNAMES": "ssh", "HOME": "/"}
    assert take_sockets(environment, 7) == []
    assert environment == {"HOME": "/"}


def test_what_is_no_listening_tcp_socket_is_refused(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed descriptor, a file, a Unix socket, UDP and a connection are named with what would be right."""
    door = listening(stack)
    connection = stack.enter_context(socket.create_connection(door.getsockname(), timeout=20))
    local = stack.enter_context(socket.socket(socket.AF_UNIX))
    datagrams = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    file = stack.enter_context((tmp_path / "file").open("wb"))
    closed = os.dup(file.fileno())
    os.close(closed)
    for descriptor in (closed, *(one.fileno() for one in (file, local, datagrams, connection))):
        with pytest.raises(ProcessFault, match=f"descriptor {descriptor} of the service manager is no listening TCP"):
            take(descriptor, monkeypatch)


def test_every_front_and_every_socket_is_served(stack: ExitStack) -> None:
    """Fronts share what there is, and there are as many fronts as sockets at least."""
    one, two = listening(stack), listening(stack)
    assert spread([one], 3) == [one, one, one]
    assert spread([one, two], 3) == [one, two, one]
    assert spread([one, two], 1) == [one, two]


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({}, NOBODY),
        ({"NOTIFY_SOCKET": "/run/notify"}, Manager("/run/notify")),
        ({"NOTIFY_SOCKET": "@notify", "WATCHDOG_USEC": "30000000"}, Manager("@notify", 30.0)),
        ({"NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "7"}, Manager("/n", 1e-6)),
        ({"NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "8"}, Manager("/n")),
    ],
)
def test_the_environment_names_the_service_manager(environment: dict[str, str], found: Manager) -> None:
    """It is read once and removed; a watchdog of another process is none."""
    kept = {**environment, "HOME": "/"}
    assert service_manager(kept, 7) == found
    assert kept == {"HOME": "/"}


@pytest.mark.parametrize("address", ["", "/no/such/socket", "/" + "x" * 300])
def test_nobody_need_listen(address: str) -> None:
    """Without a service manager, or one that is gone, nothing is told and nothing fails."""
    with closing(ServiceNotifier(Manager(address))) as notifier:
        notifier.tell("READY=1")
        notifier.show("well")
        notifier.keep_alive(1.0, 2.0)


def test_the_status_is_told_when_it_changes(tmp_path: Path) -> None:
    """The same again is not, and what would be a line of its own stays in the line."""
    with ServiceManager(tmp_path / "n") as manager, closing(ServiceNotifier(Manager(str(manager.path)))) as notifier:
        for status in ("", "one", "one", "two\nREADY=1"):
            notifier.show(status)
        assert manager.heard() == ["STATUS=one", "STATUS=two READY=1"]
    assert len(status_line("long " * 1000)) == len("STATUS=") + 200


def test_a_sign_of_life_stands_for_an_answer(tmp_path: Path) -> None:
    """It is sent at most every half of the time that the service manager waits, and only after a new answer."""
    with (
        ServiceManager(tmp_path / "n") as manager,
        closing(ServiceNotifier(Manager(str(manager.path), 20.0))) as notifier,
    ):
        assert notifier.pause == 10.0
        sent = []
        for answered_at, now in [(-math.inf, 1), (2, 2), (3, 3), (11.9, 11.9), (11.9, 12), (11.9, 50), (51, 51)]:
            notifier.keep_alive(answered_at, now)
            sent.append(len(manager.heard()))
        assert sent == [0, 1, 0, 0, 1, 0, 1]
