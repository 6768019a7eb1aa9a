"""The command lines of ``serve`` and of the processes that it starts, and what several commands share."""

import argparse
import os
import re
from collections.abc import Callable
from ipaddress import IPv6Address
from pathlib import Path
from typing import Final

from protocol.language import _
from server.commands.command_line import CommandLine
from server.processes.operator import TEXT
from server.processes.plan import Address

INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells expect it."""


class InnerOptions(argparse.Namespace):
    """The arguments that the supervisor passes to a child."""

    data: Path
    fronts_socket: Path | None = None
    listen_fd: list[int]
    ready_fd: int
    """The descriptor on which it reports that it is ready."""

    log: str = TEXT
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
    parser.add_argument("--log", default=TEXT, metavar="FORM")
    parser.add_argument("--verbose", action="store_true")
    return parser


SOCKET_NAME: Final = "chwech.sock"

SSH_ADDRESS: Final = Address("", 2222)

MOST_FRONTS: Final = 64

GREATEST_PORT: Final = 65535


class ServeOptions(argparse.Namespace):
    """The parsed command line."""

    data: Path | None = None
    ssh: Address | None = None
    public_name: Address | None = None
    no_ssh: bool = False
    fronts: int | None = None
    socket: Path | None = None
    tcp: Address | None = None
    stdio: bool = False
    verbose: bool = False


def whole_number(most: int) -> Callable[[str], int]:
    """Return a parser for whole numbers from 1 to a limit."""

    def read(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and 1 <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(
            _("{given} is no whole number from 1 to {most}", given=repr(text[:40]), most=most)
        )

    return read


def read_address(text: str) -> Address:
    """Parse an address to listen on: ``HOST:PORT`` or ``[HOST]:PORT``.

    Raises:
        ArgumentTypeError: the text is no such address.
    """
    address = _address(text)
    if address is None or not address.host:
        raise argparse.ArgumentTypeError(
            _("{given} is no address: write HOST:PORT, such as 127.0.0.1:6660", given=repr(text[:80]))
        )
    return address


def read_ssh_address(text: str) -> Address:
    """Parse an address to listen on: ``HOST:PORT``, ``[HOST]:PORT``, or ``:PORT`` for all addresses.

    Raises:
        ArgumentTypeError: the text is no such address.
    """
    address = _address(text)
    if address is None:
        raise argparse.ArgumentTypeError(
            _(
                "{given} is no address: write :PORT, such as :2222, or HOST:PORT, such as 127.0.0.1:2222",
                given=repr(text[:80]),
            )
        )
    return address


_PUBLIC_HOST: Final = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?")


def read_public_name(text: str) -> Address:
    """Parse the address that others type: ``HOST``, ``HOST:PORT`` or ``[HOST]:PORT``; the port is 0 if none is named.

    Raises:
        ArgumentTypeError: the text is no such address.
    """
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    address = Address(bare, 0) if _is_public_host(bare) else _address(text)
    if address is None or not _is_public_host(address.host) or (address.host != bare and not address.port):
        raise argparse.ArgumentTypeError(
            _(
                "{given} is no name of a server: write HOST or HOST:PORT, such as cards.example or cards.example:22",
                given=repr(text[:80]),
            )
        )
    return address


def _is_public_host(text: str) -> bool:
    if ":" not in text:
        return _PUBLIC_HOST.fullmatch(text) is not None
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return "%" not in text


def _address(text: str) -> Address | None:
    """Parse an address whose host may be omitted; None if the text is no address."""
    host, colon, port = text.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    plain = (":" not in host and bare == host) or (bare and host == f"[{bare}]")
    if not (colon and plain and port.isascii() and port.isdecimal() and int(port[:6]) <= GREATEST_PORT):
        return None
    return Address(bare, int(port))


def parser() -> argparse.ArgumentParser:
    """Return the argument parser."""
    parser = CommandLine(
        prog="chwech serve",
        description=_("Serve tables to others: by SSH, on a Unix socket and, if asked, on TCP."),
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help=_("where games are kept (default: $CHWECH_DATA, else the user's data directory)"),
    )
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--ssh",
        type=read_ssh_address,
        metavar="[HOST]:PORT",
        help=_(
            "where to listen for SSH (default: {address}, on all addresses); port 0 is any free one",
            address=SSH_ADDRESS,
        ),
    )
    ways.add_argument("--no-ssh", action="store_true", help=_("let nobody in by SSH"))
    parser.add_argument(
        "--public-name",
        type=read_public_name,
        metavar="HOST[:PORT]",
        help=_("what others type to get here, for invitations (default: what each visitor has connected to)"),
    )
    parser.add_argument(
        "--fronts",
        type=whole_number(MOST_FRONTS),
        metavar="K",
        help=_("how many processes draw screens for those who come by SSH (default: one for each core)"),
    )
    parser.add_argument(
        "--socket", type=Path, metavar="PATH", help=_("the Unix socket (default: {name} in DIR)", name=SOCKET_NAME)
    )
    parser.add_argument(
        "--tcp", type=read_address, metavar="HOST:PORT", help=_("listen on TCP too; port 0 is any free one")
    )
    parser.add_argument(
        "--stdio", action="store_true", help=_("serve the program at standard input and output, and end with it")
    )
    parser.add_argument("--verbose", action="store_true", help=_("say who comes and goes"))
    return parser


def data_directory() -> Path:
    """Return the default data directory."""
    named = os.environ.get("CHWECH_DATA")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("chwech")
