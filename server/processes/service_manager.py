"""The service manager that has started a server: the sockets that it hands over, and what it is told.

It is systemd, or what speaks as that does: sd_listen_fds(3) and sd_notify(3). The server needs no privilege for its
port.
"""

import contextlib
import math
import os
import socket
from collections.abc import MutableMapping
from typing import Final, NamedTuple

from protocol.language import _
from server.processes.plan import ProcessFault

FIRST: Final = 3  # The first descriptor that is handed over; the others follow it.

VARIABLES: Final = ("LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES")


def take_sockets(environment: MutableMapping[str, str], process: int) -> list[socket.socket]:
    """Return the listening sockets for SSH that were handed to a process, and remove the variables that say so.

    None if none were, or if they are for another process.

    Raises:
        ProcessFault: what was handed over is no listening socket.
    """
    count, owner, _names = (environment.pop(name, "") for name in VARIABLES)
    if owner != str(process) or not count.isdecimal():
        return []
    return [_listener(FIRST + number) for number in range(int(count))]


def _listener(descriptor: int) -> socket.socket:
    with contextlib.suppress(OSError):
        listener = own_socket(descriptor)
        if listener.family != socket.AF_UNIX and listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            return listener
        listener.detach()
    raise ProcessFault(
        _(
            "descriptor {number} of the service manager is no listening TCP socket: "
            "the socket unit is to say ListenStream= with a port, and Accept=no",
            number=descriptor,
        )
    )


def own_socket(descriptor: int) -> socket.socket:
    """Return a descriptor as a socket that only those children inherit to which it is handed."""
    os.set_inheritable(descriptor, False)  # noqa: FBT003 - the function takes it only so
    listener = socket.socket(fileno=descriptor)
    listener.settimeout(0)
    return listener


def spread(listeners: list[socket.socket], fronts: int) -> list[socket.socket]:
    """Return a socket for each front, each of the listeners at least once.

    Fronts that share one socket take connections from one queue; whichever is free is first.
    """
    return [listeners[number % len(listeners)] for number in range(max(fronts, len(listeners)))]


READY: Final = "READY=1"

STOPPING: Final = "STOPPING=1"

WATCHDOG: Final = "WATCHDOG=1"

_LONGEST_STATUS: Final = 200


class Manager(NamedTuple):
    """A service manager that wants to be told."""

    address: str = ""
    """Its datagram socket; empty if there is no service manager."""
    watchdog: float = math.inf
    """Seconds within which it wants the next sign of life; infinite if it wants none."""


NOBODY: Final = Manager()


def service_manager(environment: MutableMapping[str, str], process: int) -> Manager:
    """Return the service manager that the environment names, and remove the variables, which are not for children."""
    address, interval, owner = (
        environment.pop(name, "") for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
    )
    # A parent's watchdog is its own affair.
    watched = interval.isdecimal() and owner in ("", str(process))
    return Manager(address, int(interval) / 1e6) if watched else Manager(address)


def reloading(nanoseconds: int) -> tuple[str, str]:
    """Return the lines that begin a reload, at a time of the monotonic clock; ``READY`` ends it."""
    return "RELOADING=1", f"MONOTONIC_USEC={nanoseconds // 1000}"


def status_line(text: str) -> str:
    """Return the line that tells a person how the server is; line breaks would begin another line."""
    return f"STATUS={' '.join(text.split())[:_LONGEST_STATUS]}"


class ServiceNotifier:
    """Tells a service manager; without one, nothing."""

    def __init__(self, manager: Manager = NOBODY) -> None:
        self.manager: Final = manager
        self._status = ""
        self._alive_at = -math.inf
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) if manager.address else None
        if self._socket is not None:
            self._socket.settimeout(0)

    @property
    def pause(self) -> float:
        """Seconds between two signs of life: half of what the service manager waits."""
        return self.manager.watchdog / 2

    def tell(self, *lines: str) -> None:
        """Send one datagram of lines; a service manager that has gone or takes nothing is no reason to fail."""
        if self._socket is None:
            return
        address = self.manager.address
        where = f"\0{address[1:]}" if address.startswith("@") else address
        with contextlib.suppress(OSError):
            self._socket.sendto("\n".join(lines).encode(), os.fsencode(where))

    def show(self, status: str) -> None:
        """Send the status if it has changed."""
        if status and status != self._status:
            self._status = status
            self.tell(status_line(status))

    def keep_alive(self, answered_at: float, now: float) -> None:
        """Send a sign of life when one is due, if the server has answered since the last one."""
        if now - self._alive_at >= self.pause and answered_at > self._alive_at:
            self._alive_at = now
            self.tell(WATCHDOG)

    def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            self._socket.close()
