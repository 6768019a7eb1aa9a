"""A whole server with its fronts, as real processes, and real ``ssh`` clients."""

import asyncio
import os
import re
import shutil
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.commands.check import _server
from server.defaults import FILE_NAME
from server.processes.serving import LEFT_ALONE
from tests.bench.ssh.measured import kind_of
from tests.server.commands.children import PATIENCE, Child, a_child
from tests.server.commands.test_others import children_of, left_of
from tests.server.commands.test_serve import run

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")


class Served:
    """A server that is ready."""

    def __init__(self, child: Child, port: int, key: str) -> None:
        self.child = child
        self.port = port
        self.key = key

    def processes(self) -> tuple[int, list[int]]:
        """Give the numbers of the host and of the fronts."""
        found = [(kind_of(number), number) for number in children_of(self.child.process.pid)]
        [host] = [number for kind, number in found if kind == "host"]
        return host, [number for kind, number in found if kind == "front"]

    async def ask(self, *words: str) -> str:
        """Give what a guest is answered by ``ssh``."""
        status, said, fault = await self.try_to_ask(*words)
        assert (status, fault) == (0, "")
        return said

    async def try_to_ask(self, *words: str) -> tuple[int | None, str, str]:
        """Give how ``ssh`` ends for a guest, and what it writes."""
        options = [
            "-F", "none", "-p", str(self.port), "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
            "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "IdentityAgent=none",
        ]  # fmt: skip
        asking = await asyncio.create_subprocess_exec(
            "ssh", *options, "guest@127.0.0.1", *words, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
        )
        async with asyncio.timeout(PATIENCE):
            said, fault = await asking.communicate()
        return asking.returncode, said.decode(), fault.decode()


@asynccontextmanager
async def served(data: Path, fronts: int, *more: str) -> AsyncIterator[Served]:
    """Start a server on a free port, and wait until it has said all that it says at the start."""
    new = not (data / FILE_NAME).exists()
    async with a_child("--ssh", "127.0.0.1:0", "--fronts", str(fronts), *more, data=data) as child:
        assert "listening on the Unix socket" in await child.said()
        listening = await child.said()
        port = re.fullmatch(
            r"chwech serve: listening on SSH at 127.0.0.1:(\d+): ssh -p \1 chwech@127.0.0.1\n", listening
        )
        assert port, listening
        key = re.fullmatch(r"chwech serve: the host key is (SHA256:[A-Za-z0-9+/]{43})\n", await child.said())
        assert key
        if new:
            assert f"the configuration is in {data / FILE_NAME}" in await child.said()
        yield Served(child, int(port[1]), key[1])


def sockets_in(directory: Path) -> list[str]:
    """Give the names of the sockets that lie there."""
    return [path.name for path in directory.iterdir() if path.is_socket()]


@pytest.mark.no_cover
async def test_fronts_are_killed_and_people_still_come(tmp_path: Path) -> None:
    """Every front is killed: the others or the next ones answer at the same port, by the same key; the host stays.

    All fronts have the key that the first one made, and so has the next server.
    """
    async with served(tmp_path, 2) as server:
        assert "tables" in await server.ask("help")
        host, fronts = server.processes()
        for front in fronts:
            os.kill(front, signal.SIGKILL)
            assert re.search(r"front [12] was ended by SIGKILL: it is started again now", await server.child.said())
            assert "tables" in await server.ask("help")
        again, others = server.processes()
        assert again == host
        assert set(others).isdisjoint(fronts)
        server.child.tell_to_end()
        assert await server.child.ended() == 0
        # Had one of the fronts another key, that would be said too.
        assert await left_of(server.child) == ""
    assert sockets_in(tmp_path) == []
    async with served(tmp_path, 1) as later:
        assert later.key == server.key


async def test_nothing_is_left_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    """Killed, the supervisor takes everyone along in good order: no process is left, no socket, and one line tells."""
    async with served(tmp_path, 2) as server:
        server.child.kill()
        await server.child.ended()
        assert re.fullmatch(rf"chwech serve: \S+ ERROR: {LEFT_ALONE}\n", await left_of(server.child))
    assert sockets_in(tmp_path) == []


def test_a_key_that_others_can_read(tmp_path: Path) -> None:
    """The server does not start, says so in one line however many fronts there would be, and ends with status 1."""
    (tmp_path / "ssh_host_key").write_text("secret")
    (tmp_path / "ssh_host_key").chmod(0o644)
    ended = run("--ssh", "127.0.0.1:0", "--fronts", "2", "--data", str(tmp_path))
    assert ended.returncode == 1
    assert re.fullmatch(r"chwech serve: others can read the host key .*: chmod 600 .*\n", ended.stderr)
    assert sockets_in(tmp_path) == []


async def test_a_server_whose_front_stands_still_is_not_well(tmp_path: Path) -> None:
    """The host answers, and yet nobody gets in: that is said."""
    async with served(tmp_path, 2) as server:
        _, fronts = server.processes()
        os.kill(fronts[0], signal.SIGSTOP)
        assert "does not answer, so nobody gets in there" in (await asyncio.to_thread(_server, tmp_path)).text
        os.kill(fronts[0], signal.SIGCONT)
        assert not (await asyncio.to_thread(_server, tmp_path)).advice


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux wakes who is stopped")
async def test_stopped_processes_that_are_alone_end(tmp_path: Path) -> None:
    """Host and front stand still when the supervisor is killed: they end in good order, and the port is free."""
    async with served(tmp_path, 1) as server:
        host, fronts = server.processes()
        for number in (host, *fronts):
            os.kill(number, signal.SIGSTOP)
        server.child.kill()
        await server.child.ended()
        assert LEFT_ALONE in await left_of(server.child)
    assert sockets_in(tmp_path) == []


async def come(server: Served) -> asyncio.subprocess.Process:
    """Let someone come by plain ``ssh`` who stays and takes nothing: a front waits for them when it ends."""
    options = [
        "-F",
        "none",
        "-o",
        "StrictHostKeyChecking=no",
        "-o",
        "UserKnownHostsFile=/dev/null",
        "-o",
        "LogLevel=ERROR",
    ]
    coming = await asyncio.create_subprocess_exec(
        "ssh", *options, "-tt", "-p", str(server.port), "guest@127.0.0.1", stdin=PIPE, stdout=PIPE, stderr=DEVNULL
    )
    assert coming.stdout is not None
    async with asyncio.timeout(PATIENCE):
        assert await coming.stdout.read(1)
    coming.send_signal(signal.SIGSTOP)
    return coming


async def test_the_next_server_begins_beside_what_is_left_of_the_last(tmp_path: Path) -> None:
    """The supervisor is killed while someone is slow to go: another one on the same port begins meanwhile."""
    async with served(tmp_path, 2) as server:
        visitor = await come(server)
        server.child.kill()
        await server.child.ended()
        async with served(tmp_path, 2, "--ssh", f"127.0.0.1:{server.port}") as again:
            assert again.port == server.port
            assert "tables" in await again.ask("help")
        visitor.kill()
        await visitor.communicate()
