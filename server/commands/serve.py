"""The command ``serve``: a server for others or, with ``--stdio``, the offline server that a client starts.

For others, this process binds the sockets and supervises the serving processes; it imports nothing else.
"""

import contextlib
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from protocol.language import _
from server.commands.keeping import KeepingOptions, add_keeping_options, check_metrics, keeping_arguments
from server.commands.options import MOST_FRONTS, SOCKET_NAME, SSH_ADDRESS, ServeOptions, data_directory, parser
from server.processes.activation import spread, take_sockets
from server.processes.notification import Notifier, service_manager
from server.processes.operator import Operator, form_of
from server.processes.plan import Address, ProcessFault, ProcessPlan, ProcessRole
from server.processes.sockets import HOST_KEY_NAME, address_of, bind_fronts, bind_host, check_path, fronts_path
from server.processes.supervisor import supervise

SSH_PORT: Final = 22

HOST_START_SECONDS: Final = 600.0
"""Seconds that the host may take to start: a newer version may have to migrate much data."""


def main(argv: list[str]) -> int:
    """Serve until told to end, and return the exit status."""
    command = parser()
    add_keeping_options(command)
    options = command.parse_args(argv, KeepingOptions())
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    wrong = check_metrics(options)
    if wrong:
        command.error(wrong)
    if not options.stdio:
        return serve_others(options, options.data or data_directory())
    if options.ssh or options.fronts or options.public_name:
        command.error(_("--stdio serves one program in this very process: leave --ssh, --fronts and --public-name out"))
    if options.metrics:
        command.error(_("--stdio serves one program in this very process: leave --metrics out"))
    from server.commands.offline import serve_offline

    data = options.data or data_directory()
    return serve_offline(data, options.socket, options.tcp, log_days=options.keep_logs, verbose=options.verbose)


def serve_others(options: KeepingOptions, data: Path) -> int:
    """Bind the sockets, supervise the processes that serve on them, and return the exit status."""
    log = form_of(options.log, sys.stderr, os.environ)
    fronts = 0 if options.no_ssh else options.fronts or min(usable_cores(), MOST_FRONTS)
    with contextlib.ExitStack() as closing:
        try:
            notifier = closing.enter_context(contextlib.closing(Notifier(service_manager(os.environ, os.getpid()))))
            ssh = ssh_sockets(options, fronts)
            tcp = bind_host(options.tcp) if options.tcp else []
            shown = bind_host(options.metrics, "--metrics") if options.metrics else []
            for listener in (*ssh, *tcp, *shown):
                closing.enter_context(listener)
            door = options.socket or data / SOCKET_NAME
            check_path(door)
            passage = closing.enter_context(fronts_path(data)) if ssh else None
        except ProcessFault as problem:
            Operator(log).fail(str(problem))
            return 1
        said = (f"--log={log}", *(("--verbose",) if options.verbose else ()))
        host = host_role(data, door, passage, tcp, (*said, *keeping_arguments(options, shown)))
        host = host._replace(sockets=(*host.sockets, *(listener.fileno() for listener in shown)))
        public = public_address(options.public_name, ssh)
        told = (f"--public-name={public}", *said) if public else said
        roles = [front_role(number, data, passage, listener, told) for number, listener in enumerate(ssh, 1) if passage]
        together = (data / HOST_KEY_NAME).exists()
        return supervise(ProcessPlan(host, tuple(roles), lines(door, tcp, ssh, public), together, log), notifier)


def ssh_sockets(options: ServeOptions, fronts: int) -> list[socket.socket]:
    """Return a listening socket for each front: those of the service manager, or new ones.

    Raises:
        ProcessFault: nobody can listen there, or the options contradict what the service manager has opened.
    """
    taken = take_sockets(os.environ, os.getpid())
    if not taken:
        return bind_fronts(options.ssh or SSH_ADDRESS, fronts) if fronts else []
    if options.ssh or options.no_ssh:
        raise ProcessFault(
            _("the service manager has opened the port for SSH: leave --ssh and --no-ssh out, or end its socket unit")
        )
    return spread(taken, fronts)


def usable_cores() -> int:
    """Return the number of cores that this process may use, at least one."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def host_role(
    data: Path, door: Path, passage: Path | None, tcp: Sequence[socket.socket], said: tuple[str, ...]
) -> ProcessRole:
    """Return the role of the process that runs the tables."""
    listeners = tuple(listener.fileno() for listener in tcp)
    command = [*_child("host", data, said), "--socket", str(door)]
    command += ["--fronts-socket", str(passage)] if passage else []
    command += [f"--listen-fd={number}" for number in listeners]
    return ProcessRole("the host", tuple(command), listeners, HOST_START_SECONDS)


def front_role(number: int, data: Path, passage: Path, listener: socket.socket, said: tuple[str, ...]) -> ProcessRole:
    """Return the role of one process that draws screens."""
    command = (*_child("front", data, said), "--fronts-socket", str(passage), f"--listen-fd={listener.fileno()}")
    command += (f"--number={number}",)
    return ProcessRole(f"front {number}", command, (listener.fileno(),))


def lines(
    door: Path, tcp: Sequence[socket.socket], ssh: Sequence[socket.socket], public: Address | None = None
) -> tuple[str, ...]:
    """Return the lines that say what is served and how to connect."""
    said = [_("listening on the Unix socket {path}", path=door)]
    if tcp:
        addresses = ", ".join(str(address_of(listener)) for listener in tcp)
        said.append(_("listening on TCP at {addresses}", addresses=addresses))
    if ssh:
        address = address_of(ssh[0])
        command = ssh_command(public or address)
        said.append(_("listening on SSH at {address}: {command}", address=address, command=command))
    return tuple(said)


def public_address(name: Address | None, ssh: Sequence[socket.socket]) -> Address | None:
    """Return the public address; where no port is named, it is the one that the server listens on."""
    return name._replace(port=name.port or address_of(ssh[0]).port) if name is not None and ssh else None


def ssh_command(address: Address) -> str:
    """Return the command with which a person connects."""
    host = socket.gethostname() if address.host in ("::", "0.0.0.0") else address.host  # noqa: S104 - only compared
    return f"ssh chwech@{host}" if address.port == SSH_PORT else f"ssh -p {address.port} chwech@{host}"


def _child(command: str, data: Path, said: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first part of a child's command line; a stray ``server.py`` in the working directory is never run."""
    return (sys.executable, "-P", "-m", "server", command, "--data", str(data), *said)
