"""The commands of the server: ``python -m server COMMAND``; each is imported only when it is called."""

from protocol.interrupts import end_at_interrupt, interruptible

if __name__ == "__main__":
    end_at_interrupt()

import io
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Final

from protocol.command_line import Values, run
from protocol.standard_streams import run_guarded
from server.commands.shared import INTERRUPTED, ShutOut, chosen_data
from server.commands.table import COMMANDS

SERVED: Final = tuple(command for command in COMMANDS if not command.main.startswith("chwech_tui."))
"""The commands that are those of the server."""

INNER: Final = ("host", "front_process", "trial")
"""Commands that ``serve`` starts; it tells them the rest at their standard input."""


def main(argv: list[str]) -> int:
    """Run one command and return its exit status: 0 success, 1 failure, 2 wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Characters that a terminal cannot encode are escaped instead of ending the command.
            stream.reconfigure(errors="backslashreplace")
    try:
        with interruptible():
            if argv[:1] and argv[0] in INNER:
                command: Callable[[], int] = import_module(f"server.commands.{argv[0]}").main
                return command()
            return run(SERVED, argv, _with_data)
    except KeyboardInterrupt:
        return INTERRUPTED
    except ShutOut as fault:
        print(f"chwech: {fault}", file=sys.stderr)
        return 1


def _with_data(values: Values) -> Values:
    """Choose the data directory where none is named."""
    if "data" in values:
        named = values["data"]
        values["data"] = chosen_data(named if isinstance(named, Path) else None)
    return values


if __name__ == "__main__":
    sys.exit(run_guarded(lambda: main(sys.argv[1:])))
