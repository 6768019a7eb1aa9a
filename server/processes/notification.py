"""What a service manager is told of this server, in the datagrams of systemd (sd_notify(3))."""

import contextlib
import math
import os
import socket
from collections.abc import MutableMapping
from typing import Final, NamedTuple

from protocol.language import _
from server.processes.plan import ProcessFault

READY: Final = "READY=1"

STOPPING: Final = "STOPPING=1"

WATCHDOG: Final = "WATCHDOG=1"

_LONGEST_STATUS: Final = 200

_LONGEST_INTERVAL: Final = 10**12
"""Microseconds: eleven days."""


class Manager(NamedTuple):
    """A service manager that wants to be told."""

    address: str = ""
    """Its datagram socket; empty if there is no service manager."""

    watchdog: float = math.inf
    """Seconds within which it wants the next sign of life; infinite if it wants none."""


NOBODY: Final = Manager()


def service_manager(environment: MutableMapping[str, str], process: int) -> Manager:
    """Return the service manager that the environment names, and remove the variables, which are not for children.

    Raises:
        ProcessFault: the variables cannot be read.
    """
    address = environment.pop("NOTIFY_SOCKET", "")
    interval = environment.pop("WATCHDOG_USEC", "")
    owner = environment.pop("WATCHDOG_PID", "")
    if address and (address[0] not in "/@" or len(address) == 1):
        raise ProcessFault(
            _("NOTIFY_SOCKET is {given}, and has to be a path or a name that begins with @", given=repr(address[:80]))
        )
    # A parent's watchdog is its own affair.
    if not interval or (owner and owner != str(process)):
        return Manager(address)
    if not (interval.isascii() and interval.isdecimal() and 1 <= int(interval[:20]) <= _LONGEST_INTERVAL):
        raise ProcessFault(
            _("WATCHDOG_USEC is {given}, and has to be a number of microseconds", given=repr(interval[:40]))
        )
    return Manager(address, int(interval) / 1e6)


def reloading(nanoseconds: int) -> tuple[str, str]:
    """Return the lines that begin a reload, at a time of the monotonic clock; ``READY`` ends it."""
    return "RELOADING=1", f"MONOTONIC_USEC={nanoseconds // 1000}"


def status_line(text: str) -> str:
    """Return the line that tells a person how the server is; line breaks would begin another line."""
    return f"STATUS={' '.join(text.split())[:_LONGEST_STATUS]}"


class Notifier:
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
