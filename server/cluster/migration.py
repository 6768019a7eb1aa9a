"""Moves a server with everything that it has stored into a cluster, or back, while neither of them runs."""

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from server.cluster import replica, seeding
from server.cluster.node import node_id, renew
from server.cluster.opening import Cluster
from server.cluster.store import ReplicatedStore, open_replica
from server.database_files import DATABASE_NAME
from server.storage.connections import connect, read_only
from server.storage.copies import check, written_whole
from server.storage.lock import DirectoryLock, made
from server.storage.store import StoreFault
from server.tasks import end_task

Tell = Callable[[str], None]
"""Tells the operator how far it has come."""

_COPY_NAME: Final = ".migrating"
"""The folder in the data directory for the copy of the journal."""


async def into_cluster(data: Path, cluster: Cluster, tell: Tell) -> None:
    """Fill an empty cluster with what the server in a data directory has stored, and compare every hash.

    Raises:
        StoreFault: something is in the cluster, a node or the server runs, or the two differ in the end.
        OSError: the copy of the journal cannot be made or removed.
    """
    path = data / DATABASE_NAME
    if not path.is_file():
        raise StoreFault(f"there is no {path}: name the directory of a server")
    with contextlib.closing(_Held(data)), closing(_opened(path)) as source:
        digest = await asyncio.to_thread(seeding.digest_of, source)
        async with _led(data, cluster) as store:
            if not await store.make(seeding.begin_filling, digest):
                raise StoreFault("the cluster is not empty: give the address another name, as in nats://HOST/other")
            for table in seeding.TABLES:
                await _fill(source, store, table, tell)
            tell(await _compare(source, store))
            await store.make(seeding.end_filling)


async def out_of_cluster(cluster: Cluster, data: Path, tell: Tell) -> None:
    """Make the database of a server alone from what a cluster has stored, and compare every hash.

    Raises:
        StoreFault: there is a database already, nothing is in the cluster, a node runs, or the two differ in the end.
        OSError: the copy of the journal cannot be made or removed.
    """
    if not await cluster.journal.last():
        raise StoreFault(
            "nothing is stored there: the address ends with the name of its journal, as in nats://HOST/NAME"
        )
    path = made(data) / DATABASE_NAME
    if path.exists():
        raise StoreFault(f"{path} exists, and nothing is ever overwritten: move it away, or name another directory")
    with contextlib.closing(_Held(data)):
        async with _led(data, cluster) as store:
            if await store.look(seeding.is_filling):
                raise StoreFault("the cluster was not filled to the end: migrate into it again first")
            tell("everything in the journal is read")
            with written_whole(path) as part:
                _copy(data / _COPY_NAME / DATABASE_NAME, part)
                tell(await _compare_copy(part, store))


async def _compare_copy(part: Path, store: ReplicatedStore) -> str:
    """Make a copy of a node's database that of a server alone, and return what is the same in both."""
    with closing(sqlite3.connect(part, isolation_level=None)) as target:
        replica.end(target)
        same = await _compare(target, store)
    check(part)
    return same


class _Held:
    """The lock on a data directory, to be closed."""

    def __init__(self, data: Path) -> None:
        self._lock = DirectoryLock(data)

    def close(self) -> None:
        self._lock.release()


def _opened(path: Path) -> sqlite3.Connection:
    writing, reading = connect(path)
    reading.close()
    return writing


@contextlib.asynccontextmanager
async def _led(data: Path, cluster: Cluster) -> AsyncIterator[ReplicatedStore]:
    """Give the store of a cluster that no node leads meanwhile; its copy in the data directory is removed in the end.

    Raises:
        StoreFault: a node leads it.
        OSError: the copy cannot be made or removed.
    """
    node, copy = node_id(), data / _COPY_NAME
    if not await cluster.lease.claim(node):
        raise StoreFault("a node leads this cluster: end all of its nodes first, and wait for three seconds")
    async with contextlib.AsyncExitStack() as closing:
        closing.push_async_callback(cluster.lease.release, node)
        closing.push_async_callback(end_task, asyncio.create_task(renew(cluster.lease, node)))
        # What a migration that was killed has left is of no more use.
        _remove(copy)
        closing.callback(_remove, copy)
        store = open_replica(copy, cluster.journal)
        closing.push_async_callback(store.close)
        await store.lead(node)
        yield store


def _remove(folder: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(folder)


async def _fill(source: sqlite3.Connection, store: ReplicatedStore, table: str, tell: Tell) -> None:
    there = await store.look(seeding.count, table)
    for piece in seeding.pieces(source, table, there):
        await store.make(seeding.fill, table, piece.columns, piece.rows)
        there += piece.number
    tell(f"{table}: {there}")


def _copy(path: Path, part: Path) -> None:
    """Copy a database that is in use into an empty file."""
    with closing(read_only(path)) as connection:
        connection.execute("VACUUM INTO ?", (str(part),))


async def _compare(one: sqlite3.Connection, store: ReplicatedStore) -> str:
    """Return what is the same in both.

    Raises:
        StoreFault: something differs.
    """
    ours, theirs = seeding.digests(one), await store.look(seeding.digests)
    differing = sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    if differing:
        raise StoreFault(f"{len(differing)} of {len(ours)} hashes differ, that of {differing[0]} for one: begin anew")
    logs = len(ours) - len(seeding.TABLES)
    return f"all hashes are the same on both sides: tables {len(seeding.TABLES)}, logs {logs}"
