"""How long one waits who has died."""

from server.processes.plan import LONGEST_WAIT, SHORTEST_WAIT, STEADY_SECONDS, Restarts


def test_the_first_restart_is_at_once_and_the_others_later_and_later() -> None:
    """No wait after the first death, then a doubled one, up to a limit that holds for ever."""
    restarts, waits = Restarts(), []
    for _ in range(2000):
        restarts = restarts.died(0.0)
        waits.append(restarts.wait)
    assert waits[:4] == [0.0, SHORTEST_WAIT, 2 * SHORTEST_WAIT, 4 * SHORTEST_WAIT]
    assert waits == sorted(waits)
    assert set(waits[10:]) == {LONGEST_WAIT}


def test_a_long_life_forgets() -> None:
    """Who had lived long is started again at once, whatever was before."""
    restarts = Restarts(30)
    assert restarts.died(STEADY_SECONDS - 0.01).wait == LONGEST_WAIT
    assert restarts.died(STEADY_SECONDS).wait == 0.0
