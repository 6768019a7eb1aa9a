"""The service manager that has started a server: the sockets that it hands over, and what it is told.

It is systemd, or what speaks as that does: sd_listen_fds(3) and sd_notify(3). The server needs no privilege for its
port. Nothing is taken on trust: each descriptor is looked at.
"""

import contextlib
import math
import os
import socket
import stat
from collections.abc import MutableMapping
from typing import Final, NamedTuple

from protocol.language import _
from server.processes.plan import ProcessFault

FIRST: Final = 3
"""The first descriptor that is handed over; the others follow it."""

MOST: Final = 64
"""Maximum number of sockets: no server has more fronts."""

SSH_NAME: Final = "ssh"
"""The name of a socket for SSH: ``FileDescriptorName=`` of the socket unit."""

VARIABLES: Final = ("LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES")


def take_sockets(environment: MutableMapping[str, str], process: int) -> list[socket.socket]:
    """Return the listening sockets for SSH that were handed to a process, and remove the variables that say so.

    None if none were, or if they are for another process.

    Raises:
        ProcessFault: what was handed over is no listening socket for SSH.
    """
    count, owner, names = (environment.pop(name, None) for name in VARIABLES)
    descriptors = handed_over(count, owner, names, process)
    for descriptor in descriptors:
        _check(descriptor)
    return [own_socket(descriptor) for descriptor in descriptors]


def handed_over(count: str | None, owner: str | None, names: str | None, process: int) -> range:
    """Return the descriptors that the variables name for a process.

    Raises:
        ProcessFault: the variables cannot be read, or a socket is not for SSH.
    """
    if count is None or owner is None:
        return range(0)
    if _number_of("LISTEN_PID", owner, 2**31) != process:
        return range(0)
    number = _number_of("LISTEN_FDS", count, MOST)
    # systemd writes a name for each, and may leave the variable out: then all are what this program needs.
    said = names.split(":") if names else [SSH_NAME] * number
    if len(said) != number:
        raise ProcessFault(_("LISTEN_FDNAMES names {names} of {sockets} sockets", names=len(said), sockets=number))
    for name in said:
        if name != SSH_NAME:
            raise ProcessFault(
                _(
                    "the service manager hands over a socket with the name {name}: the socket unit is to say "
                    "FileDescriptorName={wanted}",
                    name=repr(name[:40]),
                    wanted=SSH_NAME,
                )
            )
    return range(FIRST, FIRST + number)


def _number_of(name: str, text: str, most: int) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and 1 <= int(text) <= most:
        return int(text)
    raise ProcessFault(
        _(
            "{name} is {given}, and has to be a whole number from 1 to {most}",
            name=name,
            given=repr(text[:40]),
            most=most,
        )
    )


def _check(descriptor: int) -> None:
    """Check that a descriptor is a listening TCP socket."""
    try:
        is_socket = stat.S_ISSOCK(os.fstat(descriptor).st_mode)
    except OSError as problem:
        raise _fault(descriptor, _("it is not open")) from problem
    if not is_socket:
        raise _fault(descriptor, _("it is no socket"))
    with socket.socket(fileno=os.dup(descriptor)) as looked_at:
        if looked_at.family not in (socket.AF_INET, socket.AF_INET6) or looked_at.type != socket.SOCK_STREAM:
            raise _fault(descriptor, _("it is no TCP socket: the socket unit is to say ListenStream= with a port"))
        if not looked_at.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            raise _fault(descriptor, _("it does not listen: the socket unit is to say Accept=no"))


def _fault(descriptor: int, reason: str) -> ProcessFault:
    return ProcessFault(
        _("descriptor {number} of the service manager cannot be used: {reason}", number=descriptor, reason=reason)
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
