"""Processes of a server that hang without dying, as real processes: they are noticed, and never in the way for long."""

import asyncio
import os
import re
import shutil
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from os import EX_TEMPFAIL
from pathlib import Path

import pytest

from server.commands.check import _server
from server.processes.serving import LEFT_ALONE
from tests.server.commands.children import PATIENCE
from tests.server.commands.test_fronts import Served, served, sockets_in
from tests.server.commands.test_others import left_of

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")


async def until_the_host_answers(server: Served) -> None:
    """Ask, and ask again, while a front has no host to ask."""
    async with asyncio.timeout(PATIENCE):
        while (await server.try_to_ask("tables"))[0] == EX_TEMPFAIL:
            pass


@pytest.mark.no_cover
async def test_stopped_processes_are_killed_and_started_again(tmp_path: Path) -> None:
    """A front and the host stand still: both are ended within seconds, and the next ones answer everybody."""
    async with served(tmp_path, 2, program="tests.server.commands.impatient") as server:
        host, fronts = server.processes()
        for number in (host, fronts[0]):
            os.kill(number, signal.SIGSTOP)
        said = [await server.child.said() for _ in range(4)]
        silent = [line for line in said if "has given no sign of life for 4 s: it is killed" in line]
        again = [line for line in said if re.search(r"was ended by SIGKILL: it is started again now", line)]
        assert (len(silent), len(again)) == (2, 2), said
        for _ in range(8):
            assert "tables" in await server.ask("help")
        await until_the_host_answers(server)
        next_host, next_fronts = server.processes()
        assert next_host != host
        assert fronts[1] in next_fronts
        assert fronts[0] not in next_fronts


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
    """Let somebody come by plain ``ssh`` who stays and takes nothing: a front waits for them when it ends."""
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
    """The supervisor is killed while somebody is slow to go: another one on the same port begins meanwhile."""
    async with served(tmp_path, 2) as server:
        visitor = await come(server)
        server.child.kill()
        await server.child.ended()
        async with served(tmp_path, 2, "--ssh", f"127.0.0.1:{server.port}") as again:
            assert again.port == server.port
            assert "tables" in await again.ask("help")
        visitor.kill()
        await visitor.communicate()
