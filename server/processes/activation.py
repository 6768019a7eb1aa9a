"""The listening sockets that a service manager has opened, as systemd hands them over (sd_listen_fds(3)).

So the server needs no privilege for its port. Nothing is taken on trust: each descriptor is looked at.
"""

import os
import socket
import stat
from collections.abc import MutableMapping
from typing import Final

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
    if _number("LISTEN_PID", owner, 2**31) != process:
        return range(0)
    number = _number("LISTEN_FDS", count, MOST)
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


def _number(name: str, text: str, most: int) -> int:
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
