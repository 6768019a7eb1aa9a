"""What ``serve --check`` says: what a start would make, where it would listen, and what would keep it from starting."""

import contextlib
import os
import socket
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from server.cluster.address import REPLICA_NAME
from server.commands.clustered import check_cluster
from server.commands.options import SOCKET_NAME
from server.commands.start import InForce
from server.configuration.file import FILE_NAME
from server.configuration.keys import Configuration
from server.configuration.values import NOBODY_BY_SSH
from server.fronts.allow_list import ALLOWED_KEYS, AllowList
from server.fronts.fault import FrontFault
from server.fronts.remote.known_fronts import KnownFronts
from server.holding import taken
from server.processes.claim import CLAIM_NAME, is_claimed
from server.processes.plan import ProcessFault
from server.processes.sockets import HOST_KEY_NAME, bind_fronts, bind_host, bind_metrics, check_path, fronts_path
from server.storage.schema import FILE_NAME as DATABASE_NAME


def check(in_force: InForce, data: Path) -> int:
    """Print what a start would do, and return 0, or 1 if it would fail; nothing is made."""
    faults: list[str] = []
    with contextlib.ExitStack() as closing:

        def tried(act: Callable[[], object]) -> bool:
            try:
                act()
            except (ProcessFault, FrontFault) as problem:
                faults.append(str(problem))
                return False
            return True

        said = list(_files(in_force, data, tried))
        if not is_claimed(data):
            said += _doors(in_force.effective.values, data, tried, closing)
    for line in said:
        print(line)
    for fault in faults:
        print(f"wrong: {fault}")
    print("it would not start" if faults else "it would start")
    return 1 if faults else 0


_Tried = Callable[[Callable[[], object]], bool]


def _files(in_force: InForce, data: Path, tried: _Tried) -> Iterator[str]:
    tried(lambda: _check_folder(data))
    configuration = in_force.effective.values
    tried(lambda: check_cluster(configuration))
    store = data / REPLICA_NAME if configuration.cluster else data
    for path, what in (
        (data, "data directory"),
        (in_force.file or data / FILE_NAME, "configuration"),
        (store / DATABASE_NAME, "database"),
        (data / HOST_KEY_NAME, "host key"),
    ):
        there = os.path.lexists(path)
        yield f"{what}: {path} {'is there' if there else 'would be made'}"
    tried(lambda: _check_key(data / HOST_KEY_NAME))
    if in_force.effective.values.allow_list:
        path = data / ALLOWED_KEYS
        allowed = AllowList(path)
        if tried(allowed.load):
            yield f"allow-list: {path} lets {len(allowed)} in"


def _check_folder(data: Path) -> None:
    """Check that a server can begin in a data directory.

    Raises:
        ProcessFault: it cannot.
    """
    if is_claimed(data):
        raise ProcessFault(taken(data, CLAIM_NAME))
    nearest = next(path for path in (data, *data.absolute().parents) if os.path.lexists(path))
    if not nearest.is_dir():
        raise ProcessFault(f"{nearest} is no directory: choose another with --data")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise ProcessFault(f"you may not write in {nearest}: chown it, or choose another with --data")


def _check_key(path: Path) -> None:
    """Check who can read the host key.

    Raises:
        ProcessFault: the server would refuse it.
    """
    try:
        about = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as problem:
        raise ProcessFault(f"the host key {path} cannot be looked at: {problem.strerror}") from problem
    if not stat.S_ISREG(about.st_mode):
        raise ProcessFault(f"the host key {path} is no regular file: move it away, and a new one is made")
    if about.st_uid != os.geteuid():
        raise ProcessFault(f"the host key {path} belongs to another user: chown it, or start the server as that user")
    if about.st_mode & 0o077:
        raise ProcessFault(f"others can read the host key {path}: chmod 600 {path}")


def _doors(values: Configuration, data: Path, tried: _Tried, closing: contextlib.ExitStack) -> Iterator[str]:
    door = values.socket or data / SOCKET_NAME
    tried(lambda: check_path(door))
    yield f"Unix socket: {door}"
    if values.ssh == NOBODY_BY_SSH:
        yield "SSH: none"
    else:
        tried(lambda: closing.enter_context(fronts_path(data)))
        free = tried(lambda: _let_go(bind_fronts(values.ssh, 1)))
        yield f"SSH: {values.ssh}{', which is free' if free else ''}"
    if values.tcp is not None:
        address = values.tcp
        free = tried(lambda: _let_go(bind_host(address)))
        yield f"TCP: {address}{', which is free' if free else ''}"
    if values.fronts_listen is not None:
        gate = values.fronts_listen
        free = tried(lambda: _let_go(bind_host(gate, "--fronts-listen")))
        tried(KnownFronts(data).load)
        yield f"fronts on other machines: {gate}{', which is free' if free else ''}"
    if values.metrics is not None:
        page = values.metrics
        free = tried(lambda: _let_go(bind_metrics(page, public=values.metrics_public)))
        yield f"figures: {values.metrics}{', which is free' if free else ''}"


def _let_go(listeners: Iterable[socket.socket]) -> None:
    """Close the listeners that were bound to see whether they can be."""
    for listener in listeners:
        listener.close()
