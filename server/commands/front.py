"""The command ``front``: draws, on this machine, the screens of a server whose tables are on another machine.

This process binds the sockets and supervises the serving processes; it imports nothing else.
"""

import contextlib
import os
import re
import socket
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from server.commands.options import ServeOptions, configuration_file, configuration_parser, data_directory
from server.commands.owner import chosen_data
from server.commands.serve import (
    child,
    fork_server_role,
    front_role,
    noting,
    opening,
    public_address,
    run_plan,
    serves_ssh,
    ssh_line,
    ssh_sockets,
)
from server.commands.start import InForce, make_folder
from server.configuration.file import InvalidConfiguration
from server.configuration.keys import KEYS
from server.defaults import DATABASE_NAME
from server.fronts.remote.host_address import HostAddress, read_host_address
from server.processes.claim import claimed
from server.processes.operator import FRONT
from server.processes.plan import ProcessFault, ProcessPlan, ProcessRole
from server.processes.sockets import HOST_KEY_NAME, fronts_path

FOLDER: Final = "front"
"""The folder of a front in the usual data directory: a server on the same machine keeps its own."""

USED: Final = ("public-name", "ssh", "fronts", "allow-list", "connections", "connections-per-address", "log", "verbose")
"""The keys of the configuration that a front uses; the others are the business of the host."""

_NO_NAME: Final = re.compile(r"[^A-Za-z0-9.-]+")
_LONGEST_NAME: Final = 32


class FrontOptions(ServeOptions):
    """The parsed command line."""

    server: list[HostAddress]
    name: str = ""


def main(argv: list[str]) -> int:
    """Serve until told to end, and return the exit status."""
    about = "Draw the screens of a server on another machine; `chwech fronts` there says how this machine gets in."
    folder = f"where its keys are (default: the folder {FOLDER} in $CHWECH_DATA, else in the user's data directory)"
    parser = configuration_parser("chwech front", about, [key for key in KEYS if key.name in USED], folder)
    parser.add_argument(
        "--server",
        action="append",
        type=read_host_address,
        required=True,
        metavar="HOST:PORT",
        help="where the server listens for fronts, with #sha256= and its fingerprint at the first time",
    )
    parser.add_argument(
        "--name", metavar="NAME", help="what the server is to call this machine (default: its own name)"
    )
    options = parser.parse_args(argv, FrontOptions())
    twice = next((one for one, count in Counter(map(str, options.server)).items() if count > 1), "")
    if twice:
        parser.error(f"--server {twice} is there twice: name each once")
    os.umask(0o077)
    data = chosen_data(options.data, data_directory() / FOLDER)
    try:
        in_force = InForce(options.given(), configuration_file(options, data, os.environ))
    except InvalidConfiguration as problem:
        for fault in problem.faults:
            print(f"chwech front: {fault}", file=sys.stderr)
        return 2
    name = own_name(options.name or socket.gethostname())
    return run_plan(in_force, lambda closing: _plan(in_force, data, options.server, name, closing), FRONT)


def own_name(text: str) -> str:
    """Return a name that a list of fronts can hold."""
    return _NO_NAME.sub("-", text)[:_LONGEST_NAME].strip("-.") or "front"


def _plan(
    in_force: InForce, data: Path, servers: Sequence[HostAddress], name: str, closing: contextlib.ExitStack
) -> ProcessPlan:
    """Claim the data directory, bind the sockets, and return what is to run.

    Raises:
        ProcessFault: the front cannot start.
    """
    if not serves_ssh(in_force.effective.values):
        raise ProcessFault("a front without SSH shows nobody anything: leave --ssh none out")
    if (data / DATABASE_NAME).exists():
        raise ProcessFault(f"{data} is the data directory of a server: name another one for the front with --data")
    ssh = ssh_sockets(in_force.effective)
    for listener in ssh:
        closing.enter_context(listener)
    notes = make_folder(data, in_force)
    closing.enter_context(claimed(data))
    passage = closing.enter_context(fronts_path(data))
    public = public_address(in_force.effective.values.public_name, ssh)
    opened = tuple(opening(ssh, public))
    told = ("--remote", *((f"--public-name={public}",) if public else ()))
    return ProcessPlan(
        uplink_role(data, passage, servers, name),
        tuple(front_role(number, data, passage, listener, told) for number, listener in enumerate(ssh, 1)),
        ssh_line(ssh, public),
        noting(public, lambda: (*opened, *in_force.notes(data), *notes)),
        in_force.line(),
        in_force.log,
        FRONT,
        lambda: in_force.reload(data),
        fork_server_role(data) if len(ssh) > 1 else None,
        (data / HOST_KEY_NAME).exists(),
    )


def uplink_role(data: Path, passage: Path, servers: Sequence[HostAddress], name: str) -> ProcessRole:
    """Return the role of the process that reaches the host."""
    hosts = (word for server in servers for word in ("--server", server.option))
    command = (*child("uplink", data), "--fronts-socket", str(passage), *hosts, "--name", name)
    return ProcessRole("the uplink", command, configured=True)
