"""What a service manager is told."""

import math
import os
import socket
from contextlib import closing
from pathlib import Path

import pytest

from server.processes.plan import ProcessFault
from server.processes.service_manager import NOBODY, Manager, Notifier, service_manager, status_line
from tests.server.processes.manager import ServiceManager


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


@pytest.mark.parametrize(
    ("environment", "fault"),
    [
        ({"NOTIFY_SOCKET": "notify"}, "NOTIFY_SOCKET is 'notify', and has to be a path or a name that begins with @"),
        ({"NOTIFY_SOCKET": "@"}, "NOTIFY_SOCKET is '@', and has"),
        ({"WATCHDOG_USEC": "soon"}, "WATCHDOG_USEC is 'soon', and has to be a number of microseconds"),
        ({"WATCHDOG_USEC": "0"}, "WATCHDOG_USEC is '0', and has"),
        ({"WATCHDOG_USEC": "-1"}, "WATCHDOG_USEC is '-1', and has"),
        ({"WATCHDOG_USEC": "9" * 5000}, "WATCHDOG_USEC is '999"),
    ],
)
def test_variables_that_cannot_be_meant_so(environment: dict[str, str], fault: str) -> None:
    """Each fault is told in one sentence."""
    with pytest.raises(ProcessFault) as told:
        service_manager(environment, 7)
    assert fault in str(told.value)


def test_a_message_arrives(tmp_path: Path) -> None:
    """What is told is one datagram, with a line for each assignment."""
    with ServiceManager(tmp_path / "n") as manager, closing(Notifier(Manager(str(manager.path)))) as notifier:
        notifier.tell("READY=1", "STATUS=well")
        assert manager.heard() == ["READY=1\nSTATUS=well"]


def test_a_name_without_a_file_is_reached() -> None:
    """A service manager may listen at a name that only the kernel knows."""
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(f"\0chwech-test-{os.getpid()}")
        manager.settimeout(20)
        with closing(Notifier(Manager(f"@chwech-test-{os.getpid()}"))) as notifier:
            notifier.tell("READY=1")
        assert manager.recv(100) == b"READY=1"


@pytest.mark.parametrize("address", ["", "/no/such/socket", "/" + "x" * 300])
def test_nobody_need_listen(address: str) -> None:
    """Without a service manager, or one that is gone, nothing is told and nothing fails."""
    with closing(Notifier(Manager(address))) as notifier:
        notifier.tell("READY=1")
        notifier.show("well")
        notifier.keep_alive(1.0, 2.0)


def test_the_status_is_told_when_it_changes(tmp_path: Path) -> None:
    """The same again is not, and what would be a line of its own stays in the line."""
    with ServiceManager(tmp_path / "n") as manager, closing(Notifier(Manager(str(manager.path)))) as notifier:
        for status in ("", "one", "one", "two\nREADY=1"):
            notifier.show(status)
        assert manager.heard() == ["STATUS=one", "STATUS=two READY=1"]
    assert len(status_line("long " * 1000)) == len("STATUS=") + 200


def test_a_sign_of_life_stands_for_an_answer(tmp_path: Path) -> None:
    """It is sent at most every half of the time that the service manager waits, and only after a new answer."""
    with ServiceManager(tmp_path / "n") as manager, closing(Notifier(Manager(str(manager.path), 20.0))) as notifier:
        assert notifier.pause == 10.0
        sent = []
        for answered_at, now in [(-math.inf, 1), (2, 2), (3, 3), (11.9, 11.9), (11.9, 12), (11.9, 50), (51, 51)]:
            notifier.keep_alive(answered_at, now)
            sent.append(len(manager.heard()))
        assert sent == [0, 1, 0, 0, 1, 0, 1]
