"""``python -m lab.load``: lets simulated people play on a server that runs, and says how that went."""

from protocol.interrupts import end_at_interrupt

if __name__ == "__main__":
    end_at_interrupt()

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import socket
import sys
import time
from argparse import ArgumentTypeError
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import msgspec

from lab.load.people import Target, play
from lab.load.tally import (
    MOST_MINUTES,
    MOST_PEOPLE,
    Door,
    Plan,
    Tally,
    first_line,
    minute_line,
    report,
    report_lines,
)
from protocol.standard_streams import run_guarded
from server.commands.options import (
    SOCKET_NAME,
    ServeOptions,
    configuration_file,
    configuration_parser,
    data_directory,
)
from server.commands.start import InForce
from server.configuration.file import InvalidConfiguration
from server.configuration.values import NOBODY_BY_SSH, read_public_name, whole_number
from server.processes.plan import Address
from server.processes.serving import raise_open_files, told_by_signals

SECRET_NAME: Final = "load.key"  # noqa: S105 - the name of a file
"""The file in the data directory that the keys of the simulated people are made from."""

_LONGEST_PACE: Final = 60.0
_SHORTEST_PACE: Final = 0.05
_MINUTE: Final = 60.0
_PEOPLE_AT_TABLE: Final = 4
_PATIENCE: Final = 10.0


class LoadOptions(ServeOptions):
    """The parsed command line."""

    place: Address | None = None
    people: int = 20
    minutes: float = 5.0
    tables: int = 0
    pace: float = 2.0
    door: str = Door.SSH.value
    one_address: bool = False
    anywhere: bool = False
    json: bool = False


class UnfitTarget(Exception):
    """Nobody is sent there; the text says why, and what would be right."""


def main(argv: list[str]) -> int:
    """Let people play, print the figures, and return the exit status: 0 all is well, 1 it is not, 2 wrong usage."""
    parser = _parser()
    options = parser.parse_args(argv, LoadOptions())
    if options.tables > options.people:
        parser.error(f"{options.people} people cannot open {options.tables} tables: each opens one at most")
    if options.door == Door.SOCKET.value and options.place is not None:
        parser.error("the socket is that of this machine: leave HOST out, and name its folder with --data")
    data = options.data or data_directory()
    try:
        target = target_of(options, data)
    except UnfitTarget as problem:
        return _failed(str(problem), 2)
    except InvalidConfiguration as problem:
        return _failed("; ".join(problem.faults), 2)
    except OSError as problem:
        return _failed(_unanswered(options, problem), 1)
    raise_open_files()
    tables = options.tables or -(-options.people // _PEOPLE_AT_TABLE)
    plan = Plan(options.people, tables, options.minutes * _MINUTE, options.pace, Door(options.door))
    return asyncio.run(run(target, Tally(plan), as_json=options.json))


def _failed(problem: str, status: int) -> int:
    print(f"lab.load: {problem}", file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    about = (
        "Try how many people the server of this machine bears: simulated ones come, play, talk, watch, change their "
        "windows, drop the line and come back. For a host before a party; it runs against a server that runs."
    )
    parser = configuration_parser("python -m lab.load", about, ())
    parser.add_argument(
        "place",
        nargs="?",
        type=read_public_name,
        metavar="HOST[:PORT]",
        help="where it takes SSH (default: this machine, by the configuration in DIR)",
    )
    parser.add_argument(
        "--people", type=whole_number(MOST_PEOPLE), metavar="N", help=f"how many, up to {MOST_PEOPLE} (default: 20)"
    )
    minutes, pace = _number(0.01, MOST_MINUTES), _number(_SHORTEST_PACE, _LONGEST_PACE)
    parser.add_argument("--minutes", type=minutes, metavar="N", help=f"how long, up to {MOST_MINUTES} (default: 5)")
    parser.add_argument(
        "--tables", type=whole_number(MOST_PEOPLE), metavar="N", help="at how many tables (default: one for four)"
    )
    parser.add_argument("--pace", type=pace, metavar="SECONDS", help="seconds between two keys of one (default: 2)")
    parser.add_argument(
        "--door", choices=[door.value for door in Door], help="ssh: terminals; socket: programs on the Unix socket"
    )
    parser.add_argument("--one-address", action="store_true", help="let all come from one address, as from one Wi-Fi")
    parser.add_argument("--anywhere", action="store_true", help="let HOST be another machine, which is yours")
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    return parser


def _number(least: float, most: float) -> "argparse._ActionType":
    """Return a parser for numbers within bounds."""

    def read(text: str) -> float:
        with contextlib.suppress(ValueError):
            if least <= (number := float(text[:40])) <= most:
                return number
        raise ArgumentTypeError(f"{text[:40]!r} is no number from {least:g} to {most:g}")

    return read


def target_of(options: LoadOptions, data: Path) -> Target:
    """Return where people are to come, once somebody answers there.

    Raises:
        UnfitTarget: nobody is to be sent there, or it is not known where that is.
        InvalidConfiguration: the configuration in the data directory cannot be read.
        OSError: nobody answers there.
    """
    if options.door == Door.SOCKET.value:
        path = data / SOCKET_NAME
        with socket.socket(socket.AF_UNIX) as probe:
            probe.connect(str(path))
        # By this door a name is given once: no later load can come back to these accounts.
        return Target(secrets.token_bytes(32), socket=path)
    place = _place(options, data)
    host = _resolved(place, anywhere=options.anywhere)
    socket.create_connection((host, place.port), _PATIENCE).close()
    spread = not options.one_address and sys.platform == "linux" and host.startswith("127.")
    return Target(_secret(data), host, place.port, spread=spread)


def _place(options: LoadOptions, data: Path) -> Address:
    """Return the address that was named, else that of the configuration, which also knows the port of the first."""
    if options.place is not None and options.place.port:
        return options.place
    ssh = InForce({}, configuration_file(options, data, os.environ), data).effective.values.ssh
    if ssh == NOBODY_BY_SSH:
        raise UnfitTarget("the server lets nobody in by SSH (ssh is none): try --door socket")
    if not ssh.port:
        raise UnfitTarget("the server takes any free port (ssh has port 0): name it as HOST:PORT")
    if options.place is not None:
        return Address(options.place.host, ssh.port)
    return Address("127.0.0.1" if ssh.host in {"", "0.0.0.0", "::"} else ssh.host, ssh.port)  # noqa: S104 - to compare


def _resolved(place: Address, *, anywhere: bool) -> str:
    """Return the address to connect to, which is looked up once: what was checked is what is used.

    Raises:
        UnfitTarget: it is another machine, or none.
    """
    try:
        host = str(socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)[0][4][0])
    except (OSError, UnicodeError) as problem:
        raise UnfitTarget(f"no machine is called {place.host}: check the name") from problem
    if not anywhere and not ip_address(host.partition("%")[0]).is_loopback:
        raise UnfitTarget(
            f"{place.host} is not this machine: give the command where the server is, or, if that server is yours, "
            "say --anywhere"
        )
    return host


def _secret(data: Path) -> bytes:
    """Return the secret of this data directory, which is made once; where it cannot be kept, one for this load."""
    path = data / SECRET_NAME
    with contextlib.suppress(OSError, ValueError):
        return bytes.fromhex(path.read_text("ascii"))
    made = secrets.token_bytes(32)
    with contextlib.suppress(OSError), os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as to:
        to.write(made.hex())
    return made


def _unanswered(options: LoadOptions, problem: OSError) -> str:
    reason = problem.strerror or str(problem) or "it does not answer in time"
    where = f"at {options.place.host}" if options.place is not None else "on this machine"
    return f"no server answers {where} ({reason}): chwech serve starts one, HOST:PORT or --data names another"


async def run(target: Target, tally: Tally, *, as_json: bool = False) -> int:
    """Let people play until the time is over or a signal comes, print the figures, and return the exit status."""
    begun, used = time.monotonic(), time.process_time()
    with told_by_signals() as over:
        telling = asyncio.create_task(_tell(tally))
        try:
            await play(target, tally, over)
        finally:
            telling.cancel()
    told = report(tally, time.monotonic() - begun, time.process_time() - used)
    print(json.dumps(msgspec.to_builtins(told)) if as_json else "\n".join(report_lines(told)), flush=True)
    return 0 if told.good else 1


async def _tell(tally: Tally) -> None:
    """Say what is to come, and each minute how it goes."""
    print(first_line(tally.plan), file=sys.stderr, flush=True)
    for minute in range(1, MOST_MINUTES + 1):
        before, keys, begun = len(tally.waits), tally.keys, time.monotonic()
        await asyncio.sleep(_MINUTE)
        line = minute_line(minute, tally, before, keys, time.monotonic() - begun)
        print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(run_guarded(lambda: main(sys.argv[1:])))
