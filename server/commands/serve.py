"""The command ``serve``: a server for others, or with ``--stdio`` the offline server that a client starts."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from protocol.codec import Codec
from server.bots.registry import BOTS
from server.fronts.front import FrontFault
from server.fronts.stdio import serve_stdio
from server.host.host import Host
from server.host.house import House
from server.rules.registry import GAMES
from server.storage.sqlite import open_store
from server.storage.store import StoreFault

if TYPE_CHECKING:
    from server.fronts.door import Door

SOCKET_NAME: Final = "chwech.sock"
"""The Unix socket in the data directory, unless another is asked for."""

GREATEST_PORT: Final = 65535
"""What a TCP port can be."""


class Options(argparse.Namespace):
    """What the command line asks for."""

    data: Path | None = None
    """Where games are kept."""

    socket: Path | None = None
    """The Unix socket to listen on."""

    tcp: "Address | None" = None
    """Where to listen on TCP."""

    stdio: bool = False
    """Whether the client is at standard input and output."""

    verbose: bool = False
    """Whether to say who comes and goes."""


class Address(Struct, frozen=True):
    """Where to listen on TCP."""

    host: str
    """A name or number of this machine."""

    port: int
    """The port; 0 for one that is free."""


def main(argv: list[str]) -> int:
    """Serve until told to end, and give the exit status."""
    options = _parser().parse_args(argv, Options())
    # Whatever is made from here on is for the owner's eyes only.
    os.umask(0o077)
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO if options.verbose else logging.WARNING,
        format="chwech serve: %(levelname)s: %(message)s",
    )
    try:
        asyncio.run(_serve(options))
    except (StoreFault, FrontFault) as problem:
        print(f"chwech serve: {problem}", file=sys.stderr)
        return 1
    return 0


def data_directory() -> Path:
    """Give the directory that games are kept in where none is named."""
    named = os.environ.get("CHWECH_DATA")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("chwech")


def read_address(text: str) -> Address:
    """Read where to listen, as ``HOST:PORT`` or ``[HOST]:PORT``.

    Raises:
        ArgumentTypeError: it says no such thing.
    """
    host, colon, port = text.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    plain = ":" not in host or host == f"[{bare}]"
    if not (colon and bare and plain and port.isascii() and port.isdecimal() and int(port[:6]) <= GREATEST_PORT):
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is no address: write HOST:PORT, such as 127.0.0.1:6660")
    return Address(bare, int(port))


def _parser() -> argparse.ArgumentParser:
    """Give what reads the command line."""
    parser = argparse.ArgumentParser(
        prog="chwech serve",
        description="Serve tables to others on a Unix socket and, if asked, on TCP.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="where games are kept (default: $CHWECH_DATA, else the user's data directory)",
    )
    parser.add_argument("--socket", type=Path, metavar="PATH", help=f"the Unix socket (default: {SOCKET_NAME} in DIR)")
    parser.add_argument(
        "--tcp", type=read_address, metavar="HOST:PORT", help="listen on TCP too; port 0 is any free one"
    )
    parser.add_argument(
        "--stdio", action="store_true", help="serve the program at standard input and output, and end with it"
    )
    parser.add_argument("--verbose", action="store_true", help="say who comes and goes")
    return parser


async def _serve(options: Options) -> None:
    """Open the doors, and serve until a signal comes or, on standard streams, the client has gone."""
    data = options.data or data_directory()
    codec = Codec([game.dialect for game in GAMES.values()])
    with _signals() as told_to_end:
        async with contextlib.AsyncExitStack() as closing:
            host = Host(House(GAMES, BOTS, codec, open_store(data)))
            closing.push_async_callback(host.close)
            await host.open()
            if options.socket or options.tcp or not options.stdio:
                # The offline server is to be there at once: it loads no doors.
                from server.fronts.door import Door

                await _listen(options, data, Door(host, codec), closing)
            ends: list[asyncio.Task[bool] | asyncio.Task[None]] = [asyncio.create_task(told_to_end.wait())]
            if options.stdio:
                ends.append(asyncio.create_task(serve_stdio(host, codec)))
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        # By now everybody has heard goodbye, and all they did is stored.
        for end in ends:
            end.cancel()
        for problem in await asyncio.gather(*ends, return_exceptions=True):
            if isinstance(problem, Exception):
                raise problem


async def _listen(options: Options, data: Path, door: "Door", closing: contextlib.AsyncExitStack) -> None:
    """Open the doors that are asked for, and say where they are."""
    from server.fronts.tcp import listen_tcp, tcp_address
    from server.fronts.unix import listening_unix

    if options.socket or not options.stdio:
        path = options.socket or data / SOCKET_NAME
        await closing.enter_async_context(listening_unix(door, path))
        print(f"chwech serve: listening on the Unix socket {path}", file=sys.stderr, flush=True)
    if options.tcp:
        server = await listen_tcp(door, options.tcp.host, options.tcp.port)
        closing.callback(server.close)
        print(f"chwech serve: listening on TCP at {tcp_address(server)}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _signals() -> Iterator[asyncio.Event]:
    """Give an event that is set when the program is told to end; told twice, it ends at once."""
    loop = asyncio.get_running_loop()
    told = asyncio.Event()

    def tell(number: int) -> None:
        loop.remove_signal_handler(number)
        told.set()

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in signals:
        loop.add_signal_handler(number, tell, number)
    try:
        yield told
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
