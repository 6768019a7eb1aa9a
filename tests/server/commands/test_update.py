"""A server is updated in place, as real processes: another program executes itself where the first one was."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from protocol.messages import ListTables
from tests.server.commands.children import PATIENCE, a_child, connect_unix, hang_up
from tests.server.commands.program import ROOT, Program
from tests.server.commands.test_fronts import served
from tests.server.commands.test_upgrade import come
from tests.server.fronts.ssh.theatre import until
from tests.server.fronts.ssh.visits import Visit, enter
from tests.server.processes.manager import ServiceManager

pytestmark = pytest.mark.no_cover


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Give a program from which servers start."""
    installed = Program(tmp_path / "program")
    installed.install("1.0")
    monkeypatch.setenv("PYTHONPATH", str(installed.folder))
    return installed


async def update(data: Path, program: Path) -> tuple[int | None, str]:
    """Give the exit status of ``chwech admin update`` of a program, and what it says."""
    environment = {**os.environ, "PYTHONPATH": str(program)}
    command = (sys.executable, "-P", "-m", "chwech", "admin", "--data", str(data), "update")
    asking = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE, env=environment)
    async with asyncio.timeout(PATIENCE):
        said, fault = await asking.communicate()
    return asking.returncode, (said + fault).decode().strip()


async def knock_on(port: int, over: asyncio.Event) -> int:
    """Connect again and again until it is over, and give how often; each time SSH answers."""
    times = 0
    while not over.is_set():
        # From as many addresses, since who never says who they are is let in more and more seldom.
        own = (f"127.0.{1 + times // 250}.{1 + times % 250}", 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=own)
        async with asyncio.timeout(PATIENCE):
            assert (await reader.readline()).startswith(b"SSH-2.0-")
        writer.close()
        await asyncio.sleep(0.05)
        times += 1
    return times


async def sit_down(visit: Visit) -> None:
    """Come for the first time, and open a table."""
    await visit.sees("What shall")
    visit.type("Nia\r")
    await visit.sees("quick game")
    visit.type("g")
    await visit.sees("copy invitation")


async def test_an_update_drops_nobody(tmp_path: Path, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays goes on, nobody who comes meanwhile is refused, newcomers come to the new fronts, twice in a row.

    The service manager sees one process that reloads. The old front ends with its last visitor.
    """
    data, over = tmp_path / "data", asyncio.Event()
    with ServiceManager(tmp_path / "n") as manager:
        monkeypatch.setenv("NOTIFY_SOCKET", str(manager.path))
        async with served(data, 2) as server, come(server) as connection, asyncio.TaskGroup() as group:
            await manager.until("READY=1")
            await sit_down(playing := await enter(connection))
            _, first = server.processes()
            knocking = group.create_task(knock_on(server.port, over))
            for before, version in (("1.0", "2.0"), ("2.0", "3.0")):
                program.install(version)
                said = f"version {version} has taken over from {before}; 1 person stays on a front of a former"
                assert (await update(data, program.folder))[1].startswith(said)
                assert said in await server.child.said()
                heard = await manager.until("READY=1")
                assert any(one.startswith("RELOADING=1\n") for one in heard)
                playing.output = b""
                playing.type(f"thello {version}\r")
                await playing.sees("Nia:", f"hello {version}")
                await until(lambda: len(server.processes()[1]) == 3)
                assert len(set(server.processes()[1]) & set(first)) == 1
            over.set()
            assert await knocking
            assert "version 3.0 runs already" in (await update(data, program.folder))[1]
            connection.close()
            await until(lambda: len(server.processes()[1]) == 2)
            server.child.tell_to_end()
            assert await server.child.ended() == 0


UNFIT = (
    ("server/fronts/ssh/front.py", ")", "the program on disk does not start: SyntaxError: unmatched ')'"),
    ("chwech.py", ")", "the program on disk has ended with status 1, and may have said why above"),
    ("protocol/messages.py", "VERSION = 2", "version 2.0 speaks another protocol, so that no screen could stay: end"),
    (
        "server/processes/update.py",
        "ProgramInfo.__new__.__defaults__ = (2, '')",
        "version 2.0 cannot take over from it: end",
    ),
    ("server/storage/schema.py", "SCHEMA_VERSION = 0", "the database was written by a newer version"),
    (
        "server/configuration.py",
        "KEYS = KEYS[:2]",
        "the program on disk does not take the options with which this server",
    ),
)
"""A line at the end of a file of a program that cannot take over, and what is said then."""


async def test_a_program_that_cannot_take_over_is_given_up(tmp_path: Path, program: Program) -> None:
    """The old one goes on as if nothing had been, and says why; the next one is tried all the same."""
    data = tmp_path / "data"
    async with a_child("--no-ssh", "--keep-logs", "9", data=data) as child:
        await child.said()
        player = await connect_unix(data / "chwech.sock")
        await player.greet("Nia")
        for name, line, why in UNFIT:
            program.install("2.0", {name: f"\n{line}\n"})
            status, said = await update(data, ROOT)
            assert status == 1, (name, said)
            assert said.startswith("chwech admin: no update, version 1.0 goes on: ")
            assert why in said
            await player.ask(ListTables)
        await hang_up(player)
