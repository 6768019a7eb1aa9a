"""The supervisor: starts the other processes, restarts those that died, and ends them in order.

It knows no game, no screen and no event loop. Several fronts share the memory of what they need: it is loaded here, by
what the plan names for that, and each front is a copy of this process that goes on as a front.
"""

import contextlib
import os
import select
import signal
import socket
import time
from collections.abc import Callable, Sequence
from typing import Final

from server.processes import child as processes
from server.processes.operator import Operator
from server.processes.plan import ProcessPlan
from server.processes.service_manager import READY, STOPPING, ServiceNotifier, reloading
from server.processes.update import HOST_SECONDS, Updates

FRONT_SECONDS: Final = 4.0  # Seconds that the fronts have to say goodbye on every screen.


def supervise(plan: ProcessPlan, notifier: ServiceNotifier) -> int:
    """Keep these processes running until told to end, and return the exit status."""
    # `nohup` relies on it that the end of the terminal is not the end of the server.
    own = signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN and has_terminal()
    terminal = plan.handover.terminal if plan.handover is not None else own
    with (
        processes.signals_caught() as signals,
        contextlib.closing(Supervisor(plan, signals, notifier, terminal=terminal)) as supervisor,
    ):
        return supervisor.run()


class Supervisor:
    """Supervises the host and the fronts."""

    def __init__(self, plan: ProcessPlan, signals: socket.socket, notifier: ServiceNotifier, *, terminal: bool) -> None:
        self._plan = plan
        self._operator = Operator(plan.log)
        self._notifier = notifier
        self._signals = signals
        self._had_terminal = terminal
        self._host = processes.ChildProcess(plan.host, plan.configuration)
        self._warm_up = plan.warm_up
        self._run_front: Callable[[], int] | None = None
        self._fronts = [processes.ChildProcess(role, plan.configuration, self._spawn_front) for role in plan.fronts]
        self._children = [self._host, *self._fronts]
        self._updates = Updates(plan, self._host, self._operator, notifier)
        self._announced = False
        self._watchdog = processes.Watchdog(time.monotonic())

    def run(self) -> int:
        """Supervise until told to end, and return the exit status: 1 if the server could not start."""
        status = self._watch()
        self._notifier.tell(STOPPING)
        # The fronts end first: they inform their visitors, while the host still processes what is under way.
        hosts = [self._host, *self._updates.former_hosts()]
        fronts = [child for child in self._all() if child not in hosts]
        for children, seconds in ((fronts, FRONT_SECONDS), (hosts, HOST_SECONDS)):
            number = self._end(children, seconds)
            if number:
                return 128 + number
        return status

    def close(self) -> None:
        """Kill every process that still runs."""
        for child in self._all():
            child.kill()

    def _all(self) -> list[processes.ChildProcess]:
        return [*self._children, *self._updates.leaving, *self._updates.trials]

    def _watch(self) -> int:
        """Keep starting what is due until told to end; then return the exit status."""
        while self._start_due():
            self._load_fronts()
            if self._is_told_to_end(self._wait(self._all(), self._patience())):
                return 0
            if not self._bury():
                break
            self._kill_silent()
            self._updates.go_on(self._signals, [self._host, *self._fronts], terminal=self._had_terminal)
            self._announce()
            self._notify()
        return 1

    def _notify(self) -> None:
        """Tell the service manager how the host is, and that its event loop still answers."""
        self._notifier.show(self._host.status)
        now = time.monotonic()
        if self._announced or self._updates.former is not None:
            # After an update the new host may have much to bring up to date before it answers.
            self._notifier.keep_alive(self._host.answered_at if self._announced else now, now)

    def _is_told_to_end(self, numbers: Sequence[int]) -> bool:
        """Return True if one of these signals ends the server; SIGHUP does only if it is the end of the terminal."""
        if any(number in processes.ENDING for number in numbers):
            return True
        if signal.SIGHUP in numbers:
            if self._had_terminal and not has_terminal():
                return True
            self._read_again()
        if processes.UPDATE in numbers:
            self._updates.begin(serving=self._announced)
        return False

    def _read_again(self) -> None:
        """Read the configuration again, and tell every process."""
        self._notifier.tell(*reloading(time.monotonic_ns()))
        reloaded = self._plan.reload()
        for line in reloaded.lines:
            self._operator.report(line)
        if reloaded.configuration is not None:
            for child in (*self._children, *self._updates.leaving):
                child.configure(reloaded.configuration)
        if self._announced:
            self._notifier.tell(READY)

    def _start_due(self) -> bool:
        """Start every process that should run and does not; False if the server cannot start."""
        now = time.monotonic()
        for child in self._children:
            if child.running or child.due > now or not self._may_start(child):
                continue
            try:
                child.start(now)
            except OSError as problem:
                self._operator.report(f"{child.role.name} cannot be started: {problem}")
                if not self._has_served:
                    return False
        return True

    def _load_fronts(self) -> None:
        """Load what fronts are copied with, while the host starts; after an update not before that has taken over."""
        if self._warm_up is not None and (self._updates.former is None or self._host.was_ready):
            self._run_front, self._warm_up = self._warm_up(), None

    def _spawn_front(self, command: Sequence[str], sockets: Sequence[int]) -> processes.Process:
        return (
            processes.spawn(command, sockets) if self._run_front is None else processes.fork(self._run_front, sockets)
        )

    @property
    def _has_served(self) -> bool:
        """True once everything has served, if only under a former program: then no fault ends the server."""
        return self._announced or self._updates.former is not None

    def _may_start(self, child: processes.ChildProcess) -> bool:
        """Return True if everything that a process needs exists.

        The host creates the data directory if it is missing; the first front creates the host key, so that only one
        front reports a problem with it.
        """
        if child is self._host:
            return True
        if self._warm_up is not None:
            return False
        if child is self._fronts[0]:
            return self._plan.together or self._host.was_ready
        return self._host.was_ready and self._fronts[0].was_ready

    def _patience(self) -> float:
        due = [child.due for child in self._children if not child.running and self._may_start(child)]
        now = time.monotonic()
        return max(0.0, min([*due, now + processes.LOOK_SECONDS, now + self._notifier.pause]) - now)

    def _kill_silent(self) -> None:
        """Kill processes that hang; they are restarted as if they had died."""
        for child in self._watchdog.silent([*self._children, *self._updates.leaving], time.monotonic()):
            self._operator.report(
                f"{child.role.name} has given no sign of life for {child.patience:.0f} s: it is killed"
            )
            child.strike()

    def _wait(self, children: Sequence[processes.ChildProcess], seconds: float) -> list[int]:
        ears = {child.ear: child for child in children if child.ear is not None}
        told, _, _ = select.select([self._signals.fileno(), *ears], [], [], seconds)
        for number in told:
            if number in ears:
                ears[number].listen(time.monotonic())
        return processes.heard(self._signals)

    def _bury(self) -> bool:
        """Reap and report processes that have died; False if the server cannot start."""
        now = time.monotonic()
        for child in self._children:
            status = child.reap(now)
            if status is None:
                continue
            if status > 0 and not (self._has_served or child.was_ready):
                # A process that cannot start has already printed why, and exits with status 1.
                if status != 1:
                    self._operator.say(f"{child.role.name} {processes.ended(status)} before it was ready")
                return False
            wait = child.due - now
            when = f"in {wait:.1f} s" if wait else "now"
            self._operator.report(f"{child.role.name} {processes.ended(status)}: it is started again {when}")
        self._updates.reap(now)
        return True

    def _announce(self) -> None:
        if self._announced or not all(child.ready for child in self._children):
            return
        self._announced = True
        self._updates.served()
        if self._updates.former is None:
            said = list(dict.fromkeys(child.said for child in self._fronts if child.said))
            for line in (*self._plan.lines, *said, *self._plan.notes):
                self._operator.say(line)
        self._notifier.tell(READY)

    def _end(self, children: Sequence[processes.ChildProcess], seconds: float) -> int:
        """End these processes in order, or at once on a second signal; return the signal."""
        deadline = time.monotonic() + seconds
        for child in children:
            child.tell()
        while any(child.running for child in children) and (left := deadline - time.monotonic()) > 0:
            # A terminal that is closed often sends the signal twice.
            for number in self._wait(children, min(left, processes.LOOK_SECONDS)):
                if number != signal.SIGHUP:
                    return number
            for child in children:
                child.reap(time.monotonic())
        for child in children:
            if child.running:
                self._operator.report(f"{child.role.name} does not end: it is killed")
            child.kill()
        return 0


def has_terminal() -> bool:
    """Return True if this process was started in a terminal that is still there."""
    try:
        handle = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    os.close(handle)
    return True
