"""The exit status and the arguments that several commands share."""

import argparse
from pathlib import Path
from typing import Final

INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells expect it."""


class InnerOptions(argparse.Namespace):
    """The arguments that the supervisor passes to a child."""

    data: Path
    fronts_socket: Path | None = None
    """The Unix socket between the fronts and the host."""

    listen_fd: list[int]
    ready_fd: int
    """The descriptor on which it reports that it is ready."""

    verbose: bool = False


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
    parser.add_argument("--verbose", action="store_true")
    return parser
