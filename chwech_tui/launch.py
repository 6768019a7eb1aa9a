"""The offline server: a child process that speaks the protocol over its standard input and output.

It is started before Textual is imported, so that both start up in parallel; this file imports neither ``asyncio`` nor
the protocol until the child has been started.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Self

from protocol.command_line import Misuse

if TYPE_CHECKING:
    from protocol.aio import ClientChannel

_PATIENCE = 3.0  # Seconds that the child gets to exit by itself.

_LONGEST_LINE = 400

LOG_NAME = "server.log"


class InvalidDataDirectory(Misuse):
    """The data directory cannot be used; the text says why."""


class OfflineServer:
    """The offline server of one client; restarted whenever it is needed and not running."""

    def __init__(self, data: Path) -> None:
        """Create the server for a data directory; ``start`` starts it."""
        self.data = data
        self.process: subprocess.Popen[bytes] | None = None
        self._fresh = self._served = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the server, or raise ``InvalidDataDirectory``."""
        try:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(self.data / LOG_NAME, "ab", opener=lambda path, flags: os.open(path, flags, 0o600)) as log:
                self.process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "chwech", "serve", "--stdio", "--data", str(self.data)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    start_new_session=True,
                )
                self._fresh = self._served = True
        except OSError as error:
            from protocol.language import _

            reason = error.strerror or error
            raise InvalidDataDirectory(
                _("the data directory {path} cannot be used: {reason}", path=self.data, reason=reason)
            ) from error

    async def dial(self) -> "ClientChannel":
        """Return a connection to the server; every call but the first after a start restarts it.

        Raises:
            InvalidDataDirectory: the data directory cannot be used.
            OSError: it does not answer, or the data directory can no longer be used.
        """
        import asyncio

        if not self._fresh:
            await asyncio.to_thread(self.stop)
            try:
                self.start()
            except InvalidDataDirectory as problem:
                if not self._served:
                    raise
                raise OSError(str(problem)) from problem
        self._fresh = False
        return await self._open()

    async def _open(self) -> "ClientChannel":
        from chwech_tui.remote import open_pipes
        from protocol.aio import client_channel
        from protocol.codec import Codec

        assert self.process is not None
        return client_channel(*await open_pipes(self.process), Codec())

    async def explain(self) -> str:
        """Return the last line of the log if the server has failed; an empty text otherwise."""
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
        """Stop the server by closing its input; terminate or kill it if it does not exit in time."""
        from chwech_tui.remote import end_child

        process, self.process, self._fresh = self.process, None, False
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        end_child(process, _PATIENCE)
        if process.stdout is not None:
            process.stdout.close()


def last_line(path: Path) -> str:
    """Return the last line of a log that is not blank; an empty text if there is none."""
    try:
        with path.open("rb") as log:
            log.seek(max(0, path.stat().st_size - _LONGEST_LINE))
            lines = log.read().decode(errors="replace").split("\n")
    except OSError:
        return ""
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
