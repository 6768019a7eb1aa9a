"""A front in a process of its own, to be attacked and measured from outside."""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import asyncssh

from server.fronts.ssh.transport.guard import FrontLimits
from tests.server.fronts.ssh.doorstep import a_front

ROOT = Path(__file__).parents[4]

MEGABYTE = 1024
"""In the kilobytes that Linux counts."""

PATIENCE = 60.0


class Siege:
    """The child, as it is seen from here."""

    def __init__(self, child: "subprocess.Popen[str]", port: int) -> None:
        """Look at a child that listens."""
        self.port = port
        self._proc = Path("/proc") / str(child.pid)

    def memory(self) -> int:
        """Give the resident memory in kilobytes."""
        return self._status("VmRSS")

    def forget_peak(self) -> None:
        """Let the highest memory be what it is now."""
        (self._proc / "clear_refs").write_text("5")

    def peak(self) -> int:
        """Give the highest memory since then, in kilobytes."""
        return self._status("VmHWM")

    def files(self) -> int:
        """Give how many files are open."""
        return len(list((self._proc / "fd").iterdir()))

    async def login(self, source: str, key: asyncssh.SSHKey | None = None) -> float:
        """Log in from an address, as a guest or with a key, see who one is, and give the seconds that it took."""
        began = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            connection = await asyncssh.connect(
                "127.0.0.1", self.port, username="me" if key else "guest", known_hosts=None, config=None,
                client_keys=[key] if key else None, agent_path=None, local_addr=(source, 0),
            )  # fmt: skip
            async with connection:
                done = await connection.run("who")
        assert str(done.stdout).strip() == (f"{key.get_fingerprint()} me" if key else "guest guest")
        return time.perf_counter() - began

    def _status(self, name: str) -> int:
        """Give a number of kilobytes that Linux says of the child."""
        lines = (self._proc / "status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(name)).split()[1])


@contextlib.contextmanager
def a_siege(stuck_seconds: float = FrontLimits().stuck_seconds) -> Iterator[Siege]:
    """Start a front in a child, with the bounds that people meet, but for how long it waits for who takes nothing."""
    command = [sys.executable, "-m", "tests.server.fronts.ssh.siege", str(stuck_seconds)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            siege = Siege(child, int(child.stdout.readline()))
            asyncio.run(_warm(siege))
            yield siege
        finally:
            child.stdin.close()
            child.wait(PATIENCE)


async def _warm(siege: Siege) -> None:
    """Let the child load what it needs for people."""
    for number in range(30):
        await siege.login(f"127.0.200.{number % 10 + 1}")


async def _serve(stuck_seconds: float) -> None:
    """Be besieged until the parent has seen enough."""
    async with a_front(FrontLimits(stuck_seconds=stuck_seconds)) as front:
        print(front.port, flush=True)
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        await reader.read()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1])))
