"""A supervised process: what it reports, when it is started again, and fronts that are forked."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.processes import child
from server.processes.child import (
    LONGEST_WAIT,
    PROGRAM,
    SHORTEST_WAIT,
    SILENT_SECONDS,
    STALL_SECONDS,
    STEADY_SECONDS,
    ChildProcess,
    ForkServer,
    Process,
    Watchdog,
    backoff,
    reap_strangers,
)
from server.processes.plan import ProcessRole


def test_the_first_restart_is_at_once_and_the_others_later_and_later() -> None:
    """No wait after the first death, then a doubled one, up to a limit that holds for ever; a long life forgets."""
    waits = [backoff(deaths) for deaths in range(1, 2000)]
    assert waits[:4] == [0.0, SHORTEST_WAIT, 2 * SHORTEST_WAIT, 4 * SHORTEST_WAIT]
    assert waits == sorted(waits)
    assert set(waits[10:]) == {LONGEST_WAIT}
    child = ChildProcess(ProcessRole("somebody", ()))
    for lived, wait in ((1.0, 0.0), (1.0, SHORTEST_WAIT), (STEADY_SECONDS, 0.0)):
        child._bury(lived)
        assert child.due == lived + wait


def beating() -> ChildProcess:
    """Give a child that is ready and sends heartbeats."""
    child = ChildProcess(ProcessRole("somebody", ()))
    child.ready, child._ear = True, 0
    return child


def looks(dog: Watchdog, one: ChildProcess, times: int, begin: float, *, beats: bool = False) -> list[float]:
    """Look once a second, and give when the process was called silent."""
    called = []
    for number in range(1, times + 1):
        now = begin + number
        if beats:
            one.heard_at = now
        called += [now for _ in dog.silent([one], now)]
    return called


def test_who_is_silent_for_too_long_is_named_once() -> None:
    """Then the count begins anew: it has as long again to end."""
    dog, one = Watchdog(0.0), beating()
    assert looks(dog, one, 25, 0.0) == [SILENT_SECONDS + 1, 2 * SILENT_SECONDS + 2]


def test_who_gives_signs_of_life_is_left_alone() -> None:
    """However long."""
    dog, one = Watchdog(0.0), beating()
    assert looks(dog, one, 100, 0.0, beats=True) == []


def test_a_machine_that_stood_still_is_nobodys_fault() -> None:
    """After a look that comes far too late everybody has all their time again, and whoever hangs is noticed then."""
    dog, one = Watchdog(0.0), beating()
    assert looks(dog, one, 5, 0.0) == []
    assert dog.silent([one], 5.0 + 10 * SILENT_SECONDS) == []
    assert looks(dog, one, 12, 5.0 + 10 * SILENT_SECONDS) == [5.0 + 11 * SILENT_SECONDS + 1]
    assert dog.silent([one], 5.0 + 11 * SILENT_SECONDS + 2 + STALL_SECONDS) == []


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives away orphans")

ANSWERS = """
import json, os, socket, sys
requests = socket.socket(fileno=int(sys.argv[2]))
os.write(int(sys.argv[4]), b"\\n")
while True:
    said, received, _, _ = socket.recv_fds(requests, 65536, 16)
    if not said:
        break
    {answer}
"""
"""A stand-in that answers each request in some way."""


def standing_in(answer: str) -> ForkServer:
    """Give a fork server that answers so."""
    return ForkServer(ProcessRole("forks", (sys.executable, "-P", "-c", ANSWERS.format(answer=answer))))


@pytest.fixture
def serving() -> Iterator[list[ForkServer]]:
    """Kill the fork servers of a test at its end."""
    started: list[ForkServer] = []
    yield started
    for forks in started:
        forks.kill()


def started(serving: list[ForkServer], answer: str) -> ForkServer:
    """Start a stand-in, and wait until it is ready."""
    forks = standing_in(answer)
    serving.append(forks)
    forks.start(time.monotonic())
    while not forks.ready:
        forks.listen(time.monotonic())
    return forks


def open_files() -> int:
    """Count the open files of this process."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_a_request_has_the_command_and_the_descriptors(serving: list[ForkServer]) -> None:
    """The answer is the number of the process; what is written to it comes by its standard input."""
    forks = started(serving, "requests.send(str(len(received) * 1000 + json.loads(said)[1][1]).encode())")
    reading, writing = os.pipe()
    process = forks.spawn((*PROGRAM, "front_process", "--number=1"), (writing,))
    assert process.pid == 2000 + writing
    process.stdin.close()
    os.close(reading)
    os.close(writing)


def test_without_a_fork_server_nothing_is_forked() -> None:
    """Before it is ready, and after it was killed."""
    forks = standing_in("pass")
    with pytest.raises(ConnectionError, match="there is no fork server to start it"):
        forks.spawn(PROGRAM, ())
    forks.start(time.monotonic())
    forks.kill()
    with pytest.raises(ConnectionError):
        forks.spawn(PROGRAM, ())


@pytest.mark.parametrize("answer", ["sys.exit(3)", "pass"], ids=["ends", "is silent"])
def test_one_that_does_not_answer_is_killed(
    serving: list[ForkServer], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    """The next one is asked anew; no descriptor stays open."""
    monkeypatch.setattr(child, "ANSWER_SECONDS", 0.05)
    forks = started(serving, answer)
    before = open_files()
    with pytest.raises((ConnectionError, TimeoutError)):
        forks.spawn(PROGRAM, ())
    assert open_files() == before
    while (status := forks.reap(time.monotonic())) is None:
        pass
    assert status in ({3, -signal.SIGKILL} if "exit" in answer else {-signal.SIGKILL})


def test_a_forked_process_is_watched_like_any_other() -> None:
    """It is running, is told to end, and has a status; a signal to one that has ended does nothing."""
    pid = os.fork()
    if not pid:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pause()
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb", 0) as stdin:
        process = Process(pid, stdin)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait() == -signal.SIGTERM
        process.kill()
        assert process.poll() == -signal.SIGTERM


def test_strangers_are_reaped_and_children_are_not() -> None:
    """An adopted process that has ended leaves nothing; one that is waited for keeps its status."""
    stranger = subprocess.Popen([sys.executable, "-S", "-c", ""])
    os.waitid(os.P_PID, stranger.pid, os.WEXITED | os.WNOWAIT)
    reap_strangers({None})
    assert not Path(f"/proc/{stranger.pid}").exists()
    stranger.returncode = 0
    child = subprocess.Popen([sys.executable, "-S", "-c", "raise SystemExit(7)"])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    reap_strangers({child.pid})
    assert child.wait() == 7
    reap_strangers(set())
