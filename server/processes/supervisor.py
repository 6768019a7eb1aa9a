"""The process that watches: it starts the others, starts again what has died, and ends them in good order.

It stays small, and knows no game, no screen and no event loop: what does nothing cannot fail.
"""

import contextlib
import select
import signal
import sys
import time
from collections.abc import Sequence
from typing import Final

from server.processes.child import Bell, ChildProcess, hung_bell
from server.processes.plan import ProcessPlan
from server.processes.watchdog import LOOK_SECONDS, Watchdog

FRONT_SECONDS: Final = 5.0
"""How long the fronts may take to say goodbye on every screen."""

HOST_SECONDS: Final = 10.0
"""How long the host may take to say goodbye and to store what was done."""


def supervise(plan: ProcessPlan) -> int:
    """Keep these processes running until told to end, and give the exit status."""
    with hung_bell() as bell, contextlib.closing(Supervisor(plan, bell)) as supervisor:
        return supervisor.run()


class Supervisor:
    """Watches over the host and the fronts."""

    def __init__(self, plan: ProcessPlan, bell: Bell) -> None:
        """Begin with nothing started."""
        self._lines = plan.lines
        self._bell = bell
        self._host = ChildProcess(plan.host)
        self._fronts = [ChildProcess(role) for role in plan.fronts]
        self._children = [self._host, *self._fronts]
        self._announced = False
        self._together = plan.together
        self._watchdog = Watchdog(time.monotonic())

    def run(self) -> int:
        """Watch until told to end, and give the exit status: 1 where the server could not begin."""
        status = self._watch()
        # The fronts go first: they tell everybody, while the host still takes in what is on its way.
        for children, seconds in ((self._fronts, FRONT_SECONDS), ([self._host], HOST_SECONDS)):
            number = self._end(children, seconds)
            if number:
                return 128 + number
        return status

    def close(self) -> None:
        """End at once whatever still runs."""
        for child in self._children:
            child.kill()

    def _watch(self) -> int:
        """Start what is to run, again and again, until told to end; then give the exit status."""
        while self._start_due():
            if self._wait(self._children, self._patience()):
                return 0
            if not self._bury():
                break
            self._kill_silent()
            self._announce()
        return 1

    def _start_due(self) -> bool:
        """Start what is to run and does not; False where the server cannot begin."""
        now = time.monotonic()
        for child in self._children:
            if child.running or child.due > now or not self._may_start(child):
                continue
            try:
                child.start(now)
            except OSError as problem:
                _report(f"{child.role.name} cannot be started: {problem}")
                if not self._announced:
                    return False
        return True

    def _may_start(self, child: ChildProcess) -> bool:
        """Tell whether all that a process needs is there.

        The host makes the data directory, if it is not there; the first front the host key, or it alone says what is
        wrong with it.
        """
        if child is self._host:
            return True
        if child is self._fronts[0]:
            return self._together or self._host.was_ready
        return self._host.was_ready and self._fronts[0].was_ready

    def _patience(self) -> float:
        """Give the seconds until something is due, or somebody is to be looked after."""
        due = [child.due for child in self._children if not child.running and self._may_start(child)]
        now = time.monotonic()
        return max(0.0, min([*due, now + LOOK_SECONDS]) - now)

    def _kill_silent(self) -> None:
        """End who hangs: it is started again as if it had died."""
        for child in self._watchdog.silent(self._children, time.monotonic()):
            _report(f"{child.role.name} has given no sign of life for {child.patience:.0f} s: it is killed")
            child.strike()

    def _wait(self, children: Sequence[ChildProcess], seconds: float) -> list[int]:
        """Wait until something happens, and give the ending signals that have come."""
        ears = {child.ear: child for child in children if child.ear is not None}
        heard, _, _ = select.select([self._bell.fileno(), *ears], [], [], seconds)
        for number in heard:
            if number in ears:
                ears[number].listen(time.monotonic())
        return self._bell.heard()

    def _bury(self) -> bool:
        """Look who has died, and say so; False where the server cannot begin."""
        now = time.monotonic()
        for child in self._children:
            status = child.reap(now)
            if status is None:
                continue
            if status > 0 and not (self._announced or child.was_ready):
                # A process that cannot begin has said why, with status 1.
                if status != 1:
                    _say(f"{child.role.name} {_ended(status)} before it was ready")
                return False
            wait = child.due - now
            _report(f"{child.role.name} {_ended(status)}: it is started again {f'in {wait:.1f} s' if wait else 'now'}")
        return True

    def _announce(self) -> None:
        """Say, once, what is served."""
        if self._announced or not all(child.ready for child in self._children):
            return
        self._announced = True
        for line in self._lines:
            _say(line)
        for said in dict.fromkeys(child.said for child in self._fronts if child.said):
            _say(said)

    def _end(self, children: Sequence[ChildProcess], seconds: float) -> int:
        """End these in good order, or at once when told a second time; then give the signal."""
        deadline = time.monotonic() + seconds
        for child in children:
            child.tell_to_end()
        while any(child.running for child in children) and (left := deadline - time.monotonic()) > 0:
            # A terminal that goes away often says so twice.
            for number in self._wait(children, min(left, LOOK_SECONDS)):
                if number != signal.SIGHUP:
                    return number
            for child in children:
                child.reap(time.monotonic())
        for child in children:
            if child.running:
                _report(f"{child.role.name} does not end: it is killed")
            child.kill()
        return 0


def _ended(status: int) -> str:
    """Say how a process has ended."""
    if status >= 0:
        return f"has ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def _report(line: str) -> None:
    """Tell the operator what goes wrong, and when; the time is written as in the log of the others."""
    _say(f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {line}")


def _say(line: str) -> None:
    """Tell the operator; whoever does not listen is no reason to end."""
    with contextlib.suppress(OSError, ValueError):
        print(f"chwech serve: {line}", file=sys.stderr, flush=True)  # noqa: T201 - it speaks to a person
