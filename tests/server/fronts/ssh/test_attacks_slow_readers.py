"""Whoever asks for much and takes nothing, or next to nothing: they cost little memory, and not for long."""

import asyncio
import contextlib
import shutil
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncssh
import pytest

from server.fronts.ssh.transport.guard import FrontLimits
from tests.server.fronts.ssh.knocker import SUCCESS, a_knocker
from tests.server.fronts.ssh.siege import MEGABYTE, Siege, a_siege

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="memory is measured as Linux does"),
]

LONGEST = 40
"""Seconds until a slow reader is cut, and some more for a shared machine."""


@pytest.fixture(scope="module", params=[1.0, pytest.param(FrontLimits().stuck_seconds, marks=pytest.mark.attack)])
def siege(request: pytest.FixtureRequest) -> Iterator[Siege]:
    """Give a front to attack, one that loses its patience soon, and the one that people meet."""
    with a_siege(request.param) as one:
        yield one


@contextlib.asynccontextmanager
async def relay(port: int, slow: asyncio.Event) -> AsyncIterator[int]:
    """Stand between a client and the front; once it is to be slow, hand one byte a second to the client."""
    loop = asyncio.get_running_loop()
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(("127.0.0.1", port), source_address=("127.0.32.1", 0)) as front,
    ):
        for end in (listener, front):
            end.setblocking(False)

        async def carry(source: socket.socket, target: socket.socket, *, may_slow: bool) -> None:
            with contextlib.suppress(OSError):
                while data := await loop.sock_recv(source, 1 if may_slow and slow.is_set() else 65_536):
                    await loop.sock_sendall(target, data)
                    await asyncio.sleep(may_slow and slow.is_set())

        async def accept() -> None:
            client, _ = await loop.sock_accept(listener)
            with client:
                await asyncio.gather(carry(client, front, may_slow=False), carry(front, client, may_slow=True))

        carrying = asyncio.ensure_future(accept())
        yield int(listener.getsockname()[1])
        carrying.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await carrying


async def cut(siege: Siege, files: int) -> None:
    """Wait until the front has cut a connection, while others come in, and see that it cost little."""
    before = siege.memory()
    siege.forget_peak()
    for second in range(LONGEST):
        await siege.login(f"127.0.{100 + second}.1")
        await asyncio.sleep(1)
        if siege.files() <= files:
            print(f"cut after {second + 1} s, {siege.peak() - before} kB more")
            break
    assert siege.files() <= files
    assert siege.peak() - before < 2 * MEGABYTE


@pytest.mark.parametrize("window", [1 << 21, (1 << 32) - 1], ids=["2 MiB", "4 GiB"])
async def test_a_client_that_takes_nothing(window: int, siege: Siege) -> None:
    """Whoever asks for much and reads nothing is cut within half a minute, whatever room they say they have."""
    files = siege.files()
    async with a_knocker(siege.port, f"127.0.30.{window.bit_length()}") as one:
        one.nothing("guest")
        assert await one.answer() == SUCCESS
        await one.create_session(asyncssh.SSHClientSession[bytes], "flood", encoding=None, window=window)
        one.take_nothing()
        await cut(siege, files)


async def test_a_client_that_takes_a_byte_a_second(siege: Siege) -> None:
    """Whoever reads one byte a second is no better."""
    files, slow = siege.files(), asyncio.Event()
    async with relay(siege.port, slow) as port, a_knocker(port) as one:
        one.nothing("guest")
        assert await one.answer() == SUCCESS
        await one.create_session(asyncssh.SSHClientSession[bytes], "flood", encoding=None, window=1 << 31)
        slow.set()
        await cut(siege, files)


@pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH is not installed")
async def test_a_client_that_is_stopped(siege: Siege, tmp_path: Path) -> None:
    """Whoever stops their ssh program comes back to a closed connection."""
    files = siege.files()
    command = [
        "ssh", "-q", "-p", str(siege.port), "-F", "/dev/null", "-o", f"UserKnownHostsFile={tmp_path / 'known'}",
        "-o", "StrictHostKeyChecking=no", "-o", "BindAddress=127.0.31.1", "guest@127.0.0.1", "flood",
    ]  # fmt: skip
    child = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    assert await child.stdout.read(10)
    child.send_signal(signal.SIGSTOP)
    try:
        await cut(siege, files)
    finally:
        child.kill()
        await child.communicate()
