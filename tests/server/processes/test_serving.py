"""When a serving process ends, and the files it may open."""

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from subprocess import PIPE

import pytest

from server.processes import serving
from server.processes.child import BEAT
from server.processes.serving import tell_ready, told_by_supervisor

PATIENCE = 30.0  # Seconds that anything may take on a busy machine.


@pytest.fixture
def pipe() -> Iterator[list[int]]:
    """Give both ends of a pipe, and close those that are left."""
    ends = list(os.pipe())
    yield ends
    for end in ends:
        os.close(end)


async def test_the_end_of_the_supervisor_is_noticed(pipe: list[int]) -> None:
    """What it writes means nothing; that it is gone, everything."""
    with told_by_supervisor(pipe[0]) as told:
        os.write(pipe[1], b"anything")
        while select.select([pipe[0]], [], [], 0)[0]:
            await asyncio.sleep(0)
        assert not told.is_set()
        os.close(pipe.pop())
        await asyncio.wait_for(told.wait(), PATIENCE)


def test_who_hangs_alone_is_ended() -> None:
    """A process whose loop never hears that it is alone ends all the same."""
    program = (
        "import asyncio, time\n"
        "from server.processes import serving\n"
        "serving.ALONE_SECONDS = 0.1\n"
        "async def hang():\n"
        "    with serving.told_by_supervisor(0):\n"
        "        print('here', flush=True)\n"
        "        while True: time.sleep(0.01)\n"
        "asyncio.run(hang())"
    )
    with subprocess.Popen([sys.executable, "-P", "-c", program], stdin=PIPE, stdout=PIPE) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == b"here\n"
        process.stdin.close()
        assert process.wait(PATIENCE) == -signal.SIGKILL


async def test_ready_is_one_line_and_then_come_signs_of_life(pipe: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said arrives whole; after it comes one sign of life after the other, for as long as the loop goes on."""
    monkeypatch.setattr(serving, "BEAT_SECONDS", 0.001)
    tell_ready(pipe[1], "said")
    assert os.read(pipe[0], 6) == b"+said\n"
    heard = b""
    while len(heard) < 3:
        await asyncio.sleep(0)
        if select.select([pipe[0]], [], [], 0)[0]:
            heard += os.read(pipe[0], 100)
    assert set(heard.decode().split("\n")) <= {BEAT, ""}


async def test_lines_of_the_supervisor_are_heard_whole(pipe: list[int]) -> None:
    """A line that comes in pieces is heard once, when its end has come; SIGHUP means nothing to a child."""
    heard: list[str] = []
    with told_by_supervisor(pipe[0], heard.append) as told:
        os.kill(os.getpid(), signal.SIGHUP)
        for piece in (b"first\nsec", b"ond\n", b"rest"):
            os.write(pipe[1], piece)
        async with asyncio.timeout(PATIENCE):
            while len(heard) < 2:
                await asyncio.sleep(0)
        assert not told.is_set()
    assert heard == ["first", "second"]
