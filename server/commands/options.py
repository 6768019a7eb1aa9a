"""The command lines of ``serve`` and of the processes that it starts, and what several commands share."""

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from protocol.language import _
from server.commands.command_line import CommandLine
from server.configuration.file import FILE_NAME
from server.configuration.keys import KEYS, ConfigKey
from server.configuration.reading import Given
from server.configuration.values import NOBODY_BY_SSH, StoreAddress, read_place

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


class ServeOptions(argparse.Namespace):
    """The parsed command line: beside these, one attribute for each key of the configuration."""

    data: Path | None = None
    config: Path | None = None
    check: bool = False
    stdio: bool = False

    def given(self) -> dict[str, Given]:
        """Return the keys of the configuration that were given, by their names."""
        found = {key.name: getattr(self, key.field, None) for key in KEYS}
        return {name: value for name, value in found.items() if isinstance(value, Given)}


def parser() -> argparse.ArgumentParser:
    """Return the argument parser of ``serve``."""
    about = _("Serve tables to others: by SSH, on a Unix socket and, if asked, on TCP.")
    parser = configuration_parser("chwech serve", about)
    parser.add_argument("--check", action="store_true", help="say what it would do, and do nothing")
    parser.add_argument(
        "--stdio", action="store_true", help=_("serve the program at standard input and output, and end with it")
    )
    return parser


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the data directory."""
    usual = _("where games are kept (default: $CHWECH_DATA, else the user's data directory)")
    parser.add_argument("--data", type=Path, metavar="DIR", help=usual)


def configuration_parser(prog: str, about: str, keys: Sequence[ConfigKey] = KEYS) -> argparse.ArgumentParser:
    """Return a parser for the data directory, the file and these keys of the configuration."""
    parser = CommandLine(prog=prog, description=about, allow_abbrev=False)
    add_data(parser)
    usual = f"the configuration (default: $CHWECH_CONFIG, else {FILE_NAME} in DIR)"
    parser.add_argument("--config", type=Path, metavar="FILE", help=usual)
    for key in keys:
        if key.name == "ssh":
            ways = parser.add_mutually_exclusive_group()
            _add(ways.add_argument, key)
            none = Given(NOBODY_BY_SSH)
            ways.add_argument("--no-ssh", dest="ssh", action="store_const", const=none, help=_("let nobody in by SSH"))
        else:
            _add(parser.add_argument, key)
    return parser


def _add(add: Callable[..., argparse.Action], key: ConfigKey) -> None:
    """Add the option of a key."""
    if key.kind:
        add(f"--{key.name}", type=_option(key), metavar=key.kind, help=_help(key))
    else:
        add(f"--{key.name}", dest=key.field, action="store_const", const=Given(value=True), help=_(key.about))
        add(f"--no-{key.name}", dest=key.field, action="store_const", const=Given(value=False), help=argparse.SUPPRESS)


def _help(key: ConfigKey) -> str:
    """Return what a key is, with its default unless that stands in it, or is nothing."""
    about = _(key.about)
    if not key.default or "(default: " in key.about:
        return about
    return _("{about} (default: {value})", about=about, value=key.default)


def _option(key: ConfigKey) -> Callable[[str], Given]:
    """Return the reader of an option; an empty text takes away what the file or the environment says."""

    def read(text: str) -> Given:
        value = key.value(text)
        if isinstance(value, StoreAddress):
            read_place(text)
        return Given(value)

    return read


def data_directory() -> Path:
    """Return the default data directory."""
    named = os.environ.get("CHWECH_DATA")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("chwech")


def configuration_file(options: ServeOptions, data: Path, environment: Mapping[str, str]) -> Path | None:
    """Return the file of the configuration; None if none is named and there is none in the data directory."""
    named = options.config or (Path(environment["CHWECH_CONFIG"]) if environment.get("CHWECH_CONFIG") else None)
    usual = data / FILE_NAME
    return named or (usual if os.path.lexists(usual) else None)
