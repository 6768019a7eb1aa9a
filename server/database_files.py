"""Where in a data directory the database lies: that of a server alone, or the copy of a node of a cluster."""

from pathlib import Path
from typing import Final

DATABASE_NAME: Final = "chwech.sqlite"
"""The file with the database, in the directory of a server alone, or in the copy of a node."""

REPLICA_NAME: Final = "cluster"
"""The directory in the data directory with this node's copy of what the cluster stores."""

MIGRATED_NAME: Final = f"{DATABASE_NAME}-migrated"
"""The file beside the database of a server that was moved into a cluster; it holds the address of that."""


def database_folder(data: Path) -> Path:
    """Return the directory with the database that the server of a data directory uses."""
    used = is_of_node(data) and (was_migrated(data) or not (data / DATABASE_NAME).exists())
    return data / REPLICA_NAME if used else data


def is_of_node(data: Path) -> bool:
    """Return True if a node has a copy in a data directory."""
    return (data / REPLICA_NAME / DATABASE_NAME).exists()


def was_migrated(data: Path) -> bool:
    """Return True if the database in a data directory was moved into a cluster."""
    return (data / MIGRATED_NAME).exists()
