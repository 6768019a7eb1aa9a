"""What a process tells the operator on standard error: sentences for a terminal, or JSON lines for programs."""

import contextlib
import json
import os
import sys
import time
from collections.abc import Mapping
from typing import Final, TextIO

TEXT: Final = "text"
JSON: Final = "json"
AUTO: Final = "auto"
FORMS: Final = (TEXT, JSON, AUTO)  # How a log is written; ``auto`` decides by where it goes.
SERVE: Final = "chwech serve"  # What the operator has typed.

TIME: Final = "%Y-%m-%dT%H:%M:%SZ"


def form_of(wanted: str, stream: TextIO, environment: Mapping[str, str]) -> str:
    """Return the form of a log: left alone, text for a terminal and for the journal of systemd, which has its own."""
    if wanted != AUTO:
        return wanted
    return TEXT if stream.isatty() or _is_journal(stream, environment) else JSON


def _is_journal(stream: TextIO, environment: Mapping[str, str]) -> bool:
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"


class Operator:
    """Whoever reads standard error."""

    def __init__(self, form: str = TEXT, process: str = "supervisor") -> None:
        self._form = form
        self._process = process

    def say(self, line: str) -> None:
        """Tell something that is as it should be."""
        self._write("info", line, line)

    def fail(self, line: str) -> None:
        """Tell why the server does not start."""
        self._write("error", line, line)

    def report(self, line: str) -> None:
        """Tell of a problem, with the time, in the format of the log of the other processes."""
        self._write("warning", line, f"{time.strftime(TIME, time.gmtime())} {line}")

    def _write(self, level: str, line: str, text: str) -> None:
        """Write a line; a closed standard error is no reason to end."""
        said = json_line(level, self._process, line) if self._form == JSON else f"{SERVE}: {text}"
        with contextlib.suppress(OSError, ValueError):
            # In one write, or a line of another process may come between this one and its end.
            sys.stderr.write(f"{said}\n")
            sys.stderr.flush()


def json_line(level: str, process: str, message: str, **more: str) -> str:
    """Return a line of a log for programs."""
    now = time.strftime(TIME, time.gmtime())
    return json.dumps({"time": now, "level": level, "process": process, "message": message, **more}, ensure_ascii=False)
