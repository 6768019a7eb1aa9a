"""The commands of the server: ``python -m server COMMAND``; each is imported only when it is called."""

import errno
import io
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Final

from protocol.language import _
from server.commands import COMMANDS
from server.commands.options import INTERRUPTED
from server.commands.owner import ShutOut

INNER: Final = ("host", "fork_server", "front_process", "gateway", "uplink", "config")
"""Commands that ``serve`` and ``front`` start, and ``config``, which people reach by ``chwech config server``."""


def main(argv: list[str]) -> int:
    """Run one command and return its exit status: 0 success, 1 failure, 2 wrong usage."""
    name = argv[0] if argv else ""
    if name not in (*COMMANDS, *INNER):
        known = ", ".join(COMMANDS)
        unknown = _("{name} is no command: {names}", name=repr(name), names=known)
        said = unknown if name else _("say which command: {names}", names=known)
        print(f"chwech: {said}", file=sys.stderr)
        return 2
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Characters that a terminal cannot encode are escaped instead of ending the command.
            stream.reconfigure(errors="backslashreplace")
    try:
        command: Callable[[list[str]], int] = import_module(f"server.commands.{name}").main
        status = command(argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except ShutOut as fault:
        print(f"chwech {name}: {fault}", file=sys.stderr)
        return 1
    except OSError as fault:
        if fault.errno not in (errno.EPIPE, errno.ENOSPC, errno.EIO):
            raise
        return _no_output(name, fault)
    return status


def _no_output(name: str, fault: OSError) -> int:
    """End a command whose output cannot be written; a closed pipe prints no message."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if fault.errno != errno.EPIPE:
        said = _("the output cannot be written: {reason}", reason=fault.strerror)
        print(f"chwech {name}: {said}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
