"""One child process: begun, listened to until it is ready, buried when it has died, and begun again."""

import contextlib
import os
import signal
import subprocess
from typing import Final

from server.processes.plan import Role
from server.processes.restarts import Restarts

_MOST_SAID: Final = 512


class Child:
    """A process that plays a role; when it dies, another one is to play it."""

    def __init__(self, role: Role) -> None:
        """Begin with no process; one is due at once."""
        self.role = role
        self.due = 0.0
        self.ready = False
        self.was_ready = False
        self.said = ""
        self._restarts = Restarts()
        self._began = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._ear: int | None = None

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    @property
    def ear(self) -> int | None:
        """What can be read once the process has something to say; None where nothing is expected."""
        return self._ear

    def start(self, now: float) -> None:
        """Start a process, in a session of its own, which learns by the end of its standard input that it is alone.

        Raises:
            OSError: the system has no room for it.
        """
        self._began = now
        self._ear, mouth = os.pipe()
        os.set_blocking(self._ear, False)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the command line is the server's own
                [*self.role.command, "--ready-fd", str(mouth)],
                stdin=subprocess.PIPE,
                pass_fds=(*self.role.sockets, mouth),
                start_new_session=True,
            )
        except OSError:
            self._bury(now)
            raise
        finally:
            os.close(mouth)

    def listen(self) -> None:
        """Take in that the process is ready, and what it has to say; or that it will never say it."""
        if self._ear is None:
            return
        said = b""
        with contextlib.suppress(BlockingIOError):
            said = os.read(self._ear, _MOST_SAID)
        os.close(self._ear)
        self._ear = None
        if said.endswith(b"\n"):
            self.ready = self.was_ready = True
            self.said = said.decode(errors="replace").strip()

    def reap(self, now: float) -> int | None:
        """Give the status of a process that has ended since the last time: the negative number of a signal, or its own.

        None means that nothing has changed.
        """
        if self._process is None or (status := self._process.poll()) is None:
            return None
        self.listen()
        self._bury(now)
        return status

    def tell_to_end(self) -> None:
        """Ask the process to end."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._bury(self._began)

    def _bury(self, now: float) -> None:
        """Let go of a process, and say when the next one is due."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        self._process = None
        if self._ear is not None:
            os.close(self._ear)
            self._ear = None
        self.ready = False
        self._restarts = self._restarts.died(now - self._began)
        self.due = now + self._restarts.wait
