"""A real server for others, as a hobbyist starts it."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

PATIENCE = 60.0  # Seconds that the server may take to begin or to end.


class Serving(Struct, frozen=True):
    """A server that runs."""

    process: subprocess.Popen[str]
    """Its first process."""
    port: int
    """Where it takes SSH."""
    lines: list[str]
    """What it has said so far."""


@contextmanager
def serving(
    data: Path, *options: str, at: Sequence[str] = (), host: str = "127.0.0.1", command: str = "serve"
) -> Iterator[Serving]:
    """Start a server, or a front, on a free port of a host, and end it in good order; ``at`` begins its command."""
    process = subprocess.Popen(
        [*at, sys.executable, "-P", "-m", "chwech", command, "--data", str(data), "--ssh", f"{host}:0", *options],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    lines: list[str] = []
    ready = threading.Event()
    listener = threading.Thread(target=_listen, args=(process, lines, ready))
    listener.start()
    try:
        assert ready.wait(PATIENCE), f"the server does not begin: {''.join(lines)}"
        found = re.search(r"SSH at \S*:(\d+)", "".join(lines))
        assert found, "".join(lines)
        yield Serving(process, int(found[1]), lines)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0, "".join(lines)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        listener.join()


def _listen(process: subprocess.Popen[str], lines: list[str], ready: threading.Event) -> None:
    """Keep what the server says."""
    assert process.stderr is not None
    with process.stderr as said:
        for line in said:
            lines.append(line)
            if "SSH at" in line:
                ready.set()
    ready.set()
