"""The process that has loaded what the fronts need and forks them, as the supervisor sees it.

Fronts that are forked share the memory of what they have in common, and are there at once. Linux gives them to the
supervisor, which adopts the orphans among its descendants, so that it watches them like processes of its own.
"""

import contextlib
import ctypes
import json
import os
import socket
import sys
from collections.abc import Collection, Sequence
from typing import Final

from server.processes.child import PROGRAM, ChildProcess, Process
from server.processes.plan import ProcessRole

REQUESTS: Final = "--requests-fd"
"""The option that names the descriptor on which a fork server is asked for processes."""

ANSWER_SECONDS: Final = 5.0
"""Seconds within which a fork server has to answer."""

_PR_SET_CHILD_SUBREAPER: Final = 36
_LONGEST_ANSWER: Final = 32


class ForkServer(ChildProcess):
    """A fork server, which is started, watched and restarted as every process of a server is."""

    def __init__(self, role: ProcessRole, configuration: str = "") -> None:
        super().__init__(role, configuration)
        self._plain = role
        self._requests: socket.socket | None = None

    def start(self, now: float) -> None:
        """Start it with a connection of its own.

        Raises:
            OSError: the system lacks the resources.
        """
        self._hang_up()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            number = theirs.fileno()
            self.role = self._plain._replace(
                command=(*self._plain.command, REQUESTS, str(number)), sockets=(*self._plain.sockets, number)
            )
            self._requests = ours
            super().start(now)

    def spawn(self, command: Sequence[str], sockets: Sequence[int]) -> Process:
        """Return a new process that runs a command line of this program, with descriptors under the same numbers.

        Raises:
            OSError: there is no fork server now, or it does not answer.
        """
        if self._requests is None or not self.ready:
            raise ConnectionError("there is no fork server to start it")
        reading, writing = os.pipe()
        try:
            asked = json.dumps([command[len(PROGRAM) :], [0, *sockets]]).encode()
            self._requests.settimeout(ANSWER_SECONDS)
            socket.send_fds(self._requests, [asked], [reading, *sockets])
            answer = self._requests.recv(_LONGEST_ANSWER)
            if not answer:
                raise ConnectionError("the fork server has ended")
            return Process(int(answer), os.fdopen(writing, "wb", 0))
        except OSError:
            os.close(writing)
            # An answer that comes later would belong to another request.
            self.strike()
            raise
        finally:
            os.close(reading)

    def kill(self) -> None:
        """Kill it, and close the connection to it."""
        super().kill()
        self._hang_up()

    def _hang_up(self) -> None:
        if self._requests is not None:
            self._requests.close()
            self._requests = None


def adopt_orphans() -> bool:
    """Ask Linux to give this process the orphans among its descendants; False where that cannot be."""
    return sys.platform == "linux" and not ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def reap_strangers(known: Collection[int | None]) -> None:
    """Reap the adopted processes that have ended and that nobody waits for: all but the known ones."""
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is not None:
            if ended.si_pid in known:
                return
            os.waitpid(ended.si_pid, 0)
