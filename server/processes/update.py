"""An update in place: the program on disk is tried, then the supervisor executes it as itself, with all that it holds.

Its number, its sockets, its claim and its children stay. What the next program has to know of them is in a variable of
the environment, in a form with a number, since the two may be of different versions.
"""

import json
import os
import signal
import socket
import time
from collections.abc import MutableMapping, Sequence
from typing import Final, NamedTuple

from server.processes.child import CAUGHT, PROGRAM, UPDATE, ChildProcess, ended, heard
from server.processes.operator import Operator
from server.processes.plan import AdoptedChild, Handover, ProcessFault, ProcessPlan, ProcessRole
from server.processes.service_manager import READY, ServiceNotifier, reloading

FORM: Final = 1  # The form of a handover.

VARIABLE: Final = "CHWECH_HANDOVER"

TRIAL_SECONDS: Final = 10.0  # Seconds within which the program on disk has to answer.
HOST_SECONDS: Final = 6.0  # Seconds that a host has to say goodbye and to store everything.


class ProgramInfo(NamedTuple):
    """What the program on disk says of itself."""

    version: str = ""
    protocol: str = ""
    """The version of the protocol between fronts and host."""
    form: int = FORM
    """The form of a handover that it takes."""
    fault: str = ""
    """Why it cannot take over; empty if it can."""


def read_answer(line: str) -> ProgramInfo:
    """Return an answer, of which another version may say more; what is none is one with a fault."""
    try:
        said = json.loads(line)
        return ProgramInfo(**{name: said[name] for name in ProgramInfo._fields})
    except (ValueError, TypeError, KeyError):
        return ProgramInfo(fault="the program on disk does not answer as this program does")


def taken_over(environment: MutableMapping[str, str], process: int) -> Handover | None:
    """Return what was handed over, if anything, and forget the variable; raise ``ProcessFault`` if it is damaged."""
    if not (text := environment.pop(VARIABLE, "")):
        return None
    try:
        form, owner, *parts = json.loads(text)
        if (form, owner) != (FORM, process):
            return None
        found = Handover(*parts)
        return found._replace(children=[AdoptedChild(*child) for child in found.children])
    except (ValueError, TypeError) as problem:
        raise ProcessFault(f"{VARIABLE} cannot be read: unset it") from problem


def execute(command: tuple[str, ...], handover: Handover, signals: socket.socket) -> None:
    """Execute a program as this process, which hears the signals that come meanwhile; it returns only by a fault.

    Raises:
        OSError: it cannot be executed; everything is as it was.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, CAUGHT)
    for number in heard(signals):
        os.kill(os.getpid(), number)
    os.environ[VARIABLE] = json.dumps([FORM, os.getpid(), *handover])
    for number in handover.descriptors():
        os.set_inheritable(number, True)  # noqa: FBT003 - the function takes it only so
    try:
        os.execv(command[0], command)  # noqa: S606 - the command line is the server's own
    finally:
        del os.environ[VARIABLE]
        for number in handover.descriptors():
            os.set_inheritable(number, False)  # noqa: FBT003 - likewise
        signal.pthread_sigmask(signal.SIG_UNBLOCK, CAUGHT)


class Updates:
    """The updates of one server, as the supervisor of one of its programs sees them."""

    def __init__(self, plan: ProcessPlan, host: ChildProcess, operator: Operator, notifier: ServiceNotifier) -> None:
        self.former = plan.handover  # What the former program has handed over; None if there was none.
        children = self.former.children if self.former is not None else ()
        self.leaving = [ChildProcess.adopted(child, time.monotonic()) for child in children]
        """The processes of former programs, which are not started again."""
        self.trials: list[ChildProcess] = []  # The program on disk while it is tried.
        self._attempts = self.former.attempts if self.former is not None else 0
        self._plan = plan
        self._host = host
        self._operator = operator
        self._notifier = notifier
        self._relieved_at = 0.0

    def former_hosts(self) -> list[ChildProcess]:
        """Return the host of the former program while there is one."""
        return [child for child in self.leaving if child.role.name == self._host.role.name]

    def begin(self, *, serving: bool) -> None:
        """Start the program on disk, to see whether it can take over; ``serving`` is True once everything serves."""
        if self.trials or not (serving or self.former is not None):
            self._operator.report("no update now: a start or an update is under way")
            return
        self._attempts += 1
        trial = ChildProcess(ProcessRole("the program on disk", (*PROGRAM, "trial"), {"options": self._plan.options}))
        self.trials = [trial]
        try:
            trial.start(time.monotonic())
        except OSError as problem:
            self._refuse(f"the program on disk cannot be started: {problem}")

    def reap(self, now: float) -> None:
        """Forget the processes of former programs that have ended."""
        for child in self.leaving:
            if status := child.reap(now):
                self._operator.report(f"{child.role.name} of a former version {ended(status)}")
        self.leaving = [child for child in self.leaving if child.running]

    def go_on(self, signals: socket.socket, children: Sequence[ChildProcess], *, terminal: bool) -> None:
        """Do what is due: relieve the former host, and execute the program on disk once it says that it can take over.

        ``children`` are handed over to it.
        """
        now = time.monotonic()
        for host in self.former_hosts():
            # The next one has loaded what it needs, and waits for the store.
            if self._host.loaded and not self._relieved_at:
                self._relieved_at = now
                host.tell()
            elif self._relieved_at and now > self._relieved_at + HOST_SECONDS:
                host.strike()
        for trial in self.trials:
            status = trial.reap(now)
            if trial.was_ready:
                self._take(read_answer(trial.said), signals, children, terminal=terminal)
            elif status is not None:
                self._refuse(f"the program on disk {ended(status)}, and may have said why above")
            elif now - trial.heard_at > TRIAL_SECONDS:
                self._refuse(f"the program on disk has not answered within {TRIAL_SECONDS:.0f} s")

    def served(self) -> None:
        """Say that everything serves now; the fronts of former programs accept nobody any more."""
        said = ""
        if self.former is not None:
            for child in self.leaving:
                child.tell(UPDATE)
            said = (
                f"version {self._version} has taken over from {self.former.said.partition(' ')[0]}{self._left_behind()}"
            )
            self._operator.say(said)
        self._note(said)

    def _left_behind(self) -> str:
        """Return who stays on the fronts of former programs, each of which reports how many are there."""
        people = [int(child.status) for child in self.leaving if child.status.strip("0").isdecimal()]
        if not people:
            return ""
        who = "1 person stays" if sum(people) == 1 else f"{sum(people)} people stay"
        where = "a front of a former version" if len(people) == 1 else f"{len(people)} fronts of former versions"
        return f"; {who} on {where} until they leave, a day at most"

    @property
    def _said(self) -> str:
        """The version of this program, which the host says, and behind it that of the protocol."""
        return self._host.said or (self.former.said if self.former is not None else "")

    @property
    def _version(self) -> str:
        return self._said.partition(" ")[0]

    def _take(
        self, answer: ProgramInfo, signals: socket.socket, children: Sequence[ChildProcess], *, terminal: bool
    ) -> None:
        """Execute the program on disk if it fits."""
        if answer.fault:
            self._refuse(answer.fault)
        elif answer.form != FORM:
            self._refuse(f"version {answer.version} cannot take over from it: {_RESTART}")
        elif answer.protocol != self._said.partition(" ")[2]:
            self._refuse(f"version {answer.version} speaks another protocol, so that no screen could stay: {_RESTART}")
        else:
            self._notifier.tell(*reloading(time.monotonic_ns()))
            handed = [handed for child in (*children, *self.leaving) if (handed := child.handed()) is not None]
            claim, listening = self._plan.claim, self._plan.listening
            handover = Handover(self._said, self._attempts, terminal, claim, self._notifier.manager, listening, handed)
            try:
                execute((*PROGRAM, "serve", *self._plan.options), handover, signals)
            except OSError as problem:
                self._refuse(f"version {answer.version} cannot be executed: {problem}")
                self._notifier.tell(READY)

    def _refuse(self, why: str) -> None:
        """Go on as before, and say why."""
        for trial in self.trials:
            trial.kill()
        self.trials = []
        said = f"no update, version {self._version} goes on: {why}"
        self._operator.report(said)
        self._note(said, refused=True)

    def _note(self, said: str, *, refused: bool = False) -> None:
        """Write down for `chwech admin update` what runs, and what came of the last update."""
        what = {"version": self._version, "updates": str(self._attempts), "update": said}
        self._plan.note({**what, "refused": "yes"} if refused else what)


_RESTART: Final = "end the server and start it, which says goodbye on every screen; everybody comes back to their seat"
