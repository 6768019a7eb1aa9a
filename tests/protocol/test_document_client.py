"""The client that the document of the protocol shows plays on the real server."""

import asyncio
import re
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from tests.protocol.test_document import block

PATIENCE = 60  # Seconds after which the test has failed; none waits for them when all is well.


async def listening_port(server: Process) -> str:
    """Give the TCP port that a server says it listens on."""
    assert server.stderr is not None
    said = b""
    while line := await server.stderr.readline():
        said += line
        if found := re.search(rb"TCP at 127\.0\.0\.1:(\d+)", line):
            return found[1].decode()
    raise AssertionError(said.decode())


async def test_the_client_of_the_document_plays_a_deal(tmp_path: Path) -> None:
    """Forty lines that know the document alone sit down, play a whole deal and tell the totals of six seats."""
    program = tmp_path / "client.py"
    program.write_text(block("python"), "utf-8")
    # A path from there, because a socket's must be short.
    doors = ["--no-ssh", "--tcp", "127.0.0.1:0", "--socket", "socket", "--data", "data"]
    async with asyncio.timeout(PATIENCE):
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "chwech", "serve", *doors, stderr=PIPE, cwd=tmp_path
        )
        try:
            port = await listening_port(server)
            client = await asyncio.create_subprocess_exec(
                sys.executable, str(program), "127.0.0.1", port, stdout=PIPE, stderr=PIPE
            )
            said, fault = await client.communicate()
        finally:
            server.terminate()
            await server.communicate()
    assert (client.returncode, fault) == (0, b"")
    welcome, *totals = said.decode().splitlines()
    assert welcome.startswith("welcome, Chance ")
    assert len(totals) == 6
    assert all(re.fullmatch(r".+ \d+", line) for line in totals)
