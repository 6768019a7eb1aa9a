"""Who hangs is noticed, and nobody is blamed for what the one that watches has slept through."""

from server.processes.watchdog import SILENT_SECONDS, STALL_SECONDS, Watchdog


class Somebody:
    """A process that is watched."""

    patience = SILENT_SECONDS

    def __init__(self) -> None:
        self.heard_at = 0.0

    def excuse(self, now: float) -> None:
        """Count its silence from here on."""
        self.heard_at = now


def looks(dog: Watchdog, one: Somebody, times: int, begin: float, *, beats: bool = False) -> list[float]:
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
    dog, one = Watchdog(0.0), Somebody()
    assert looks(dog, one, 25, 0.0) == [SILENT_SECONDS + 1, 2 * SILENT_SECONDS + 2]


def test_who_gives_signs_of_life_is_left_alone() -> None:
    """However long."""
    dog, one = Watchdog(0.0), Somebody()
    assert looks(dog, one, 100, 0.0, beats=True) == []


def test_a_machine_that_stood_still_is_nobodys_fault() -> None:
    """After a look that comes far too late everybody has all their time again, and whoever hangs is noticed then."""
    dog, one = Watchdog(0.0), Somebody()
    assert looks(dog, one, 5, 0.0) == []
    assert dog.silent([one], 5.0 + 10 * SILENT_SECONDS) == []
    assert looks(dog, one, 12, 5.0 + 10 * SILENT_SECONDS) == [5.0 + 11 * SILENT_SECONDS + 1]
    assert dog.silent([one], 5.0 + 11 * SILENT_SECONDS + 2 + STALL_SECONDS) == []
