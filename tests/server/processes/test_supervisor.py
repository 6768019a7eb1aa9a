"""The process that watches, as a real process with stand-ins for the others."""

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.processes import child, supervisor, update
from server.processes.child import ChildProcess, spawn
from server.processes.plan import AdoptedChild, Handover, ProcessRole
from tests.server.processes import watch

PATIENCE = 60.0  # Seconds that anything may take on a busy machine.
LONG = "60"  # Seconds that the stand-ins may take to end, where none is slow.


class Watched:
    """A supervisor and what it and its children say."""

    def __init__(self, process: Process) -> None:
        self.process = process

    async def says(self) -> str:
        """Give the next line of the supervisor."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            line = (await self.process.stderr.readline()).decode().strip().removeprefix("chwech serve: ")
        return re.sub(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ ", "", line)

    async def hears(self) -> list[str]:
        """Give the words of the next line of a child; none once all of them are gone."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            return (await self.process.stdout.readline()).decode().split()

    async def begun(self, *names: str) -> list[int]:
        """Wait until children with these names, in this order, have begun, and give their numbers."""
        numbers = []
        for name in names:
            who, what, number = await self.hears()
            assert (who, what) == (name, "begins")
            numbers.append(int(number))
        return numbers

    async def begun_together(self, *names: str) -> list[int]:
        """Wait until children with these names have begun, in whatever order, and give their numbers."""
        found = {who: int(number) for who, _, number in [await self.hears() for _ in names]}
        return [found[name] for name in names]

    async def rest(self) -> list[str]:
        """Give everything that is still said by children, until none of them is left."""
        said = []
        while words := await self.hears():
            said.append(" ".join(words))
        return said

    async def ended(self) -> int:
        """Wait for the end, and give the exit status."""
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


@asynccontextmanager
async def watching(*roles: str, seconds: str = LONG, env: Mapping[str, str] = {}) -> AsyncIterator[Watched]:
    """Start a supervisor over stand-ins, and see to it that nothing is left."""
    command = (sys.executable, "-P", "-m", "tests.server.processes.watch", "serve", seconds, *roles)
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env={**os.environ, **env}
    )
    watched = Watched(process)
    try:
        yield watched
    finally:
        if process.returncode is None:
            process.kill()
        # Standard output ends with the last child that holds it.
        await watched.rest()
        await watched.ended()


async def number_at(port: int) -> int:
    """Give the number of the process that answers at a port."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    async with asyncio.timeout(PATIENCE):
        said = await reader.readline()
    writer.close()
    await writer.wait_closed()
    return int(said)


async def test_what_is_served_is_said_once_all_are_ready() -> None:
    """The host begins first, then one front, then the others; then it is said what is served, and what all say."""
    async with watching("host", "a --says=key", "b --says=key", "c --says=other") as watched:
        await watched.begun("host", "a")
        await watched.begun_together("b", "c")
        assert [await watched.says() for _ in range(4)] == ["all serve", "key", "other", "a note"]
        watched.process.send_signal(signal.SIGTERM)
        assert len(await watched.rest()) == 4
        assert await watched.ended() == 0


async def test_a_server_that_has_served_before_begins_faster() -> None:
    """The first front then begins beside the host, which never is ready here; the others still wait for both."""
    async with watching("host --hangs --together", "front", "other") as watched:
        await watched.begun_together("host", "front")
        watched.process.send_signal(signal.SIGTERM)
        assert sorted(await watched.rest()) == ["front told", "host told"]


async def test_who_hangs_is_killed_and_started_again() -> None:
    """Processes that stand still without dying are noticed by their silence, a front and the host; others go on."""
    async with watching("host --beats", "front --beats", "other", seconds="60,3") as watched:
        host, front, _ = await watched.begun("host", "front", "other")
        assert await watched.says() == "all serve"
        for number in (front, host):
            os.kill(number, signal.SIGSTOP)
        said = [await watched.says() for _ in range(4)]
        for name in ("front", "host"):
            killed, again = [line for line in said if line.startswith(name)]
            assert killed == f"{name} has given no sign of life for 3 s: it is killed"
            assert again == f"{name} was ended by SIGKILL: it is started again now"
        await watched.begun_together("front", "host")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGQUIT])
async def test_a_signal_ends_the_fronts_then_the_host(number: signal.Signals) -> None:
    """Told to end, all fronts end before the host is told, and the status is 0."""
    async with watching("host", "front", "other") as watched:
        await watched.begun("host", "front", "other")
        assert await watched.says() == "all serve"
        watched.process.send_signal(number)
        *fronts, last = await watched.rest()
        assert sorted(fronts) == ["front told", "other told"]
        assert last == "host told"
        assert await watched.ended() == 0
        assert await watched.says() == ""


async def test_a_child_that_does_not_end_is_killed() -> None:
    """A front that does not end in time is killed, and the host still ends in good order."""
    async with watching("host", "front --stubborn", seconds="0.3") as watched:
        await watched.begun("host", "front")
        assert await watched.says() == "all serve"
        watched.process.send_signal(signal.SIGTERM)
        assert await watched.says() == "front does not end: it is killed"
        # Whether the front came to say that it was told, in so short a time, is its own affair.
        assert (await watched.rest())[-1] == "host told"
        assert await watched.ended() == 0


async def test_a_second_signal_ends_at_once() -> None:
    """Told twice, the supervisor waits for nobody; only a terminal that goes away twice is no hurry."""
    async with watching("host", "front --stubborn") as watched:
        await watched.begun("host", "front")
        assert await watched.says() == "all serve"
        watched.process.send_signal(signal.SIGTERM)
        assert await watched.hears() == ["front", "told"]
        watched.process.send_signal(signal.SIGHUP)
        watched.process.send_signal(signal.SIGTERM)
        assert await watched.rest() == []
        assert await watched.ended() == 128 + signal.SIGTERM


async def test_the_end_of_the_terminal_ends_the_server() -> None:
    """A server that was started in a terminal ends with it; the same signal while the terminal is there does not."""
    ours, theirs = os.openpty()
    program = (
        "import fcntl, sys, termios\n"
        "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
        "from tests.server.processes.watch import main\n"
        "sys.exit(main('serve', '60', 'host'))"
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-c", program), stdin=theirs, stdout=PIPE, stderr=PIPE, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )  # fmt: skip
    os.close(theirs)
    watched = Watched(process)
    await watched.begun("host")
    assert await watched.says() == "all serve"
    process.send_signal(signal.SIGHUP)
    assert await watched.says() == "read again"
    os.close(ours)
    assert await watched.rest() == ["host told"]
    assert await watched.ended() == 0


def test_who_takes_in_nothing_is_told_as_another_process() -> None:
    """A process whose ear is full is killed, so that no part of a server goes by an old configuration."""
    one = ChildProcess(ProcessRole("host", ("sleep", "60")), "first")
    one.configure("nobody is there")
    process = one._process = spawn(["sleep", "60"], [])
    os.set_blocking(process.stdin.fileno(), False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(process.stdin.fileno(), bytes(4096))
    one.configure("second")
    assert process.wait() == -signal.SIGKILL
    one.reap(0.0)


async def test_who_dies_young_waits_longer_each_time() -> None:
    """One that dies again and again is started again at once, then after ever longer pauses."""
    async with watching("host", "front --fails-after=3") as watched:
        said = [await watched.says() for _ in range(6)]
        assert [line for line in said if line != "all serve"][:4] == [
            "front has ended with status 3: it is started again now",
            "front has ended with status 3: it is started again in 0.1 s",
            "front has ended with status 3: it is started again in 0.2 s",
            "front has ended with status 3: it is started again in 0.4 s",
        ]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process supervise, and put back afterwards what that changes of the program."""
    for module, name in ((supervisor, "FRONT_SECONDS"), (update, "TRIAL_SECONDS"), (child, "SILENT_SECONDS")):
        monkeypatch.setattr(module, name, getattr(module, name))
    monkeypatch.setattr(supervisor, "HOST_SECONDS", update.HOST_SECONDS)
    monkeypatch.setattr(update, "PROGRAM", child.PROGRAM)
    # There is no program on disk that could take over.
    monkeypatch.setattr(watch, "PROGRAM", ("/no/such/program",))


@pytest.mark.usefixtures("here")
def test_a_whole_life(capfd: pytest.CaptureFixture[str]) -> None:
    """At SIGHUP every process is told what has changed, at SIGUSR2 the program on disk is tried, and then all end."""
    last = "last --drives=HUP,HUP,USR2+HUP,TERM"
    assert watch.main("serve", LONG, "host --told --says=1 --status=well", "front --says=key --told", last) == 0
    said = capfd.readouterr()
    told = [line.partition("chwech serve: ")[2] for line in said.err.splitlines()]
    nowhere = f"[Errno 2] {os.strerror(2)}: '/no/such/program'"
    # A signal may come with the word that the last one is ready.
    assert sorted(line.partition("Z ")[2] or line for line in told) == [
        "a note", "all serve", "key",
        f"no update, version 1 goes on: the program on disk cannot be started: {nowhere}", *["read again"] * 3,
    ]  # fmt: skip
    lines = said.out.splitlines()
    assert {"host knows first", "front knows first", "told second"} <= {*lines}
    assert lines[-1] == "host told"


@pytest.mark.usefixtures("here")
def test_a_host_that_cannot_begin_ends_everything(capfd: pytest.CaptureFixture[str]) -> None:
    """With status 1 the host has said why itself: the supervisor ends with 1, says nothing, and starts no front."""
    assert watch.main("serve", LONG, "host --fails=1", "front") == 1
    said = capfd.readouterr()
    assert said.err == ""
    assert said.out.split()[:2] == ["host", "begins"]
    assert len(said.out.splitlines()) == 1


@pytest.mark.usefixtures("here")
def test_what_a_former_program_has_left(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its host ends once the next one has loaded; its front ends with the last of its people, or with the server."""
    hears, mouth = os.pipe()
    former = [spawn([*watch.STAND_IN, name], [mouth]) for name in ("host", "front 1")]
    for one in former:
        one.stdin.write(f'{{"ready_fd": {mouth}}}\n'.encode())
        one.stdin.flush()
    os.close(mouth)
    while os.read(hears, 100):
        # Both hear signals once they have said that they are ready, and closed their ends.
        pass
    os.close(hears)
    children = [
        AdoptedChild(name, one.pid, os.dup(one.stdin.fileno()), None, "2")
        for name, one in zip(("host", "front 1"), former, strict=True)
    ]
    for one in former:
        one.stdin.close()
    handover = Handover("0.9 1", 1, False, None, ("", float("inf")), {"ssh": []}, children)
    monkeypatch.setenv(update.VARIABLE, json.dumps([update.FORM, os.getpid(), *handover]))
    assert watch.main("serve", LONG, "host --says=1", "second --drives=HUP,HUP,TERM") == 0
    said = capfd.readouterr()
    assert re.search(
        r"version 1 has taken over from 0\.9; . people stay on .* of a former version until they", said.err
    )
    lines = said.out.splitlines()
    assert lines.count("host told") == 2
    assert lines.count("front 1 relieved") == lines.count("second told") == 1
