"""The command ``chwech``: finds each command in the table and runs it, and knows nothing else of client or server.

Each is imported only when one of its commands is called, so that a server never loads a screen. A server starts its own
processes by it too, as ``python -P -m chwech``.
"""

import sys

if is_program := __name__ == "__main__" or "chwech" in sys.argv[0].rpartition("/")[2]:
    # Not where another program imports this. Even the next import may be interrupted.
    sys.excepthook = lambda *fault: None if fault[0] is KeyboardInterrupt else sys.__excepthook__(*fault)

from protocol.interrupts import end_at_interrupt, interruptible

if is_program:
    end_at_interrupt()

import io
import os
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from protocol.command_line import HAS_POSIX, Misuse, Values, escaped, found_command, overview, run
from protocol.language import _, speak, taken_language, wanted_language
from protocol.standard_streams import run_guarded
from server.commands.table import COMMANDS, MOVED

INNER: Final = ("host", "front_process", "trial")
"""Commands that ``serve`` starts; it tells them the rest at their standard input."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command, that of the process if none is given, and return its exit status: 2 for wrong usage."""
    if argv is None:
        return run_guarded(lambda: main(sys.argv[1:]))
    arguments = list(argv)
    if arguments and arguments[0] in INNER:
        # Such a process speaks to its visitors, each of whom has a language of their own.
        return _of_server(import_module(f"server.commands.{arguments[0]}").main)
    try:
        arguments = _begin_to_speak(arguments)
        return _run(arguments)
    except Misuse as problem:
        print(f"chwech: {escaped(str(problem))}", file=sys.stderr)
        return 2


def _run(arguments: list[str]) -> int:
    match arguments:
        case ["--help" | "-h" | "help", *_rest]:
            print(overview(COMMANDS))
            return 0
        case ["--version", *_rest]:
            from protocol.version import program_name

            print(program_name())
            return 0
        case [name, *_rest] if name in MOVED:
            raise Misuse(_("{name} is {command} now", name=f"chwech {name}", command=f"`{MOVED[name]}`"))
    try:
        command, _behind = found_command(COMMANDS, arguments)
    except Misuse as problem:
        raise Misuse(_("{fault} (see chwech --help)", fault=problem)) from None
    if not (HAS_POSIX or command.portable):
        print(f"chwech: {_needs_posix(command.name or 'play')}", file=sys.stderr)
        return 1
    if command.main.startswith("server."):
        return _of_server(lambda: run(COMMANDS, arguments, _with_data))
    return run(COMMANDS, arguments)


def _of_server(act: Callable[[], int]) -> int:
    from server.commands.shared import INTERRUPTED

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Characters that a terminal cannot encode are escaped instead of ending the command.
            stream.reconfigure(errors="backslashreplace")
    try:
        with interruptible():
            return act()
    except KeyboardInterrupt:
        return INTERRUPTED


def _with_data(values: Values) -> Values:
    """Choose the data directory where none is named."""
    from server.commands.shared import chosen_data

    if "data" in values:
        named = values["data"]
        values["data"] = chosen_data(named if isinstance(named, Path) else None)
    return values


def _needs_posix(command: str) -> str:
    """Return the sentence for a command that cannot run on Windows, and what can."""
    return _(
        "{command} needs Linux or macOS; on Windows, WSL (wsl --install). Here you can give: {portable}",
        command=f"chwech {command}",
        portable=", ".join(one.name for one in COMMANDS if one.portable),
    )


def _begin_to_speak(arguments: list[str]) -> list[str]:
    """Speak the language of ``--lang``, else that of the environment; return the arguments without it.

    Raises:
        Misuse: there is no such language.
    """
    speak(wanted_language(os.environ))
    try:
        wanted, rest = taken_language(arguments)
    except ValueError as problem:
        raise Misuse(str(problem)) from problem
    if wanted:
        speak(wanted, fixed=True)
        # The processes that are started go by the environment.
        os.environ["LANGUAGE"] = wanted
    return rest


if __name__ == "__main__":
    sys.exit(main())
