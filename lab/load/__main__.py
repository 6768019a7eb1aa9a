"""``python -m lab.load``: lets simulated people play on a server that runs, and says how that went."""

from protocol.interrupts import end_at_interrupt

if __name__ == "__main__":
    end_at_interrupt()

import asyncio
import contextlib
import json
import os
import secrets
import socket
import sys
import time
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final, NamedTuple

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
from protocol.command_line import Misuse, Option, Subcommand, data_directory, number, whole_number
from protocol.command_line import run as run_command
from protocol.standard_streams import run_guarded
from server.commands.shared import SOCKET_NAME, configuration_file
from server.configuration import NOBODY_BY_SSH, InForce, InvalidConfiguration, read_public_name
from server.processes.plan import Address
from server.processes.serving import raise_open_files, told_by_signals

SECRET_NAME: Final = "load.key"  # noqa: S105 - the name of a file
"""The file in the data directory that the keys of the simulated people are made from."""

_LONGEST_PACE: Final = 60.0
_SHORTEST_PACE: Final = 0.05
_MINUTE: Final = 60.0
_PEOPLE_AT_TABLE: Final = 4
_PATIENCE: Final = 10.0


class LoadOptions(NamedTuple):
    """What is asked for."""

    place: Address | None = None
    people: int = 20
    minutes: float = 5.0
    tables: int = 0
    pace: float = 2.0
    door: str = Door.SSH.value
    one_address: bool = False
    anywhere: bool = False
    as_json: bool = False
    config: Path | None = None


class UnfitTarget(Exception):
    """Nobody is sent there; the text says why, and what would be right."""


def main(argv: list[str]) -> int:
    """Let people play, print the figures, and return the exit status: 0 all is well, 1 it is not, 2 wrong usage."""
    return run_command((LOAD,), argv)


def load(*, data: Path | None, **given: Any) -> int:  # noqa: ANN401 - as the table below has them
    """Let people play as the options say."""
    options = LoadOptions(**given)
    if options.tables > options.people:
        raise Misuse(f"{options.people} people cannot open {options.tables} tables: each opens one at most")
    if options.door == Door.SOCKET.value and options.place is not None:
        raise Misuse("the socket is that of this machine: leave HOST out, and name its folder with --data")
    data = data_directory(data)
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
    return asyncio.run(run(target, Tally(plan), as_json=options.as_json))


def _failed(problem: str, status: int) -> int:
    print(f"lab.load: {problem}", file=sys.stderr)
    return status


def _door(text: str) -> str:
    if text in (known := [door.value for door in Door]):
        return text
    raise ValueError(f"{text[:40]!r} is none of {', '.join(known)}")


LOAD: Final = Subcommand(
    "",
    "try how many people the server of this machine bears: simulated ones come, play, talk, watch, change their "
    "windows, drop the line and come back",
    (
        Option(
            "HOST[:PORT]",
            "where it takes SSH (default: this machine, by the configuration in DIR)",
            read=read_public_name,
            many="?",
            to="place",
        ),
        Option("--people", f"how many, up to {MOST_PEOPLE}", "N", whole_number(MOST_PEOPLE), default=20),
        Option("--minutes", f"how long, up to {MOST_MINUTES}", "N", number(MOST_MINUTES, least=0.01), default=5.0),
        Option("--tables", "at how many tables (default: one for four)", "N", whole_number(MOST_PEOPLE), default=0),
        Option(
            "--pace",
            "seconds between two keys of one",
            "SECONDS",
            number(_LONGEST_PACE, least=_SHORTEST_PACE),
            default=2.0,
        ),
        Option("--door", "ssh: terminals; socket: programs on the Unix socket", "DOOR", _door, default="ssh"),
        Option("--one-address", "let all come from one address, as from one Wi-Fi"),
        Option("--anywhere", "let HOST be another machine, which is yours"),
        Option("--json", "write the figures as JSON", to="as_json"),
        Option("--data", "where the server keeps its games", "DIR", Path),
        Option("--config", "the configuration of the server", "FILE", Path),
    ),
    "lab.load.__main__:load",
    more="For a host before a party; it runs against a server that runs.",
    program="python -m lab.load",
)


def target_of(options: LoadOptions, data: Path) -> Target:
    """Return where people are to come, once someone answers there.

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
    ssh = InForce({}, configuration_file(options.config, data), data).effective.values.ssh
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
