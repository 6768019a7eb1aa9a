"""Checks the configuration of a node of a cluster and its directory, and says what its host is told."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path

from server.configuration.keys import Configuration
from server.database_files import DATABASE_NAME, REPLICA_NAME, database_folder, is_of_node, was_migrated
from server.processes.plan import ProcessFault


def check_cluster(configuration: Configuration) -> None:
    """Check that a server can be a node of a cluster if it is to be one.

    Raises:
        ProcessFault: it cannot.
    """
    said = (("cluster-monitor", configuration.cluster_monitor), ("unsafe", configuration.unsafe))
    others = [name for name, value in said if value]
    if not configuration.cluster:
        if others:
            raise ProcessFault(f"--{others[0]} says something of a cluster, and there is none: add --cluster URL")
        return
    if importlib.util.find_spec("nats") is None:
        raise ProcessFault("a cluster needs the package nats-py: docs/scaling.md says how to install it")


def check_directory(configuration: Configuration, data: Path) -> None:
    """Check that a server would not begin anew beside what is in its directory.

    Raises:
        ProcessFault: a node would begin in the directory of a server alone, or a server alone in that of a node.
    """
    alone, copy = data / DATABASE_NAME, data / REPLICA_NAME
    if configuration.cluster and alone.exists() and not was_migrated(data) and not is_of_node(data):
        raise ProcessFault(
            f"{alone} is the database of a server alone, and no node uses it: first move it into the cluster with "
            f"chwech migrate sqlite://{data} {configuration.cluster}; to begin without it, name another directory "
            f"with --data, or move {alone}* away"
        )
    if not configuration.cluster and database_folder(data) == copy:
        raise ProcessFault(
            f"{data} is the directory of a node, whose copy is in {copy}: add --cluster URL, or first move everything "
            "out of the cluster with chwech migrate URL sqlite://DIR; to begin without it, name another directory "
            f"with --data, or move {copy} away"
        )


def monitors_of(configuration: Configuration) -> Sequence[str]:
    """Return where the NATS servers show their state, as far as that is configured."""
    return configuration.cluster_monitor.split(",") if configuration.cluster_monitor else ()


def cluster_arguments(configuration: Configuration) -> tuple[str, ...]:
    """Return what the host is told of the cluster that it is a node of; nothing if there is none."""
    if not configuration.cluster:
        return ()
    monitors = (f"--cluster-monitor={url}" for url in monitors_of(configuration))
    safety = ("--unsafe",) if configuration.unsafe else ()
    return (f"--cluster={configuration.cluster}", *monitors, *safety)
