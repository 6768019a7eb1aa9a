"""How others reach this server: the address to tell them, and what has to be open on the way."""

import base64
import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final, NamedTuple

from server.processes.plan import Address, ProcessFault

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
    """Return the address by which this machine reaches the servers of a store, one of a network rather than its own.

    Raises:
        ProcessFault: no server can be found.
    """
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


def _read(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _is_global(host: str) -> bool:
    address = _read(host)
    return address is not None and address.is_global


def ssh_command(address: Address, words: str = "") -> str:
    """Return the command with which a person connects."""
    port = "" if address.port == SSH_PORT else f"-p {address.port} "
    return f"ssh {port}chwech@{address.host} {words}".rstrip()


def opening_lines(reached: Reach, listening: Address, *, firewall: str) -> tuple[str, ...]:
    """Return what has to be opened for people from elsewhere, one line each."""
    port, host = listening.port, _read(listening.host)
    if host is not None and host.is_loopback:
        return ()
    lines = []
    if reached.private:
        inside = reached.address.host
        lines.append(
            f"{inside} is for your own network; for people from elsewhere, forward TCP port {port} in your router to "
            f"{inside}, and give them the router's address (with --public-name it is in invitations too)"
        )
    if firewall:
        lines.append(f"the firewall of this machine has to let them in: {firewall.format(port=port)}")
    return tuple(lines)


_FINGERPRINT: Final = re.compile(r"SHA256:([A-Za-z0-9+/]{43})")


def key_record(said: str, public: Address | None) -> str:
    """Return the DNS record of the Ed25519 key whose fingerprint is in a text; empty without one."""
    found = _FINGERPRINT.search(said)
    if found is None:
        return ""
    name = public.host if public is not None and _read(public.host) is None else "NAME"
    return f"{name}. IN SSHFP 4 2 {base64.b64decode(found[1] + '=').hex()}"


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
