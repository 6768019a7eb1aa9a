"""The supervisor alone, as a program, watching over stand-ins: ``watch SECONDS ROLE ...``.

A role is a name and options of a stand-in, separated by spaces; the first is the host. Fronts with the option
``--port`` share a port. How long the fronts and the host may take to end is the first argument, and behind a comma how
long they may be silent.
"""

import os
import sys

from server.processes import child, supervisor
from server.processes.notification import Notifier, service_manager
from server.processes.plan import Address, ProcessPlan, ProcessRole, Reloaded
from server.processes.sockets import address_of, bind_fronts

STAND_IN = (sys.executable, "-P", "-m", "tests.server.processes.stand_in")


def main(seconds: str, *roles: str) -> int:
    """Watch over these."""
    ending, _, silent = seconds.partition(",")
    supervisor.FRONT_SECONDS = supervisor.HOST_SECONDS = float(ending)  # type: ignore[misc] # shorter than in life
    child.SILENT_SECONDS = float(silent or ending)  # type: ignore[misc] # likewise
    wanted = sum("--port" in role for role in roles)
    sockets = bind_fronts(Address("127.0.0.1", 0), wanted) if wanted else []
    lines = [f"listening at {address_of(listener)}" for listener in sockets[:1]]
    free = iter(sockets)
    cast = []
    for role in roles:
        name, *options = role.split(" ")
        inherited: tuple[int, ...] = ()
        if "--port" in options:
            inherited = (next(free).fileno(),)
            options[options.index("--port")] = f"--listen-fd={inherited[0]}"
        command = (name,) if name.startswith("/") else (*STAND_IN, name, *options)
        told = "--told" in options
        cast.append(ProcessRole(name, command, inherited, float(silent or ending), configured=told))
    together = any("--together" in role for role in roles)
    notifier = Notifier(service_manager(os.environ, os.getpid()))
    return supervisor.supervise(
        ProcessPlan(
            cast[0],
            tuple(cast[1:]),
            (*lines, "all serve"),
            notes=lambda said: ("a note",) if "key" in said else (),
            configuration="first",
            reload=lambda: Reloaded(("read again",), "second"),
            together=together,
        ),
        notifier,
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
