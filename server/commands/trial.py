"""The inner command ``trial``: a server that runs asks the program on disk whether it can take over from it."""

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from protocol.command_line import Misuse, found_command, read_words
from protocol.messages import VERSION
from protocol.version import program_version
from server.processes.child import READY
from server.processes.serving import first_line
from server.processes.update import ProgramInfo

_LOADED: Final = ("serve", "host", "front_process")  # The commands and the parts of a server.
_ROOM: Final = 16 * 1024 * 1024  # Bytes on the disk without which a host may be unable to open its store.

_LONGEST: Final = 300


def main() -> int:
    """Load everything, look at the files of the server with the options that it was started with, and answer."""
    told = json.loads(first_line(0))
    try:
        fault = "; ".join(_faults(told["options"]))
    except Misuse:
        fault = "the program on disk does not take the options with which this server was started"
    except Exception as problem:  # noqa: BLE001 - whatever it is, the server goes on without this program
        *_, place = (one for one in extract_tb(problem.__traceback__) if "importlib" not in one.filename)
        where = f"{Path(place.filename).name}:{place.lineno}"
        fault = f"the program on disk does not start: {type(problem).__name__}: {problem} (at {where})"
    answer = ProgramInfo(program_version(), str(VERSION), fault=fault[:_LONGEST])
    os.write(told["ready_fd"], f"{READY}{json.dumps(answer._asdict(), ensure_ascii=False)}\n".encode())
    return 0


def _faults(given: Sequence[str]) -> Iterator[str]:
    """Yield what keeps this program from serving."""
    for name in _LOADED:
        import_module(f"server.commands.{name}")
    import_module("server.fronts.ssh.front")
    from server.commands.check import faults_of_files
    from server.commands.serve import configured
    from server.commands.shared import chosen_data
    from server.commands.table import COMMANDS
    from server.configuration import InvalidConfiguration

    values: dict[str, Any] = read_words(found_command(COMMANDS, ["serve"])[0], given)
    data = chosen_data(values["data"])
    if shutil.disk_usage(data).free < _ROOM:
        yield f"there is no room on the disk of {data}"
    try:
        configured(values, values["config"], data)
    except InvalidConfiguration as problem:
        yield from problem.faults
    else:
        yield from faults_of_files(data)
