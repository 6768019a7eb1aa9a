"""A whole server as a service manager starts it: with its socket, its variables and its signs of life."""

import asyncio
import re
import shutil
import socket
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.commands.children import Child
from tests.server.commands.test_fronts import Served
from tests.server.processes.manager import ServiceManager

LAUNCHER = (
    "import os, sys\n"
    "if sys.argv[1] != '-':\n"
    "    os.dup2(int(sys.argv[1]), 3)\n"
    "os.environ.setdefault('LISTEN_PID', str(os.getpid()))\n"
    "os.execv(sys.argv[2], sys.argv[2:])"
)
"""Hands over a socket as descriptor 3 of the process that it becomes."""


def service(*options: str, opened: socket.socket | None = None) -> list[str]:
    """Give the command line that starts a server with this socket."""
    given = "-" if opened is None else str(opened.fileno())
    return [sys.executable, "-c", LAUNCHER, given, sys.executable, "-P", "-m", "chwech", "serve", *options]


def refused(*options: str, opened: socket.socket | None = None) -> str:
    """Give what a server says that does not start."""
    handed = () if opened is None else (opened.fileno(),)
    command = service(*options, opened=opened)
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, pass_fds=handed)
    assert done.returncode == 1
    return done.stderr


@asynccontextmanager
async def started(*options: str, opened: socket.socket) -> AsyncIterator[Child]:
    """Start a service, and see to it that it ends."""
    command = service(*options, opened=opened)
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stderr=PIPE, pass_fds=(opened.fileno(),))
    child = Child(process)
    try:
        yield child
    finally:
        await child.close()


async def lines_of(child: Child, count: int) -> list[str]:
    """Give the next lines without their beginning."""
    return [(await child.said()).removeprefix("chwech serve: ").strip() for _ in range(count)]


@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")
async def test_a_service_takes_its_socket_and_tells_how_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People come by the port that was opened for it, all fronts serve there, and the manager hears all it needs."""
    with ServiceManager(tmp_path / "n") as manager, socket.create_server(("127.0.0.1", 0)) as opened:
        port = opened.getsockname()[1]
        monkeypatch.setenv("NOTIFY_SOCKET", str(manager.path))
        monkeypatch.setenv("WATCHDOG_USEC", "2000000")
        monkeypatch.setenv("LISTEN_FDS", "1")
        monkeypatch.setenv("LISTEN_FDNAMES", "ssh")
        async with started("--fronts", "2", "--data", str(tmp_path / "d"), opened=opened) as child:
            _, listening, key = await lines_of(child, 3)
            assert listening == f"listening on SSH at 127.0.0.1:{port}: ssh -p {port} chwech@127.0.0.1"
            told = await manager.until("READY=1")
            served = Served(child, port, key)
            assert len(served.processes()[1]) == 2
            assert "No table is open" in await served.ask("tables")
            told += await manager.until("WATCHDOG=1")
            assert "STATUS=tables: 0, connections: 0" in told
            child.tell_to_end()
            assert await child.ended() == 0
            await manager.until("STOPPING=1")


@pytest.mark.parametrize("option", [("--ssh", ":2222"), ("--no-ssh",)])
def test_who_opens_the_port_is_asked_once(
    option: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An option that contradicts the socket that was handed over is refused, and nothing is made."""
    with socket.create_server(("127.0.0.1", 0)) as opened:
        monkeypatch.setenv("LISTEN_FDS", "1")
        said = refused(*option, "--data", str(tmp_path / "d"), opened=opened)
    assert re.fullmatch(r"chwech serve: the service manager has opened the port .* --no-ssh out, or .*\n", said)
    assert not (tmp_path / "d").exists()
