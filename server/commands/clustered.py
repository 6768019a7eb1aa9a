"""What the configuration of a node of a cluster has to be, and what its host is told."""

import importlib.util
from collections.abc import Sequence

from server.configuration.keys import Configuration
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
