"""The listening sockets: bound once by the supervisor, kept open, and inherited by the serving processes.

A child that dies takes no waiting connection with it, and a port that was chosen at random keeps its number. And how
others reach this server: the address to tell them, and what has to be open on the way.
"""

import contextlib
import errno
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple

from protocol.language import _
from server.processes.plan import Address, ProcessFault

LONGEST: Final = 107 if sys.platform == "linux" else 103  # Maximum length in bytes of the path of a Unix socket.

FRONTS_NAME: Final = "fronts.sock"
"""The socket in the data directory for the fronts, and for those who look after the server on this machine."""

LINK_PORT: Final = 2226  # The port at which other machines reach the host of this one.

HOST_KEY_NAME: Final = "ssh_host_key"
"""The file in the data directory with the key by which clients recognise this server."""


def check_path(path: Path) -> None:
    """Check the path of a socket; raise ``ProcessFault`` if it is too long for the kernel."""
    if len(os.fsencode(path)) > LONGEST:
        raise ProcessFault(
            _(
                "the path of the Unix socket {path} has {number} bytes, the system takes {most}: "
                "choose a shorter one with --socket, or a shorter --data",
                path=path,
                number=len(os.fsencode(path)),
                most=LONGEST,
            )
        )


BACKLOG: Final = 100

LEFT_SECONDS: Final = 1.0  # Seconds to wait for a port that is in use.

_PAUSE: Final = 0.02

SPREADS: Final = sys.platform == "linux" and hasattr(socket, "SO_REUSEPORT")
"""True if the kernel distributes connections among sockets that share a port; elsewhere one socket serves all."""

_EVERY_ADDRESS: Final = "0.0.0.0"  # noqa: S104 - a server for others has to be reachable


@contextlib.contextmanager
def _explained(address: Address, option: str) -> Iterator[None]:
    """Raise a ``ProcessFault`` that says why nobody can listen at an address, and what helps."""
    try:
        yield
    except (OSError, UnicodeError, OverflowError) as problem:
        why = getattr(problem, "strerror", None) or problem
        if isinstance(problem, PermissionError):
            why = _("{reason}; a port below 1024 needs a privilege, see docs/hosting.md", reason=why)
        text = _(
            "cannot listen on {address}: {reason}; choose another with {option}",
            address=address,
            reason=why,
            option=option,
        )
        raise ProcessFault(text) from problem


def bind_fronts(address: Address, fronts: int) -> list[socket.socket]:
    """Create a listening socket for each front, all on one port; raise ``ProcessFault`` if nobody can listen there."""
    with _explained(address, "--ssh"):
        family, where = _places(address)[0]
        first = _listen(family, where)
        if fronts == 1 or not SPREADS:
            return [first] * fronts
        # A shared port would be shared with another server too: the first socket, which does not share, detects that.
        port = address_of(first).port
        first.close()
        return _all([(family, (where[0], port, *where[2:]), True)] * fronts)


def bind_host(address: Address, option: str = "--tcp") -> list[socket.socket]:
    """Listen at each IP address of a TCP address's host name; raise ``ProcessFault`` if nobody can listen there."""
    with _explained(address, option):
        return _all([(*place, False) for place in _places(address)])


def bind_metrics(address: Address, *, public: bool) -> list[socket.socket]:
    """Listen for readers of figures; raise ``ProcessFault`` if strangers could, without ``public``, or nobody can."""
    if not (public or is_loopback(address.host)):
        text = _("{address} is more than this machine: add --metrics-public if others may read", address=address)
        raise ProcessFault(text)
    return bind_host(address, "--metrics")


def bind_link(address: Address | None, towards: Callable[[], str]) -> list[socket.socket]:
    """Listen for other machines, usually on the address ``towards`` the store; raise ``ProcessFault`` if nobody can."""
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


def _all(places: Sequence[tuple[socket.AddressFamily, _Where, bool]]) -> list[socket.socket]:
    """Listen at all of these places, or at none."""
    with contextlib.ExitStack() as closing:
        made = [closing.enter_context(_listen(family, where, share=share)) for family, where, share in places]
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


SSH_PORT: Final = 22

_EVERYWHERE: Final = ("::", "0.0.0.0", "")  # noqa: S104 - only compared

_OUTSIDE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses outside, to learn from which of its own this machine would send; nothing is sent."""


class Reach(NamedTuple):
    """Where a server is reached."""

    address: Address
    """What others type."""
    private: bool = False
    """True if that leads here only within one's own network."""


def reach(public: Address | None, listening: Address, own: tuple[str, ...]) -> Reach:
    """Return the address to tell others of a server that listens on one, on a machine with its ``own`` addresses."""
    if public is not None:
        return Reach(public)
    found = [listening.host] if listening.host not in _EVERYWHERE else [*filter(_is_global, own), *own]
    host = found[0] if found else socket.gethostname()
    return Reach(Address(host, listening.port), private=not _is_global(host))


def own_addresses() -> tuple[str, ...]:
    """Return the addresses from which this machine reaches the world; none without a network."""
    return tuple(filter(None, (_sends_from(*outside) for outside in _OUTSIDE)))


def _sends_from(family: socket.AddressFamily, outside: str) -> str:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def address_towards(store: str) -> str:
    """Return this machine's own address on the way to a store; raise ``ProcessFault`` if that is not to be found."""
    place, _, options = store.partition("://")[2].partition("?")
    named = [value for name, _, value in (one.partition("=") for one in options.split("&")) if name == "host"]
    hosts = ",".join([place.partition("/")[0].rpartition("@")[2], *named]).split(",")
    found: list[str] = []
    wrong = ""
    for host in (one.rpartition(":")[0] or one if not one.endswith("]") else one for one in hosts):
        if host and not host.lower().startswith(("/", "%2f", "@")):
            try:
                places = socket.getaddrinfo(host.strip("[]"), 9, type=socket.SOCK_DGRAM)
                found += filter(None, (_sends_from(family, str(where[0])) for family, *_kind, where in places))
            except OSError as problem:
                wrong = f"{host}, of the store, cannot be found: {problem.strerror}"
    if wrong and not found:
        raise ProcessFault(wrong)
    return next((one for one in found if not ip_address(one).is_loopback), (*found, "127.0.0.1")[0])


def _is_global(host: str) -> bool:
    try:
        return ip_address(host).is_global
    except ValueError:
        return False


def ssh_command(address: Address) -> str:
    """Return the command with which a person connects."""
    port = "" if address.port == SSH_PORT else f"-p {address.port} "
    return f"ssh {port}chwech@{address.host}"


def opening_lines(reached: Reach, listening: Address, *, firewall: str) -> tuple[str, ...]:
    """Return what has to be opened for people from elsewhere, one line each."""
    port, inside, lines = listening.port, reached.address.host, []
    if is_loopback(listening.host):
        return ()
    if reached.private:
        lines.append(
            f"{inside} is for your own network; for people from elsewhere, forward TCP port {port} in your router to "
            f"{inside}, and give them the router's address (with --public-name it is in invitations too)"
        )
    if firewall:
        lines.append(f"the firewall of this machine has to let them in: {firewall.format(port=port)}")
    return tuple(lines)


_FIREWALLS: Final = (
    ("/etc/ufw/ufw.conf", "ENABLED=yes", "sudo ufw allow {port}/tcp"),
    (
        "/run/firewalld",
        "",
        "sudo firewall-cmd --permanent --add-port={port}/tcp && sudo firewall-cmd --reload",
    ),
)
"""A file or folder that is there where a firewall runs, what is written in it, and the command that opens a port."""


def firewall_command(root: Path = Path("/")) -> str:
    """Return the command that opens a port of the firewall of this machine, with ``{port}``; empty if none is found."""
    for name, line, command in _FIREWALLS:
        path = root / name.lstrip("/")
        try:
            if path.exists() and (not line or line in path.read_text("utf-8", "replace").splitlines()):
                return command
        except OSError:
            continue
    return ""
