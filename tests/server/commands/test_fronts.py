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

from server.commands.options import ADMIN_SOCKET
from server.configuration.file import FILE_NAME
from server.processes.serving import LEFT_ALONE
from server.processes.sockets import LONGEST
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

    def fork_server(self) -> int:
        """Give the number of the process that forks the fronts."""
        [number] = [number for number in children_of(self.child.process.pid) if kind_of(number) == "forks"]
        return number

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
async def served(data: Path, fronts: int, *more: str, program: str = "server") -> AsyncIterator[Served]:
    """Start a server on a free port, and wait until it has said all that it says at the start."""
    new = not (data / FILE_NAME).exists()
    async with a_child("--ssh", "127.0.0.1:0", "--fronts", str(fronts), *more, data=data, program=program) as child:
        if len(os.fsencode(data / ADMIN_SOCKET)) > LONGEST:
            assert "chwech admin cannot be used" in await child.said()
        assert "listening on the Unix socket" in await child.said()
        listening = await child.said()
        port = re.fullmatch(
            r"chwech serve: listening on SSH at 127.0.0.1:(\d+): ssh -p \1 chwech@127.0.0.1\n", listening
        )
        assert port, listening
        key = re.fullmatch(r"chwech serve: the host key is (SHA256:[A-Za-z0-9+/]{43})\n", await child.said())
        assert key
        assert "IN SSHFP 4 2 " in await child.said()
        if new:
            assert f"the configuration is in {data / FILE_NAME}" in await child.said()
        yield Served(child, int(port[1]), key[1])


def sockets_in(directory: Path) -> list[str]:
    """Give the names of the sockets that lie there."""
    return [path.name for path in directory.iterdir() if path.is_socket()]


def modes_in(directory: Path) -> dict[str, int]:
    """Give who may do what with each file that lies there."""
    return {path.name: path.stat().st_mode & 0o777 for path in directory.iterdir()}


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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives away orphans")
async def test_the_process_that_forks_the_fronts_is_killed(tmp_path: Path) -> None:
    """The fronts stay; another one takes its place, and forks the next front."""
    async with served(tmp_path, 2) as server:
        first, fronts = server.fork_server(), server.processes()[1]
        os.kill(first, signal.SIGKILL)
        assert "the fork server was ended by SIGKILL: it is started again now" in await server.child.said()
        assert server.processes()[1] == fronts
        os.kill(fronts[0], signal.SIGKILL)
        assert "front 1 was ended by SIGKILL: it is started again now" in await server.child.said()
        async with asyncio.timeout(PATIENCE):
            while len(server.processes()[1]) < 2:
                await asyncio.sleep(0.02)
        assert server.fork_server() != first
        assert "tables" in await server.ask("help")
        server.child.tell_to_end()
        assert await server.child.ended() == 0
        assert await left_of(server.child) == ""


async def test_a_killed_host_leaves_the_fronts(tmp_path: Path) -> None:
    """The host is killed: the fronts stay the same processes, and what people ask is answered by the next host."""
    async with served(tmp_path, 1) as server:
        host, fronts = server.processes()
        os.kill(host, signal.SIGKILL)
        assert "the host was ended by SIGKILL" in await server.child.said()
        async with asyncio.timeout(PATIENCE):
            while (await server.try_to_ask("tables"))[0] != 0:
                pass
        again, others = server.processes()
        assert again != host
        assert others == fronts


async def test_nothing_is_left_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    """Killed, the supervisor takes everybody along in good order: no process is left, no socket, and one line tells."""
    async with served(tmp_path, 2) as server:
        server.child.kill()
        await server.child.ended()
        assert re.fullmatch(rf"chwech serve: \S+ ERROR: {LEFT_ALONE}\n", await left_of(server.child))
    assert sockets_in(tmp_path) == []


@pytest.mark.no_cover
async def test_fronts_that_begin_together_agree_on_one_key(tmp_path: Path) -> None:
    """Several processes that make the key at the same moment all have the same one, which its owner alone can read."""
    program = (
        "import sys, pathlib\n"
        "from server.fronts.ssh.transport.hostkey import load_host_key\n"
        "print('here', flush=True); input()\n"
        "print(load_host_key(pathlib.Path(sys.argv[1])).get_fingerprint())"
    )
    command = (sys.executable, "-P", "-c", program, str(tmp_path / "ssh_host_key"))
    async with asyncio.timeout(PATIENCE):
        racers = [await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE) for _ in range(6)]
        for racer in racers:
            assert racer.stdout is not None
            assert await racer.stdout.readline() == b"here\n"
        keys = {said for said, _ in await asyncio.gather(*(racer.communicate(b"\n") for racer in racers))}
    assert len(keys) == 1
    assert keys.pop().startswith(b"SHA256:")
    assert modes_in(tmp_path) == {"ssh_host_key": 0o600}


def test_a_key_that_others_can_read(tmp_path: Path) -> None:
    """The server does not start, says so in one line however many fronts there would be, and ends with status 1."""
    (tmp_path / "ssh_host_key").write_text("secret")
    (tmp_path / "ssh_host_key").chmod(0o644)
    ended = run("--ssh", "127.0.0.1:0", "--fronts", "2", "--data", str(tmp_path))
    assert ended.returncode == 1
    assert re.fullmatch(r"chwech serve: others can read the host key .*: chmod 600 .*\n", ended.stderr)
    assert sockets_in(tmp_path) == []


async def test_a_long_data_directory_has_a_short_passage(tmp_path: Path) -> None:
    """Where the path of the data directory is too long for sockets, the fronts still find the host."""
    door = ("--socket", str(tmp_path / "s"))
    data = tmp_path / ("d" * LONGEST)
    async with served(data, 1, *door) as server:
        assert await server.ask("tables", "--json")
        server.child.tell_to_end()
        assert await server.child.ended() == 0
    assert sockets_in(data) == []
