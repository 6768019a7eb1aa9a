"""The command ``serve``: a server for others or, with ``--stdio``, the offline server that a client starts.

For others, this process binds the sockets and supervises the serving processes.
"""

import contextlib
import itertools
import os
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from protocol.command_line import Misuse
from protocol.language import _
from server.commands.shared import SOCKET_NAME, configuration_file
from server.configuration import (
    KEYS,
    MOST_FRONTS,
    NOBODY_BY_SSH,
    Effective,
    InForce,
    InvalidConfiguration,
    StoreAddress,
    Value,
    file_text,
    values_page,
)
from server.defaults import FILE_NAME
from server.file_lock import written_whole
from server.processes import sockets as listeners
from server.processes.child import PROGRAM
from server.processes.operator import Operator
from server.processes.plan import Address, Handover, ProcessFault, ProcessPlan, ProcessRole, claimed, note
from server.processes.service_manager import Manager, ServiceNotifier, own_socket, service_manager, spread, take_sockets
from server.processes.supervisor import supervise
from server.processes.update import taken_over

LEASE_SECONDS: Final = 3.0
"""Seconds after which a silent host is killed that shares its store with others: one of these has taken over."""

HOST_START_SECONDS: Final = 600.0
"""Seconds that the host may take to start: a newer version may have to migrate much data."""


def main(
    *, argv: Sequence[str], data: Path, config: Path | None, check: bool, show: bool, stdio: bool, **keys: Value
) -> int:
    """Serve until told to end, and return the exit status."""
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    given = _given(keys)
    if stdio:
        return _serve_offline(given, data, [name for name, on in (("check", check), ("config", config)) if on])
    if check:
        from server.commands.check import check as check_all

        return check_all(given, config, data, starts=True)
    try:
        in_force = configured(keys, config, data)
    except InvalidConfiguration as problem:
        for fault in problem.faults:
            print(f"chwech serve: {fault}", file=sys.stderr)
        return 2
    if show:
        print(values_page(in_force.effective.settings, data, in_force.file), end="")
        return 0
    return serve_others(in_force, data, argv)


def configured(values: Mapping[str, Value], config: Path | None, data: Path) -> InForce:
    """Return the configuration with these options; raise ``InvalidConfiguration`` if something in it is wrong."""
    return InForce(_given(values), configuration_file(config, data))


def _given(values: Mapping[str, Value]) -> dict[str, Value]:
    return {key.name: values[key.field] for key in KEYS if key.field in values}


def _serve_offline(given: Mapping[str, Value], data: Path, others: Sequence[str]) -> int:
    """Serve the client that has started this process; neither the file nor the environment configures that."""
    others = [*(name for name in given if name != "verbose"), *others]
    if others:
        named = ", ".join(f"--{name}" for name in others)
        raise Misuse(_("--stdio serves one program in this very process: leave {options} out", options=named))
    from server.commands.offline import serve_offline

    return serve_offline(data, verbose=given.get("verbose") is True)


def serve_others(in_force: InForce, data: Path, argv: Sequence[str]) -> int:
    """Bind the sockets, supervise the processes that serve on them, and return the exit status."""
    with contextlib.ExitStack() as closing:
        try:
            handover = taken_over(os.environ, os.getpid())
            manager = service_manager(os.environ, os.getpid()) if handover is None else Manager(*handover.manager)
            notifier = closing.enter_context(contextlib.closing(ServiceNotifier(manager)))
            plan = _plan(in_force, data, closing, argv, handover)
        except ProcessFault as problem:
            Operator(in_force.log).fail(str(problem))
            return 1
        return supervise(plan, notifier)


class Bound(NamedTuple):
    """The sockets that a server listens on."""

    ssh: list[socket.socket]
    """One for each front."""
    tcp: list[socket.socket]
    metrics: list[socket.socket]
    link: list[socket.socket]
    """For other machines."""

    def descriptors(self) -> dict[str, list[int]]:
        """Return the descriptors of each."""
        return {name: [listener.fileno() for listener in sockets] for name, sockets in self._asdict().items()}


def _plan(
    in_force: InForce, data: Path, closing: contextlib.ExitStack, argv: Sequence[str], handover: Handover | None
) -> ProcessPlan:
    """Claim the data directory, bind the sockets, and return what to run; raise ``ProcessFault`` if that fails."""
    configuration = in_force.effective.values
    claim = closing.enter_context(claimed(data, handover and handover.claim)) if data.is_dir() else None
    # What the configuration says of addresses and fronts by now waits for the next start.
    bound = _bind(in_force.effective, closing) if handover is None else _adopt(handover, closing)
    door = configuration.socket or data / SOCKET_NAME
    listeners.check_path(door)
    listeners.check_path(data / listeners.FRONTS_NAME)
    # Nothing is made where the server cannot start.
    new = not data.is_dir()
    notes = make_folder(data, in_force)
    if new:
        claim = closing.enter_context(claimed(data))
    public, said, opened = _reached(in_force, bound)
    started = in_force.started(**({"ssh": listeners.address_of(bound.ssh[0]).port} if bound.ssh else {}))
    if handover is None:
        note(claim, started)
    return ProcessPlan(
        host_role(data, door, configuration.store, bound.descriptors(), follows=handover is not None),
        front_roles(data, bound, public, handover),
        (_("listening on the Unix socket {path}", path=door), *said),
        (*opened, *in_force.notes(), *notes),
        in_force.told(),
        in_force.log,
        reload=in_force.reload,
        # One front alone has nobody to share its memory with, and only Linux copies any process safely.
        warm_up=_warm_up if len(bound.ssh) > 1 and sys.platform == "linux" else None,
        # Where machines share a store, the host finds the key in it.
        together=(data / listeners.HOST_KEY_NAME).exists() and not bound.link,
        options=tuple(argv),
        claim=claim,
        listening=bound.descriptors(),
        note=lambda what: note(claim, {**started, **what}),
        handover=handover,
    )


def _reached(in_force: InForce, bound: Bound) -> tuple[Address | None, list[str], tuple[str, ...]]:
    """Return the public address, the lines that say where people connect, and those that say what has to be open."""
    configuration, public, said, opened = in_force.effective.values, None, list[str](), tuple[str, ...]()
    if bound.tcp:
        addresses = ", ".join(str(listeners.address_of(listener)) for listener in bound.tcp)
        said.append(_("listening on TCP at {addresses}", addresses=addresses))
    if bound.ssh:
        listening = listeners.address_of(bound.ssh[0])
        if (name := configuration.public_name) is not None:
            # Where no port is named, it is the one that the server listens on.
            public = name._replace(port=name.port or listening.port)
        reached = listeners.reach(public, listening, listeners.own_addresses())
        in_force.command = listeners.ssh_command(reached.address)
        said.append(_("listening on SSH at {address}: {command}", address=listening, command=in_force.command))
        opened = listeners.opening_lines(reached, listening, firewall=listeners.firewall_command())
    if bound.link:
        # Other machines reach this one there.
        found = listeners.address_of(bound.link[0])
        in_force.link = str((configuration.link or found)._replace(port=found.port))
    return public, said, opened


def _warm_up() -> Callable[[], int]:
    from server.commands.front_process import warmed_up

    return warmed_up()


def _bind(known: Effective, closing: contextlib.ExitStack) -> Bound:
    """Bind the sockets, which the stack closes; raise ``ProcessFault`` if one of them cannot be bound."""
    values = known.values
    bound = Bound(
        ssh_sockets(known),
        listeners.bind_host(values.tcp) if values.tcp else [],
        listeners.bind_metrics(values.metrics, public=values.metrics_public) if values.metrics else [],
        listeners.bind_link(values.link, lambda: listeners.address_towards(store.address))
        if (store := values.store)
        else [],
    )
    for listener in itertools.chain(*bound):
        closing.enter_context(listener)
    return bound


def _adopt(handover: Handover, closing: contextlib.ExitStack) -> Bound:
    """Return the sockets of the former program; the stack closes them."""
    numbers = {number for numbers in handover.sockets.values() for number in numbers}
    own = {number: closing.enter_context(own_socket(number)) for number in numbers}
    return Bound(**{name: [own[number] for number in numbers] for name, numbers in handover.sockets.items()})


def ssh_sockets(known: Effective) -> list[socket.socket]:
    """Return a socket for each front, perhaps the service manager's; raise ``ProcessFault`` if they do not fit."""
    configuration = known.values
    fronts = configuration.fronts or min(usable_cores(), MOST_FRONTS)
    taken = take_sockets(os.environ, os.getpid())
    if taken and known.settings["ssh"].origin == "--ssh":
        raise ProcessFault(
            _("the service manager has opened the port for SSH: leave --ssh and --no-ssh out, or end its socket unit")
        )
    if taken:
        return spread(taken, fronts)
    return listeners.bind_fronts(configuration.ssh, fronts) if configuration.ssh != NOBODY_BY_SSH else []


def usable_cores() -> int:
    """Return the number of cores that this process may use, at least one."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def host_role(
    data: Path, door: Path, store: StoreAddress | None, listening: dict[str, list[int]], *, follows: bool
) -> ProcessRole:
    """Return the role of the process that runs the tables."""
    own = {name: numbers for name, numbers in listening.items() if name != "ssh"}
    address = store.address if store is not None else ""
    told = {"data": str(data), "socket": str(door), "store": address, "follows": follows, **own}
    silent = LEASE_SECONDS if listening["link"] else 0.0
    sockets = tuple(itertools.chain(*own.values()))
    return ProcessRole("the host", (*PROGRAM, "host"), told, sockets, HOST_START_SECONDS, silent)


def front_roles(data: Path, bound: Bound, public: Address | None, handover: Handover | None) -> tuple[ProcessRole, ...]:
    """Return the roles of the processes that draw screens, with numbers that no front of a former program has."""
    names = {child.name for child in handover.children} if handover is not None else set()
    free = (number for number in itertools.count(1) if f"front {number}" not in names)
    told = {"data": str(data), "public_name": public}
    roles = ((next(free), listener.fileno()) for listener in bound.ssh)
    return tuple(
        ProcessRole(
            f"front {number}",
            (*PROGRAM, "front_process"),
            {**told, "ssh": [listener], "number": number},
            (listener,),
        )
        for number, listener in roles
    )


def make_folder(data: Path, in_force: InForce) -> tuple[str, ...]:
    """Make the data directory and the configuration if missing, and say so; raise ``ProcessFault`` if it fails."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        text = _("cannot make {path}: {problem}; choose another with --data", path=data, problem=problem.strerror)
        raise ProcessFault(text) from problem
    if in_force.file is not None:
        return ()
    path = data / FILE_NAME
    try:
        with written_whole(path) as part:
            part.write_text(file_text(), "utf-8")
    except OSError as problem:
        return (f"the configuration file {path} cannot be written, so the defaults hold: {problem.strerror}",)
    in_force.file = path
    return (f"the configuration is in {path}, with every default as a comment",)
