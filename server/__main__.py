"""The commands of the server: ``python -m server COMMAND``; each is imported only when it is called."""

from protocol.interrupts import end_at_interrupt, interruptible

if __name__ == "__main__":
    end_at_interrupt()

import io
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Final

from protocol.language import _
from protocol.standard_streams import run_guarded
from server.commands import COMMANDS
from server.commands.options import INTERRUPTED
from server.commands.owner import ShutOut

INNER: Final = ("host", "fork_server", "front_process", "trial", "config")
"""Commands that ``serve`` starts, and ``config``, which people reach by ``chwech config server``."""


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
        with interruptible():
            return command(argv[1:])
    except KeyboardInterrupt:
        return INTERRUPTED
    except ShutOut as fault:
        print(f"chwech {name}: {fault}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(run_guarded(lambda: main(sys.argv[1:])))
