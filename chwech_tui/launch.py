"""The offline server: a child of this process that speaks the protocol over its standard input and output.

It is started before the screen's library is loaded, so that both get ready side by side; this file loads neither
``asyncio`` nor the protocol until the child has been started.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from protocol.aio import ClientChannel

_PATIENCE = 3.0
"""Seconds that a child gets to end by itself."""

_LONGEST_LINE = 400

LOG_NAME = "server.log"
"""Where the offline server writes what it has to say, in the data directory."""


class InvalidDataDirectory(ValueError):
    """The data directory cannot be used; the text says why."""


class OfflineServer:
    """The offline server of one client; it is started again whenever it is needed and not there."""

    def __init__(self, data: Path) -> None:
        """Remember where the games are kept; ``start`` starts the server."""
        self.data = data
        """Where the games are kept."""
        self.process: subprocess.Popen[bytes] | None = None
        """The server, if it was started."""
        self._fresh = False

    def start(self) -> None:
        """Start the server.

        Raises:
            InvalidDataDirectory: the data directory cannot be made or written to.
        """
        try:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(self.data / LOG_NAME, "ab", opener=_private) as log:
                self.process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "server", "serve", "--stdio", "--data", str(self.data)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    start_new_session=True,
                )
                self._fresh = True
        except OSError as error:
            reason = error.strerror or str(error)
            raise InvalidDataDirectory(f"the data directory {self.data} cannot be used: {reason}") from error

    async def dial(self) -> "ClientChannel":
        """Give a connection to the server; where it was used before, or has died, another one is started."""
        import asyncio

        if not self._fresh:
            await asyncio.to_thread(self.stop)
            self.start()
        self._fresh = False
        return await self._open()

    async def _open(self) -> "ClientChannel":
        import asyncio

        from chwech_tui.pipes import open_pipes
        from protocol.aio import client_channel
        from protocol.chwech import CHWECH
        from protocol.codec import Codec

        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        reader, writer = await open_pipes(asyncio.get_running_loop(), process.stdout, process.stdin)
        return client_channel(reader, writer, Codec([CHWECH]))

    async def explain(self) -> str:
        """Say why the server has ended: its own last words, where it ended with a fault."""
        import asyncio

        process = self.process
        if process is None:
            return ""
        try:
            status = await asyncio.to_thread(process.wait, _PATIENCE)
        except subprocess.TimeoutExpired:
            return ""
        return last_line(self.data / LOG_NAME) if status > 0 else ""

    def stop(self) -> None:
        """End the server: the end of its input tells it to; it is killed if it does not listen."""
        from chwech_tui.pipes import end_child

        process, self.process, self._fresh = self.process, None, False
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        end_child(process, _PATIENCE)
        if process.stdout is not None:
            process.stdout.close()


def last_line(path: Path) -> str:
    """Give the last line of a log; nothing if there is none."""
    try:
        with path.open("rb") as log:
            log.seek(max(0, path.stat().st_size - _LONGEST_LINE))
            lines = log.read().decode(errors="replace").split("\n")
    except OSError:
        return ""
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
