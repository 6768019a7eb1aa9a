"""The internal command ``fork_server``: loads what the fronts need once, and forks one for each request."""

import asyncio
import gc
import json
import os
import socket
from fcntl import F_DUPFD_CLOEXEC, fcntl
from importlib import import_module
from typing import Final

from server.commands import front_process
from server.commands.options import InnerOptions, inner_parser
from server.host.garbage import give_back
from server.processes.fork_server import REQUESTS
from server.processes.serving import call_oneself

_LONGEST_REQUEST: Final = 65_536
_MOST_DESCRIPTORS: Final = 16
_LONGEST_NUMBER: Final = 32


class ForkServerOptions(InnerOptions):
    """The arguments of a fork server."""

    requests_fd: int


def main(argv: list[str]) -> int:
    """Fork fronts until the supervisor is gone, and return the exit status; in a front, serve and return its own."""
    parser = inner_parser("fork_server")
    parser.add_argument(REQUESTS, type=int, required=True, metavar="N")
    options = parser.parse_args(argv, ForkServerOptions())
    call_oneself("forks")
    front_process.forget_terminal(os.environ)
    _load()
    gc.collect()
    give_back()
    # What is frozen is left alone by the collector, so that its pages stay shared.
    gc.freeze()
    os.write(options.ready_fd, b"\n")
    os.close(options.ready_fd)
    with socket.socket(fileno=options.requests_fd) as requests:
        while True:
            said, received, _, _ = socket.recv_fds(requests, _LONGEST_REQUEST, _MOST_DESCRIPTORS)
            if not said:
                return 0
            command, wanted = json.loads(said)
            if _is_front(requests, received):
                break
    _give(received, wanted)
    return front_process.main(command[1:], warm=True)


def _load() -> None:
    """Import what every front needs before it serves, and fill its caches."""
    asyncio.run(import_module("server.fronts.ssh.front").warm_up())


def _is_front(requests: socket.socket, received: list[int]) -> bool:
    """Fork a front, and answer with its number; True in the front itself.

    The process between the two ends at once, so that the front is an orphan, which the supervisor adopts.
    """
    reading, writing = os.pipe()
    between = os.fork()
    if not between:
        pid = os.fork()
        if not pid:
            os.setsid()
            os.close(reading)
            os.close(writing)
            return True
        os.write(writing, str(pid).encode())
        os._exit(0)
    os.close(writing)
    for number in received:
        os.close(number)
    os.waitpid(between, 0)
    requests.send(os.read(reading, _LONGEST_NUMBER))
    os.close(reading)
    return False


def _give(received: list[int], wanted: list[int]) -> None:
    """Give each descriptor the number that the command line names."""
    beyond = max(*received, *wanted) + 1
    moved = [fcntl(number, F_DUPFD_CLOEXEC, beyond) for number in received]
    for number in received:
        os.close(number)
    for number, place in zip(moved, wanted, strict=True):
        os.dup2(number, place)
        os.close(number)
