"""One supervised child: started or forked, watched, reaped, and started again, after a pause if it died early.

Each sends a heartbeat every second, and one that sends none is killed. Only the time during which the supervisor itself
was running counts: if it stood still because it or the whole machine was stopped, silence is no fault.
"""

import contextlib
import contextvars
import json
import math
import os
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import IO, Final

from server.processes.plan import AdoptedChild, ProcessRole

ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT)

HEARD: Final = (*ENDING, signal.SIGHUP)  # The signals that mean something to every process of a server.

UPDATE: Final = signal.SIGUSR2
"""To a supervisor: update in place; to a front: accept nobody any more, and end when the last one has left."""

CAUGHT: Final = (*HEARD, UPDATE)  # The signals that mean something to a supervisor.


@contextlib.contextmanager
def signals_caught() -> Iterator[socket.socket]:
    """Catch signals inside the context, and give what can be read when a child has ended or one has come."""
    ear, mouth = socket.socketpair()
    with ear, mouth:
        ear.settimeout(0)
        mouth.settimeout(0)
        before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
        # Signals that were ignored at the start stay ignored, but for those that ask for something.
        wanted = [one for one in CAUGHT if one not in ENDING or signal.getsignal(one) is not signal.SIG_IGN]
        handlers = {number: signal.signal(number, _note) for number in (*wanted, signal.SIGCHLD)}
        # After an update they are blocked until here.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, CAUGHT)
        try:
            yield ear
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(before)


def heard(ear: socket.socket) -> list[int]:
    """Return the signals of `CAUGHT` that have arrived since the last call."""
    try:
        return [number for number in ear.recv(4096) if number in CAUGHT]
    except BlockingIOError:
        return []


def _note(number: int, frame: FrameType | None) -> None:
    """Do nothing: the signal is written to the socket only if it has a handler."""


STEADY_SECONDS: Final = 10.0  # Seconds after which a process counts as started well: its earlier deaths are forgotten.
SHORTEST_WAIT: Final = 0.1  # Seconds of backoff after a second early death; doubled with each further one.

LONGEST_WAIT: Final = 5.0


def backoff(deaths: int) -> float:
    """Return for how many seconds a process waits after so many early deaths: not at all after the first."""
    return 0.0 if deaths < 2 else min(SHORTEST_WAIT * 2.0 ** (min(deaths, 20) - 2), LONGEST_WAIT)


LOOK_SECONDS: Final = 1.0  # Maximum number of seconds between two checks by the supervisor.
SILENT_SECONDS: Final = 10.0  # Seconds that a ready process may send no heartbeat.

STALL_SECONDS: Final = 3.0
"""A check this many seconds after the previous one shows that the supervisor itself stood still."""

_MOST_SAID: Final = 2048

READY: Final = "+"  # What the line begins with in which a process reports that it is ready.
BEAT: Final = "="  # What a heartbeat begins with, a line that says how the process is.


PROGRAM: Final = (sys.executable, "-P", "-m", "chwech")
"""How a command of this program is started; a stray ``server.py`` in the working directory is never run."""


class Process:
    """A child of this process, known by its number: it may have been started before an update."""

    def __init__(self, pid: int, stdin: IO[bytes]) -> None:
        self.pid: Final = pid
        self.stdin: Final = stdin
        self._status: int | None = None

    def poll(self) -> int | None:
        """Return the exit status if the process has ended, negative for a signal."""
        return self._look(os.WNOHANG)

    def wait(self) -> int:
        """Wait for the end, and return the exit status."""
        status = self._look(0)
        assert status is not None, "a process that was waited for has ended"
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)

    def _look(self, how: int) -> int | None:
        if self._status is None:
            found, status = os.waitpid(self.pid, how)
            self._status = os.waitstatus_to_exitcode(status) if found else None
        return self._status


def spawn(command: Sequence[str], sockets: Sequence[int]) -> Process:
    """Start a command line in a session of its own, with these descriptors; raise ``OSError`` without resources."""
    started = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=sockets, start_new_session=True)  # noqa: S603 - the command line is the server's own
    assert started.stdin is not None
    # The owner of its number waits for it: `Popen` is not to do that too.
    started.returncode = 0
    return Process(started.pid, started.stdin)


def fork(run: Callable[[], int], sockets: Sequence[int]) -> Process:
    """Run a function in a copy of this process, in a session of its own; raise ``OSError`` without resources."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        status = 1
        try:
            os.dup2(reading, 0)
            _forget_parent({0, 1, 2, *sockets})
            # In a context of its own, for this process speaks the language of the operator.
            status = contextvars.Context().run(run)
        except BaseException:  # noqa: BLE001 - whatever it is, the copy must not go on as a supervisor
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    os.close(reading)
    return Process(pid, os.fdopen(writing, "wb", 0))


def _forget_parent(kept: Collection[int]) -> None:
    """Give up what a copy has of its parent: the session, what signals mean, and all descriptors but these."""
    os.setsid()
    signal.set_wakeup_fd(-1)
    for number in (*CAUGHT, signal.SIGCHLD):
        if signal.getsignal(number) is _note:
            signal.signal(number, signal.SIG_DFL)
    for descriptor in {int(path.name) for path in Path("/dev/fd").iterdir()}.difference(kept):
        with contextlib.suppress(OSError):
            os.close(descriptor)


Spawn = Callable[[Sequence[str], Sequence[int]], Process]
"""Starts a command line, with descriptors under the same numbers."""


class ChildProcess:
    """A process in a role; when it dies, another one takes its place."""

    def __init__(self, role: ProcessRole, configuration: object = None, spawn: Spawn = spawn) -> None:
        self.role = role
        self._spawn = spawn
        self._configuration = configuration
        self.due = 0.0
        self.ready = False
        self.was_ready = False
        self.loaded = False  # True once it has reported anything: it has loaded what it needs.
        self.said = ""
        self.status = ""
        self.heard_at = 0.0
        self.answered_at = -math.inf
        self._words = ""
        self._deaths = 0
        self._began = 0.0
        self._process: Process | None = None
        self._ear: int | None = None

    @property
    def running(self) -> bool:
        """True while there is a process."""
        return self._process is not None

    @property
    def ear(self) -> int | None:
        """The descriptor on which the process reports; None if no report is expected."""
        return self._ear

    @property
    def patience(self) -> float:
        """Seconds that it may be silent; infinite if no report is expected."""
        if self._ear is None:
            return math.inf
        return (self.role.silent_seconds or SILENT_SECONDS) if self.ready else self.role.start_seconds

    def start(self, now: float) -> None:
        """Start a process in a session of its own; raise ``OSError`` if the system lacks the resources."""
        self._began = self.heard_at = now
        self.loaded = False
        self._words = ""
        self._ear, mouth = os.pipe()
        os.set_blocking(self._ear, False)
        try:
            self._process = self._spawn(self.role.command, (*self.role.sockets, mouth))
            self._say({**self.role.options, "ready_fd": mouth, "configuration": self._configuration})
        except OSError:
            self._bury(now)
            raise
        finally:
            os.close(mouth)

    def configure(self, configuration: object) -> None:
        """Tell the process another configuration."""
        self._configuration = configuration
        if self._process is not None:
            self._say(configuration)

    def _say(self, told: object) -> None:
        """Tell the process something, as a line of JSON; one that takes in nothing is killed, and the next is told."""
        assert self._process is not None
        line, pipe = f"{json.dumps(told, ensure_ascii=False)}\n".encode(), self._process.stdin.fileno()
        os.set_blocking(pipe, False)
        with contextlib.suppress(OSError):
            if os.write(pipe, line) == len(line):
                return
        self.strike()

    def listen(self, now: float) -> None:
        """Read what the process reports, a line each: that it has loaded, that it is ready, and its heartbeats."""
        if self._ear is None:
            return
        with contextlib.suppress(BlockingIOError):
            said = os.read(self._ear, _MOST_SAID)
            self.heard_at, self.loaded = now, True
            if not said:
                # It will send none.
                os.close(self._ear)
                self._ear = None
            *lines, rest = (self._words + said.decode(errors="replace")).split("\n")
            self._words = rest[:_MOST_SAID]
            for line in lines:
                if line.startswith(READY):
                    self.ready = self.was_ready = True
                    self.said = line[1:].strip()
                elif line.startswith(BEAT):
                    self.status, self.answered_at = line[1:].strip(), now

    def reap(self, now: float) -> int | None:
        """Return the exit status of a process that has ended, negative for a signal.

        None means that nothing has changed.
        """
        if self._process is None or (status := self._process.poll()) is None:
            return None
        self.listen(now)
        self._bury(now)
        return status

    def tell(self, number: int = signal.SIGTERM) -> None:
        """Send the process a signal; the usual one asks it to end."""
        if self._process is not None:
            self._process.send_signal(number)

    def handed(self) -> AdoptedChild | None:
        """Return what the next program has to know of the process; None if there is none."""
        if self._process is None:
            return None
        return AdoptedChild(self.role.name, self._process.pid, self._process.stdin.fileno(), self._ear, self.status)

    @classmethod
    def adopted(cls, handed: AdoptedChild, now: float) -> "ChildProcess":
        """Return a process of the former program."""
        for number in filter(None, (handed.stdin, handed.ear)):
            os.set_inheritable(number, False)  # noqa: FBT003 - the function takes it only so
        child = cls(ProcessRole(handed.name, ()))
        child._process = Process(handed.pid, os.fdopen(handed.stdin, "wb", 0))
        child._ear, child.status, child.heard_at = handed.ear, handed.status, now
        child.ready = True
        return child

    def strike(self) -> None:
        """Kill the process without waiting for its end."""
        if self._process is not None:
            self._process.kill()

    def kill(self) -> None:
        """Kill the process, and wait for its end."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._bury(self._began)

    def _bury(self, now: float) -> None:
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        self._process = None
        if self._ear is not None:
            os.close(self._ear)
            self._ear = None
        self.ready = False
        self._deaths = 1 if now - self._began >= STEADY_SECONDS else self._deaths + 1
        self.due = now + backoff(self._deaths)


class Watchdog:
    """Finds silent processes; the caller passes the time."""

    def __init__(self, now: float) -> None:
        self._looked_at = now

    def silent(self, children: Sequence[ChildProcess], now: float) -> list[ChildProcess]:
        """Return the processes that were silent for too long, and restart the measurement of their silence."""
        if now - self._looked_at > STALL_SECONDS:
            for child in children:
                child.heard_at = now
        self._looked_at = now
        silent = [child for child in children if now - child.heard_at > child.patience]
        for child in silent:
            child.heard_at = now
        return silent


def ended(status: int) -> str:
    """Say how a process has ended."""
    if status >= 0:
        return f"has ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"
