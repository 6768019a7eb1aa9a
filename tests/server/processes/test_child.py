"""A supervised process: what it reports, when it is started again, and copies of this one."""

import os
from pathlib import Path

from server.processes.child import (
    LONGEST_WAIT,
    SHORTEST_WAIT,
    SILENT_SECONDS,
    STALL_SECONDS,
    STEADY_SECONDS,
    ChildProcess,
    Watchdog,
    backoff,
    fork,
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


def test_a_machine_that_stood_still_is_nobodys_fault() -> None:
    """After a look that comes far too late everyone has all their time again, and whoever hangs is noticed then."""
    dog, one = Watchdog(0.0), beating()
    assert looks(dog, one, 5, 0.0) == []
    assert dog.silent([one], 5.0 + 10 * SILENT_SECONDS) == []
    assert looks(dog, one, 12, 5.0 + 10 * SILENT_SECONDS) == [5.0 + 11 * SILENT_SECONDS + 1]
    assert dog.silent([one], 5.0 + 11 * SILENT_SECONDS + 2 + STALL_SECONDS) == []


def test_a_copy_keeps_what_it_is_given_and_nothing_else() -> None:
    """It has a standard input of its own, and is watched like any process."""
    kept, told = os.pipe()
    own, others = os.pipe()

    def run() -> int:
        open_ones = [int(path.name) for path in Path("/dev/fd").iterdir()]
        os.write(told, repr((others in open_ones, os.getsid(0) == os.getpid(), os.read(0, 9))).encode())
        raise SystemExit

    process = fork(run, (told,))
    process.stdin.write(b"hello")
    assert os.read(kept, 999) == repr((False, True, b"hello")).encode()
    assert process.wait() == 1
    process.kill()
    assert process.poll() == 1
    process.stdin.close()
    for number in (kept, told, own, others):
        os.close(number)
