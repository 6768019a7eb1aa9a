"""The supervisor alone, as a program, watching over stand-ins: ``watch serve SECONDS ROLE ...``.

A role is a name and options of a stand-in, separated by spaces; the first is the host. Fronts with the option
``--port`` share a port. How long the fronts and the host may take to end is the first argument, and behind a comma how
long they may be silent.
"""

import json
import os
import socket
import sys

from server.processes import child, supervisor, update
from server.processes.plan import Address, Handover, ProcessPlan, ProcessRole, Reloaded
from server.processes.service_manager import Manager, ServiceNotifier, own_socket, service_manager
from server.processes.serving import first_line
from server.processes.sockets import address_of, bind_fronts

STAND_IN = (sys.executable, "-P", "-m", "tests.server.processes.stand_in")
PROGRAM = (sys.executable, "-P", "-m", "tests.server.processes.watch")


def main(command: str, seconds: str = "", *roles: str) -> int:
    """Watch over these, or say whether that could be."""
    if command == "trial":
        told = json.loads(first_line(0))
        return answer(told["ready_fd"], *told["options"])
    ending, _, silent = seconds.partition(",")
    supervisor.FRONT_SECONDS = supervisor.HOST_SECONDS = float(ending)  # type: ignore[misc,attr-defined] # shorter
    child.SILENT_SECONDS = float(silent or ending)  # type: ignore[misc] # likewise
    update.TRIAL_SECONDS = float(silent or "20")  # type: ignore[misc] # likewise
    update.PROGRAM = PROGRAM  # type: ignore[attr-defined] # that of the stand-ins
    handover = update.taken_over(os.environ, os.getpid())
    sockets = bind(sum("--port" in role for role in roles), handover)
    free = iter(sockets)
    cast = []
    for role in roles:
        name, *options = role.split(" ")
        inherited: tuple[int, ...] = ()
        if "--port" in options:
            inherited = (next(free).fileno(),)
            options[options.index("--port")] = f"--listen-fd={inherited[0]}"
        options += ["--fails=1"] if handover is not None and "--fails-young" in options else []
        command_line = (name,) if name.startswith("/") else (*STAND_IN, name, *options)
        cast.append(ProcessRole(name, command_line, {}, inherited, float(silent or ending)))
    manager = service_manager(os.environ, os.getpid()) if handover is None else Manager(*handover.manager)
    lines = [f"listening at {address_of(listener)}" for listener in sockets[:1]]
    return supervisor.supervise(
        ProcessPlan(
            cast[0],
            tuple(cast[1:]),
            (*lines, "all serve"),
            notes=("a note",) * any("--says=key" in role for role in roles),
            configuration="first",
            reload=lambda: Reloaded(("read again",), "second"),
            together=any("--together" in role for role in roles),
            options=(seconds, *roles),
            listening={"ssh": [one.fileno() for one in sockets]},
            handover=handover,
        ),
        ServiceNotifier(manager),
    )


def bind(number: int, handover: Handover | None) -> list[socket.socket]:
    """Give so many sockets that share a port, or those that were handed over."""
    if handover is not None:
        return [own_socket(descriptor) for descriptor in handover.sockets["ssh"]]
    return bind_fronts(Address("127.0.0.1", 0), number) if number else []


def answer(mouth: int, *roles: str) -> int:
    """Say that this program can take over, or nothing as long as the supervisor is there."""
    if any("--untried" in role for role in roles):
        os.read(0, 1)
    os.write(mouth, f"+{json.dumps(update.ProgramInfo('2', '')._asdict())}\n".encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
