"""Runs ``chwech`` as on a system without POSIX: ``python tests/without_posix.py LINE …``, each of them a command.

The standard library and the libraries are loaded first, for they are made for the system that they run on.
"""

import asyncio.subprocess  # noqa: F401
import multiprocessing
import os
import select
import signal
import socket
import sys
from pathlib import Path

import platformdirs
import textual  # noqa: F401

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
FUNCTIONS = {
    os: "chown fchmod fchown fork forkpty getegid geteuid getgid getloadavg getuid killpg mkfifo O_DIRECTORY "
    "O_NOFOLLOW openpty posix_spawn pread pwrite register_at_fork sched_getaffinity setsid statvfs sysconf",
    signal: "alarm pthread_sigmask setitimer SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP "
    "SIGUSR1 SIGUSR2 SIGWINCH sigwait",
    select: "poll",
    socket: "recv_fds send_fds",
}

if __name__ == "__main__":
    assert platformdirs.user_data_dir()
    # None in its place makes an import fail, and there is nothing to be found either.
    sys.modules.update(dict.fromkeys(MODULES))  # type: ignore[arg-type]
    for module, names in FUNCTIONS.items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    multiprocessing.set_start_method("spawn")
    sys.path.insert(0, str(Path(__file__).parent.parent))
    import chwech

    # Several lines end alike, or it is an error.
    sys.exit(*{chwech.main(line.split()) for line in sys.argv[1:]})
