"""The listening sockets: bound once by the supervisor, kept open, and inherited by the serving processes.

A child that dies takes no waiting connection with it, and a port that was chosen at random keeps its number.
"""

import contextlib
import errno
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from protocol.language import _
from server.processes.plan import Address, ProcessFault

LONGEST: Final = 107 if sys.platform == "linux" else 103
"""Maximum length in bytes of the path of a Unix socket."""

FRONTS_NAME: Final = "fronts.sock"
"""The socket in the data directory through which the fronts connect."""

LINK_PORT: Final = 2226
"""The port at which other machines reach the host of this one."""

HOST_KEY_NAME: Final = "ssh_host_key"
"""The file in the data directory with the key by which clients recognise this server."""


def check_path(path: Path) -> None:
    """Check the path of a socket.

    Raises:
        ProcessFault: it is too long for the kernel.
    """
    if not _fits(path):
        raise ProcessFault(
            _(
                "the path of the Unix socket {path} has {number} bytes, the system takes {most}: "
                "choose a shorter one with --socket, or a shorter --data",
                path=path,
                number=len(os.fsencode(path)),
                most=LONGEST,
            )
        )


@contextlib.contextmanager
def fronts_path(data: Path) -> Iterator[Path]:
    """Return the path of the fronts' socket: in the data directory or, if that path is too long, a temporary one.

    Raises:
        ProcessFault: no path is short enough.
    """
    path = data / FRONTS_NAME
    if _fits(path):
        yield path
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="chwech-") as short:
        path = Path(short) / FRONTS_NAME
        check_path(path)
        yield path


def _fits(path: Path) -> bool:
    return len(os.fsencode(path)) <= LONGEST


BACKLOG: Final = 100

LEFT_SECONDS: Final = 1.0
"""Seconds to wait for a port that is in use."""

_PAUSE: Final = 0.02

SPREADS: Final = sys.platform == "linux" and hasattr(socket, "SO_REUSEPORT")
"""True if the kernel distributes connections among sockets that share a port; elsewhere one socket serves all."""

_EVERY_ADDRESS: Final = "0.0.0.0"  # noqa: S104 - a server for others has to be reachable


def bind_fronts(address: Address, fronts: int) -> list[socket.socket]:
    """Create a listening socket for each front, all on one port.

    Raises:
        ProcessFault: the address is not of this machine, or the port is in use or needs privileges.
    """
    try:
        return _bind_fronts(address, fronts)
    except PermissionError as problem:
        raise ProcessFault(
            _(
                "cannot listen for SSH on {address}: {reason}; a port below 1024 needs a privilege, "
                "docs/hosting.md tells which: choose another with --ssh",
                address=address,
                reason=problem.strerror,
            )
        ) from problem
    except (OSError, UnicodeError, OverflowError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise ProcessFault(
            _("cannot listen for SSH on {address}: {reason}; choose another with --ssh", address=address, reason=why)
        ) from problem


def bind_host(address: Address, option: str = "--tcp") -> list[socket.socket]:
    """Create the listening sockets of a TCP address, one for each IP address of its host name.

    Raises:
        ProcessFault: the address is not of this machine, or the port is in use.
    """
    with contextlib.ExitStack() as closing:
        try:
            made = [closing.enter_context(_listen(*place)) for place in _places(address)]
        except (OSError, UnicodeError, OverflowError) as problem:
            why = getattr(problem, "strerror", None) or problem
            raise ProcessFault(
                _(
                    "cannot listen on {address}: {reason}; choose another with {option}",
                    address=address,
                    reason=why,
                    option=option,
                )
            ) from problem
        closing.pop_all()
    return made


def bind_metrics(address: Address, *, public: bool) -> list[socket.socket]:
    """Create the listening sockets of the page of figures; ``public`` says that others may reach it.

    Raises:
        ProcessFault: others could reach it and are not to, or nobody can listen there.
    """
    if not (public or is_loopback(address.host)):
        text = _("{address} is more than this machine: add --metrics-public if others may read", address=address)
        raise ProcessFault(text)
    return bind_host(address, "--metrics")


def bind_link(address: Address | None, towards: Callable[[], str]) -> list[socket.socket]:
    """Create the listening sockets for other machines; ``towards`` returns the usual address, which has a usual port.

    Raises:
        ProcessFault: nobody can listen there.
    """
    if address is not None:
        return bind_host(address, "--link")
    host = towards()
    try:
        return bind_host(Address(host, LINK_PORT), "--link")
    except ProcessFault:
        # A second server of this machine has another port; others read it in the database.
        return bind_host(Address(host, 0), "--link")


def is_loopback(host: str) -> bool:
    """Return True if nobody but this machine reaches a host of this name."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def address_of(listener: socket.socket) -> Address:
    """Return the address that a socket listens on."""
    name = listener.getsockname()
    return Address(str(name[0]), int(name[1]))


_Where = tuple[str | int | bytes, ...]
_Place = tuple[socket.AddressFamily, _Where]


def _bind_fronts(address: Address, fronts: int) -> list[socket.socket]:
    family, where = _places(address)[0]
    first = _listen(family, where)
    if fronts == 1 or not SPREADS:
        return [first] * fronts
    # A shared port would be shared with another server too: the first socket, which does not share, detects that.
    port = address_of(first).port
    first.close()
    with contextlib.ExitStack() as closing:
        shared = (where[0], port, *where[2:])
        made = [closing.enter_context(_listen(family, shared, share=True)) for _number in range(fronts)]
        closing.pop_all()
    return made


def _places(address: Address) -> list[_Place]:
    if not address.host:
        both = socket.has_dualstack_ipv6()
        return [(socket.AF_INET6, ("::", address.port)) if both else (socket.AF_INET, (_EVERY_ADDRESS, address.port))]
    found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return list(dict.fromkeys((family, (*place,)) for family, _kind, _protocol, _name, place in found))


def _bind(listener: socket.socket, where: _Where) -> None:
    """Bind a socket; retry briefly, since the remains of a killed server release their ports within moments."""
    patient_until = time.monotonic() + LEFT_SECONDS
    while True:
        try:
            listener.bind(where)
            return
        except OSError as problem:
            if problem.errno != errno.EADDRINUSE or time.monotonic() > patient_until:
                raise
        time.sleep(_PAUSE)


def _listen(family: socket.AddressFamily, where: _Where, *, share: bool = False) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if share:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            # The wildcard covers both IPv4 and IPv6; an explicit address covers only itself.
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(len(where) > 2))
        listener.settimeout(0)
        _bind(listener, where)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
