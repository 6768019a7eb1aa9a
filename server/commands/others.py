"""A server for others: which sockets it binds, and which processes it starts on them."""

import contextlib
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from server.commands.serve_options import MOST_FRONTS, SOCKET_NAME, SSH_ADDRESS, ServeOptions
from server.processes.plan import Address, ProcessFault, ProcessPlan, ProcessRole
from server.processes.sockets import HOST_KEY_NAME, address_of, bind_fronts, bind_host, check_path, fronts_path
from server.processes.supervisor import supervise

SSH_PORT: Final = 22
"""The port that every ``ssh`` takes by itself."""


HOST_START_SECONDS: Final = 600.0
"""How long the host may take to begin: a newer version may have to bring much up to date."""


def serve_others(options: ServeOptions, data: Path) -> int:
    """Bind the sockets, watch over those who serve on them, and give the exit status."""
    fronts = 0 if options.no_ssh else options.fronts or min(usable_cores(), MOST_FRONTS)
    with contextlib.ExitStack() as closing:
        try:
            ssh = bind_fronts(options.ssh or SSH_ADDRESS, fronts) if fronts else []
            tcp = bind_host(options.tcp) if options.tcp else []
            for listener in (*ssh, *tcp):
                closing.enter_context(listener)
            door = options.socket or data / SOCKET_NAME
            check_path(door)
            passage = closing.enter_context(fronts_path(data)) if ssh else None
        except ProcessFault as problem:
            print(f"chwech serve: {problem}", file=sys.stderr)
            return 1
        said = ("--verbose",) if options.verbose else ()
        host = host_role(data, door, passage, tcp, said)
        roles = [front_role(number, data, passage, listener, said) for number, listener in enumerate(ssh, 1) if passage]
        together = (data / HOST_KEY_NAME).exists()
        return supervise(ProcessPlan(host, tuple(roles), lines(door, tcp, ssh), together))


def usable_cores() -> int:
    """Give how many cores this process may run on, at least one."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def host_role(
    data: Path, door: Path, passage: Path | None, tcp: Sequence[socket.socket], said: tuple[str, ...]
) -> ProcessRole:
    """Give the process that keeps the tables."""
    listeners = tuple(listener.fileno() for listener in tcp)
    command = [*_child("host", data, said), "--socket", str(door)]
    command += ["--fronts-socket", str(passage)] if passage else []
    command += [f"--listen-fd={number}" for number in listeners]
    return ProcessRole("the host", tuple(command), listeners, HOST_START_SECONDS)


def front_role(number: int, data: Path, passage: Path, listener: socket.socket, said: tuple[str, ...]) -> ProcessRole:
    """Give one of the processes that draw screens."""
    command = (*_child("front", data, said), "--fronts-socket", str(passage), f"--listen-fd={listener.fileno()}")
    return ProcessRole(f"front {number}", command, (listener.fileno(),))


def lines(door: Path, tcp: Sequence[socket.socket], ssh: Sequence[socket.socket]) -> tuple[str, ...]:
    """Say what is served, and how to come."""
    said = [f"listening on the Unix socket {door}"]
    if tcp:
        said.append(f"listening on TCP at {', '.join(str(address_of(listener)) for listener in tcp)}")
    if ssh:
        address = address_of(ssh[0])
        said.append(f"listening on SSH at {address}: {ssh_command(address)}")
    return tuple(said)


def ssh_command(address: Address) -> str:
    """Give what a person types to come in."""
    host = socket.gethostname() if address.host in ("::", "0.0.0.0") else address.host  # noqa: S104 - only compared
    return f"ssh chwech@{host}" if address.port == SSH_PORT else f"ssh -p {address.port} chwech@{host}"


def _child(command: str, data: Path, said: tuple[str, ...]) -> tuple[str, ...]:
    """Begin the command line of a process of this very program; a stray ``server.py`` nearby is never run."""
    return (sys.executable, "-P", "-m", "server", command, "--data", str(data), *said)
