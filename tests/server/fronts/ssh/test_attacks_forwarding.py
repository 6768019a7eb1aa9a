"""Whoever wants anything but a session: ports, sockets, tunnels, agents, screens, files."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import OPEN_ADMINISTRATIVELY_PROHIBITED
from asyncssh.packet import Boolean, String, UInt32
from msgspec.structs import replace

from server.host.limits import Rate
from tests.server.fronts.ssh.raw_client import CLOSED, ROOMY, SUCCESS, Front, Knocker, a_front, a_knocker
from tests.server.fronts.ssh.theatre import PATIENCE, until

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH is not installed")


async def guest(knocker: Knocker) -> Knocker:
    """Log in."""
    knocker.nothing("guest")
    assert await knocker.answer() == SUCCESS
    return knocker


async def run(front: Front, place: Path, program: str, *arguments: str) -> tuple[int, str]:
    """Run OpenSSH, and give its exit status and what it says."""
    option = "-p" if program == "ssh" else "-P"
    command = [
        program, option, str(front.port), "-F", "/dev/null", "-o", f"UserKnownHostsFile={place / 'known'}",
        "-o", "StrictHostKeyChecking=no", "-o", "IdentityFile=none", "-o", "IdentityAgent=none", *arguments,
    ]  # fmt: skip
    child = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    async with asyncio.timeout(PATIENCE):
        said, _ = await child.communicate()
    return child.returncode or 0, said.decode()


async def test_channels_to_elsewhere() -> None:
    """No channel leads to another machine, a socket of this one, or a tunnel."""
    async with a_front() as front, a_knocker(front.port) as knocker:
        one = await guest(knocker)
        for wish in (
            lambda: one.create_connection(asyncssh.SSHTCPSession[bytes], "127.0.0.1", front.port),
            lambda: one.create_unix_connection(asyncssh.SSHUNIXSession[bytes], "/tmp/socket"),  # noqa: S108 (nobody opens it)
            lambda: one.create_tun(asyncssh.SSHTunTapSession),
            lambda: one.create_tap(asyncssh.SSHTunTapSession),
        ):
            with pytest.raises(asyncssh.ChannelOpenError) as refusal:
                await wish()
            assert refusal.value.code == OPEN_ADMINISTRATIVELY_PROHIBITED
        assert await one.who() == "guest guest"


async def test_agents_and_screens() -> None:
    """Nobody's agent and nobody's screen is asked for."""
    async with a_front() as front, a_knocker(front.port) as knocker:
        one = await guest(knocker)
        channel, _ = await one.create_session(asyncssh.SSHClientSession[bytes], encoding=None)
        assert not await channel._make_request(b"auth-agent-req@openssh.com")
        assert not await channel._make_request(
            b"x11-req", Boolean(False), String("MIT-MAGIC-COOKIE-1"), String("00"), UInt32(0)
        )


@pytest.mark.parametrize("few", [{"connections_of_one": 3}, {"connections": 3}, {"arrivals": Rate(0.0, 3.0)}])
async def test_more_sessions_than_connections(few: dict[str, Any]) -> None:
    """Each session counts as a connection of its own would; who asks a thousand times is sent away."""
    async with a_front(replace(ROOMY, **few)) as front, a_knocker(front.port) as knocker:
        one = await guest(knocker)
        wishes = (one.create_session(asyncssh.SSHClientSession[bytes], encoding=None) for _ in range(1000))
        results = await asyncio.gather(*wishes, return_exceptions=True)
        assert sum(not isinstance(result, BaseException) for result in results) <= 3
        assert await one.answer() == CLOSED
        assert len(front.sessions) == 3
        await until(lambda: front.guard.inside == 0)


@needs_ssh
async def test_ssh_shares_a_connection(tmp_path: Path) -> None:
    """Commands go over the connection of someone who plays, and end alone; the connection ends with the last."""
    async with a_front(replace(ROOMY, linger_seconds=0.0)) as front:
        shared = "-o", "ControlMaster=auto", "-o", f"ControlPath={tmp_path / 's'}", "guest@127.0.0.1"
        playing = asyncio.create_task(run(front, tmp_path, "ssh", *shared))
        await until(lambda: len(front.sessions) == 1)
        for _ in range(2):
            assert await run(front, tmp_path, "ssh", *shared, "who") == (0, "guest guest\n")
        assert len({session.visitor.number for session in front.sessions}) == 1
        assert front.guard.inside == 1
        await run(front, tmp_path, "ssh", "-O", "exit", *shared)
        await playing
        await until(lambda: front.guard.inside == 0)


@needs_ssh
async def test_ssh_forwards_nothing(tmp_path: Path) -> None:
    """The ssh program is told so when it wants to forward, and a session without forwarding works."""
    async with a_front() as front:
        assert await run(front, tmp_path, "ssh", "-q", "guest@127.0.0.1", "who") == (0, "guest guest\n")
        status, said = await run(front, tmp_path, "ssh", "-W", "127.0.0.1:1", "guest@127.0.0.1")
        assert status != 0
        assert "administratively prohibited" in said
        wish = "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1"
        status, said = await run(front, tmp_path, "ssh", *wish, "guest@127.0.0.1", "who")
        assert status != 0
        assert "remote port forwarding failed" in said
        status, said = await run(front, tmp_path, "ssh", "-q", "-A", "-X", "guest@127.0.0.1", "who")
        assert (status, said.splitlines()[-1]) == (0, "guest guest")


@needs_ssh
async def test_no_files(tmp_path: Path) -> None:
    """Neither sftp nor scp, old or new, reads or writes a file."""
    async with a_front() as front:
        for program, *arguments in (
            ["sftp", "guest@127.0.0.1"],
            ["scp", "guest@127.0.0.1:/etc/passwd", str(tmp_path / "copy")],
            ["scp", "-O", "guest@127.0.0.1:/etc/passwd", str(tmp_path / "copy")],
        ):
            status, _ = await run(front, tmp_path, program, *arguments)
            assert status != 0
        assert not (tmp_path / "copy").exists()
