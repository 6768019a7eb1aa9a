"""The command ``migrate``: moves a server into a cluster, or back."""

import argparse
import asyncio
import importlib.util
import os
import sqlite3
from pathlib import Path

from server.cluster.address import (
    CREDENTIALS_NAME,
    ClusterAddress,
    InvalidAddress,
    read_cluster,
    with_credentials,
)
from server.commands.command_line import CommandLine
from server.commands.fault import failed
from server.commands.kept_files import KEPT_FILES
from server.configuration.values import read_monitors
from server.database_files import DATABASE_NAME, MIGRATED_NAME, REPLICA_NAME
from server.storage.store import StoreFault

_SCHEME = "sqlite://"


class MigrateOptions(argparse.Namespace):
    """The parsed command line."""

    source: Path | ClusterAddress
    target: Path | ClusterAddress
    cluster_monitor: str = ""
    unsafe: bool = False


def main(argv: list[str]) -> int:
    """Move a server, say what was moved, and return the exit status: 0 moved, 1 not moved, 2 wrong usage."""
    parser = CommandLine(
        prog="chwech migrate",
        description="Move a server with everything that it has stored into an empty cluster, or back into a "
        "directory without a database. End the server, or all nodes, first. What was interrupted goes on when it is "
        "started again; the source stays as it is.",
        epilog="chwech migrate sqlite:///var/lib/chwech nats://HOST,HOST,HOST. If the NATS servers ask for a password, "
        f"write USER:PASSWORD into DIR/{CREDENTIALS_NAME} first, either way, and chmod 600 it.",
        allow_abbrev=False,
    )
    about = "sqlite://DIR for the directory of a server, or nats://HOST,HOST,HOST for a cluster"
    parser.add_argument("source", type=_place, metavar="SOURCE", help=about)
    parser.add_argument("target", type=_place, metavar="TARGET", help="the other of the two")
    parser.add_argument(
        "--cluster-monitor", type=read_monitors, metavar="URLS", help="where all NATS servers show their state"
    )
    parser.add_argument("--unsafe", action="store_true", help="take NATS servers that could lose something")
    options = parser.parse_args(argv, MigrateOptions())
    if isinstance(options.source, Path) == isinstance(options.target, Path):
        parser.error("one of the two is sqlite://DIR, and the other nats://HOST,HOST,HOST")
    if importlib.util.find_spec("nats") is None:
        return failed("migrate", "a cluster needs the package nats-py: docs/scaling.md says how to install it")
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    try:
        asyncio.run(_migrate(options))
    except (StoreFault, InvalidAddress, OSError, sqlite3.Error) as problem:
        return failed("migrate", problem)
    return 0


def _place(text: str) -> Path | ClusterAddress:
    """Parse the address of a server.

    Raises:
        ArgumentTypeError: it is none.
    """
    if text.startswith(_SCHEME) and text != _SCHEME:
        return Path(text.removeprefix(_SCHEME))
    try:
        return read_cluster(text)
    except InvalidAddress as problem:
        raise argparse.ArgumentTypeError(f"{problem}; or sqlite://DIR") from problem


def _check_directory(data: Path, *, enters: bool) -> None:
    """Check that what is to be moved is there; ``enters`` says that it goes into a cluster.

    Raises:
        StoreFault: it is not.
    """
    if data.is_file():
        raise StoreFault(f"{data} is a file: name the directory that it lies in, sqlite://{data.parent}")
    if not enters or (data / DATABASE_NAME).is_file():
        return
    copy = data / REPLICA_NAME
    if (copy / DATABASE_NAME).is_file():
        raise StoreFault(f"{data} is the directory of a node: to move its copy, name sqlite://{copy}")
    raise StoreFault(f"there is no {data / DATABASE_NAME}: name the directory of a server")


async def _migrate(options: MigrateOptions) -> None:
    from server.cluster.migration import into_cluster, out_of_cluster
    from server.cluster.opening import Safety, open_cluster

    def tell(text: str) -> None:
        print(text, flush=True)

    data, address = options.source, options.target
    if isinstance(address, Path):
        data, address = address, data
    assert isinstance(data, Path)
    assert isinstance(address, ClusterAddress)
    safety = Safety.WAIVED if options.unsafe else Safety.CHECKED
    monitors = options.cluster_monitor.split(",") if options.cluster_monitor else ()
    enters = data is options.source
    _check_directory(data, enters=enters)
    async with open_cluster(with_credentials(address, data), safety, monitors, makes=enters) as cluster:
        if enters:
            await into_cluster(data, cluster, tell)
            (data / MIGRATED_NAME).write_text(f"{address}\n", "utf-8")
            print(f"copy to each node what there is of the files that each keeps for itself: {', '.join(KEPT_FILES)}")
            print(
                f"start its nodes with --cluster {address}; {data / DATABASE_NAME} is as it was, and not used any more"
            )
        else:
            await out_of_cluster(cluster, data, tell)
            (data / MIGRATED_NAME).unlink(missing_ok=True)
            print(f"copy what there is of the files that each node keeps for itself: {', '.join(KEPT_FILES)}")
            print(f"start it then with --data {data}; what is in {address} stays as it is, and grows no more")
