"""The command lines of the processes that ``serve`` starts, and what several commands share."""

import argparse
import os
from pathlib import Path
from typing import Final

from server.configuration.file import FILE_NAME

INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells expect it."""


class InnerOptions(argparse.Namespace):
    """The arguments that the supervisor passes to a child."""

    data: Path
    fronts_socket: Path | None = None
    listen_fd: list[int]
    ready_fd: int
    """The descriptor on which it reports that it is ready."""

    configuration: str = "{}"
    """What the process has to know of the configuration, as JSON."""


def inner_parser(name: str) -> argparse.ArgumentParser:
    """Return the argument parser of such a process."""
    parser = argparse.ArgumentParser(
        prog=f"chwech {name}",
        description="A process of `chwech serve`, which starts it and holds the other end of its standard input.",
        allow_abbrev=False,
    )
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("--fronts-socket", type=Path, metavar="PATH")
    parser.add_argument("--listen-fd", type=int, action="append", default=[], metavar="N")
    parser.add_argument("--ready-fd", type=int, required=True, metavar="N")
    parser.add_argument("--configuration", default="{}", metavar="JSON")
    return parser


STORE_VARIABLE: Final = "_CHWECH_STORE"
"""The variable in which the host is told the address of its store: others read neither that nor the password in it."""

SOCKET_NAME: Final = "chwech.sock"

ADMIN_SOCKET: Final = "admin.sock"
"""The name of the socket for the owner of this machine, in the data directory."""


def configuration_file(named: Path | None, data: Path) -> Path | None:
    """Return the file of the configuration; None if none is named and there is none in the data directory."""
    named = named or (Path(os.environ["CHWECH_CONFIG"]) if os.environ.get("CHWECH_CONFIG") else None)
    usual = data / FILE_NAME
    return named or (usual if os.path.lexists(usual) else None)
