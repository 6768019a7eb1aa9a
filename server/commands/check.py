"""What ``serve --check`` says: what a start would make, where it would listen, and what would keep it from starting."""

import contextlib
import os
import socket
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from server.commands.options import SOCKET_NAME
from server.commands.start import InForce
from server.configuration.file import FILE_NAME
from server.configuration.keys import Configuration
from server.configuration.values import NOBODY_BY_SSH
from server.defaults import DATABASE_NAME
from server.file_lock import holder
from server.fronts.fault import FrontFault
from server.fronts.host_key_file import check_host_key
from server.processes.claim import CLAIM_NAME, is_claimed
from server.processes.plan import ProcessFault
from server.processes.sockets import HOST_KEY_NAME, bind_fronts, bind_host, bind_metrics, check_path, fronts_path
from server.storage.connections import advice, is_damaged, read_only
from server.storage.schema import SCHEMA_VERSION
from server.storage.store import StoreFault
from server.storage.witness import Witness


def check(in_force: InForce, data: Path) -> int:
    """Print what a start would do, and return 0, or 1 if it would fail; nothing is made.

    That a server runs there is said and counts as no fault, so that a change is checked before that one reads it.
    """
    faults: list[str] = []
    tried = _collecting(faults)
    with contextlib.ExitStack() as closing:
        said = list(_files(in_force, data, tried))
        running = is_claimed(data)
        if running:
            said.append(f"running: a server uses {data} ({holder(data / CLAIM_NAME)}); its ports are not looked at")
        else:
            said += _doors(in_force.effective.values, data, tried, closing)
    for line in said:
        print(line)
    for fault in faults:
        print(f"wrong: {fault}")
    good = "it would start once that server has ended" if running else "it would start"
    print("it would not start" if faults else good)
    return 1 if faults else 0


def faults_of_files(in_force: InForce, data: Path) -> list[str]:
    """Return what is wrong with the files of a server."""
    faults: list[str] = []
    list(_files(in_force, data, _collecting(faults)))
    return faults


_Tried = Callable[[Callable[[], object]], bool]


def _collecting(faults: list[str]) -> _Tried:
    def tried(act: Callable[[], object]) -> bool:
        try:
            act()
        except (ProcessFault, FrontFault) as problem:
            faults.append(str(problem))
            return False
        return True

    return tried


def _files(in_force: InForce, data: Path, tried: _Tried) -> Iterator[str]:
    tried(lambda: _check_folder(data))
    for path, what in (
        (data, "data directory"),
        (in_force.file or data / FILE_NAME, "configuration"),
        (data / DATABASE_NAME, "database"),
        (data / HOST_KEY_NAME, "host key"),
    ):
        there = os.path.lexists(path)
        yield f"{what}: {path} {'is there' if there else 'would be made'}"
    tried(lambda: check_host_key(data / HOST_KEY_NAME))
    tried(lambda: _check_database(data / DATABASE_NAME))


def _check_folder(data: Path) -> None:
    """Check that a server can begin in a data directory.

    Raises:
        ProcessFault: it cannot.
    """
    nearest = next(path for path in (data, *data.absolute().parents) if os.path.lexists(path))
    if not nearest.is_dir():
        raise ProcessFault(f"{nearest} is no directory: choose another with --data")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise ProcessFault(f"you may not write in {nearest}: chown it, or choose another with --data")


def _check_database(path: Path) -> None:
    """Check that a server can open a database; one that is not there is made.

    Raises:
        ProcessFault: it cannot.
    """
    if not os.path.lexists(path):
        return
    try:
        with contextlib.closing(read_only(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as problem:
        cure = "put back a backup with chwech restore" if is_damaged(problem) else advice(problem)
        raise ProcessFault(f"{path} cannot be read ({problem}): {cure}") from problem
    try:
        Witness(path).check_files()
    except StoreFault as problem:
        raise ProcessFault(str(problem)) from problem
    if version > SCHEMA_VERSION:
        raise ProcessFault(f"{path} was written by a newer version of this program: install that")


def _check_socket(path: Path, data: Path) -> None:
    """Check that there can be a Unix socket.

    Raises:
        ProcessFault: there cannot.
    """
    check_path(path)
    if path.parent != data and not path.parent.is_dir():
        raise ProcessFault(f"there is no directory {path.parent}: make it, or choose another place with --socket")


def _doors(values: Configuration, data: Path, tried: _Tried, closing: contextlib.ExitStack) -> Iterator[str]:
    door = values.socket or data / SOCKET_NAME
    tried(lambda: _check_socket(door, data))
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
    if values.metrics is not None:
        page = values.metrics
        free = tried(lambda: _let_go(bind_metrics(page, public=values.metrics_public)))
        yield f"figures: {values.metrics}{', which is free' if free else ''}"


def _let_go(listeners: Iterable[socket.socket]) -> None:
    """Close the listeners that were bound to see whether they can be."""
    for listener in listeners:
        listener.close()
