"""What ``serve --check`` and ``status --check`` say: what a server needs on this machine; nothing is changed."""

import asyncio
import errno
import functools
import os
import shutil
import socket
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from server.bots.registry import weights_fault
from server.commands import shared
from server.configuration import NOBODY_BY_SSH, Configuration, InForce, InvalidConfiguration, Value
from server.defaults import DATABASE_NAME
from server.file_lock import holder, is_locked
from server.fronts.own_files import FrontFault, check_host_key
from server.metrics import SECONDS, read_page
from server.processes.plan import CLAIM_NAME, Address, ProcessFault
from server.processes.sockets import FRONTS_NAME, HOST_KEY_NAME, bind_fronts, bind_host, bind_metrics, check_path
from server.storage.files import LOCK_NAME, Witness, advice, is_damaged, read_only
from server.storage.schema import SCHEMA_VERSION
from server.storage.store import StoreFault

LEAST_ROOM: Final = 500_000_000  # Bytes that are to be free on the disk.


class CheckResult(NamedTuple):
    """What a check has found."""

    text: str
    advice: str = ""
    """What to do; empty if all is well."""


def check(given: Mapping[str, Value], config: Path | None, data: Path, *, starts: bool) -> int:
    """Print a line for each check, and return the exit status: 0 all is well, 1 something is not.

    It is a check for a start with the given options, or of the server that runs there with its own.
    """
    wrong = False
    for finding in findings(given, config, data, starts=starts):
        print(f"problem  {finding.text}: {finding.advice}" if finding.advice else f"ok       {finding.text}")
        wrong |= bool(finding.advice)
    return int(wrong)


def findings(given: Mapping[str, Value], config: Path | None, data: Path, *, starts: bool) -> Iterator[CheckResult]:
    """Yield what each check finds."""
    owner = shared.owner_of(data)
    if owner is not None and owner != os.geteuid():
        # Whatever else is found would be of this user, and not of that of the server.
        yield _problem(shared.belongs_to_another(data, owner, f"status --check --data {data}"))
        return
    running = is_locked(data / CLAIM_NAME) or is_locked(data / LOCK_NAME)
    yield _server(data) if running else CheckResult("no server runs in this folder")
    yield _folder(data)
    yield _room(data)
    values = None
    try:
        file = shared.configuration_file(config, data)
        values = InForce(given, file, None if starts else data).effective.values
        yield CheckResult(f"the configuration can be read ({file or 'there is no file yet: the first start makes it'})")
    except InvalidConfiguration as problem:
        yield from map(_problem, problem.faults)
    if values is not None:
        yield from _doors(values, data, running=running)
    yield _key(data / HOST_KEY_NAME)
    if values is not None and values.store is not None:
        yield from _postgres(values.store.address)
    else:
        yield from _database(data / DATABASE_NAME)
    yield _weights()


def faults_of_files(data: Path) -> list[str]:
    """Return what is wrong with the files of a server."""
    found = (_key(data / HOST_KEY_NAME), *_database(data / DATABASE_NAME))
    return [f"{finding.text}: {finding.advice}" for finding in found if finding.advice]


def _server(data: Path) -> CheckResult:
    try:
        # Longer than the server itself waits before it says what does not answer.
        asyncio.run(read_page(data / shared.STATUS_NAME, "/health", 2 * SECONDS))
    except OSError as problem:
        why = problem.strerror or str(problem) or "it does not answer in time"
        advice = "look at its log, and restart it: games go on"
        return CheckResult(f"a server runs in this folder, and says that it is not well ({why})", advice)
    return CheckResult(f"a server runs in this folder ({holder(data / CLAIM_NAME)}), and says that it is well")


def _folder(data: Path) -> CheckResult:
    try:
        found = data.stat()
    except FileNotFoundError:
        return CheckResult(f"there is no folder {data} yet: the first start makes it")
    except OSError as problem:
        return CheckResult(
            f"{data} cannot be looked at ({problem.strerror})", "give this command as the user of the server"
        )
    if not stat.S_ISDIR(found.st_mode):
        return CheckResult(f"{data} is no folder", "name another with --data")
    if found.st_mode & 0o077:
        return CheckResult(f"others can look into {data}, where everybody's hands are", f"chmod 700 {data}")
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        return CheckResult(f"nothing can be written in {data}", f"chmod 700 {data}, and see that its disk is writable")
    own = (None, found.st_uid)
    foreign = sorted(path.name for path in data.iterdir() if not path.is_symlink() and shared.owner_of(path) not in own)
    if foreign:
        what = f"{foreign[0]} and {len(foreign) - 1} more" if len(foreign) > 1 else foreign[0]
        return CheckResult(
            f"files in {data} belong to another user than the folder ({what})", shared.chown_advice(data, found.st_uid)
        )
    return CheckResult(f"the folder {data} is for its owner alone")


def _room(data: Path) -> CheckResult:
    place = next(path for path in (data, *data.absolute().parents) if path.exists())
    free = shutil.disk_usage(place).free
    said = f"{free / 1e9:.1f} GB are free on the disk"
    return (
        CheckResult(said)
        if free >= LEAST_ROOM
        else CheckResult(said, f"make room: below {LEAST_ROOM / 1e9} GB it gets tight")
    )


def _doors(values: Configuration, data: Path, *, running: bool) -> Iterator[CheckResult]:
    door = values.socket or data / shared.SOCKET_NAME
    for path in (door, data / FRONTS_NAME):
        yield _tried(f"there can be a socket at {path}", functools.partial(_check_socket, path, data))
    if values.ssh == NOBODY_BY_SSH:
        yield CheckResult("the configuration lets nobody in by SSH")
    else:
        yield _port(values.ssh, is_ours=running)
    if running:
        return
    if (tcp := values.tcp) is not None:
        yield _tried(f"TCP: {tcp} is free", lambda: _let_go(bind_host(tcp)))
    if (page := values.metrics) is not None:
        yield _tried(f"figures: {page} is free", lambda: _let_go(bind_metrics(page, public=values.metrics_public)))


def _tried(said: str, act: Callable[[], object]) -> CheckResult:
    try:
        act()
    except (ProcessFault, FrontFault, StoreFault) as problem:
        return _problem(problem)
    return CheckResult(said)


def _check_socket(path: Path, data: Path) -> None:
    check_path(path)
    if path.parent != data and not path.parent.is_dir():
        raise ProcessFault(f"there is no directory {path.parent}: make it, or choose another place with --socket")


def _let_go(listeners: Iterable[socket.socket]) -> None:
    """Close the listeners that were bound to see whether they can be."""
    for listener in listeners:
        listener.close()


def _port(ssh: Address, *, is_ours: bool) -> CheckResult:
    try:
        _let_go(bind_fronts(ssh, 1))
    except ProcessFault as problem:
        cause = problem.__cause__
        if not (isinstance(cause, OSError) and cause.errno == errno.EADDRINUSE):
            return CheckResult(
                str(problem).partition(";")[0], "choose another with --ssh, or let the server have the right"
            )
        if is_ours:
            return CheckResult(f"port {ssh.port} is in use, as it is while a server runs")
        return CheckResult(
            f"another program has port {ssh.port}",
            "end it (ss -ltnp tells which; systemd keeps that of chwech.socket), or choose another: --ssh",
        )
    if is_ours:
        return CheckResult(f"a server runs, and nobody listens at port {ssh.port}", "look at its log, and restart it")
    return CheckResult(f"port {ssh.port} is free")


def _key(path: Path) -> CheckResult:
    if not os.path.lexists(path):
        return CheckResult("there is no host key yet: the first start makes it")
    try:
        check_host_key(path)
    except FrontFault as problem:
        return _problem(problem)
    return CheckResult("the host key is for its owner alone")


def _problem(fault: object) -> CheckResult:
    """Return a fault with what to do, which stands behind the last colon."""
    text, _, advice = str(fault).rpartition(": ")
    return CheckResult(text, advice) if text else CheckResult(advice, "mend that")


def _database(path: Path) -> Iterator[CheckResult]:
    if not path.is_file():
        yield CheckResult("there is no database yet: the first start makes it")
        return
    try:
        with closing(read_only(path)) as connection:
            connection.execute("PRAGMA busy_timeout = 5000")
            (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
        Witness(path).check_file()
    except sqlite3.Error as problem:
        cure = "put back a backup with chwech data restore --replace" if is_damaged(problem) else advice(problem)
        yield CheckResult(f"{path} cannot be read as it should ({problem})", cure)
    except StoreFault as problem:
        yield _problem(problem)
    else:
        if said != "ok":
            yield CheckResult(f"{path} is damaged ({said})", "put back a backup with chwech data restore --replace")
        elif version > SCHEMA_VERSION:
            newer = "the database was written by a newer version of this program"
            yield CheckResult(newer, "install that, or restore a backup")
        elif version < SCHEMA_VERSION:
            yield CheckResult("the database is of an earlier version, or empty: the next start brings it up to date")
        else:
            yield CheckResult(f"the database is whole and of this version, with {path.stat().st_size / 1e6:.1f} MB")


def _postgres(address: str) -> Iterator[CheckResult]:
    try:
        from server.storage.postgres import opened_database

        with opened_database(address) as connection:
            [(version, size, holder, risky, copies)] = connection.execute(_POSTGRES)
    except StoreFault as problem:
        yield CheckResult(*str(problem).rsplit("; " if "; " in str(problem) else ": ", 1))
        return
    yield CheckResult(f"PostgreSQL {version} answers, with {size / 1e6:.1f} MB; {holder or 'no host'} holds the lease")
    if risky:
        yield CheckResult(f"it may lose what was acknowledged, since {risky} is off", f"set {risky} = on")
    else:
        yield CheckResult(f"what is acknowledged is on its disk{' and on that of a standby' if copies else ' alone'}")


_POSTGRES: Final = """
    SELECT current_setting('server_version'), pg_database_size(current_database()), (
        SELECT coalesce(nullif(holder, ''), 'a host') FROM lease WHERE beat > clock_timestamp() - interval '2 s'
    ), (SELECT min(name) FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'),
    current_setting('synchronous_standby_names') <> ''
"""


def _weights() -> CheckResult:
    fault = weights_fault()
    if not fault:
        return CheckResult("the weights of the bots strong and champion are whole")
    return CheckResult(
        f"the bots strong and champion play as steady, and nobody has hints ({fault})", "install the program again"
    )
