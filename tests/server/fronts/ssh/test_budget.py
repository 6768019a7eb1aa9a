"""How many bytes may come."""

from hypothesis import given
from hypothesis import strategies as st

from server.fronts.ssh.budget import Budget


def test_a_burst() -> None:
    """A burst as large as the bucket costs no waiting; what goes beyond does."""
    budget = Budget(16_384, 131_072, 0.0)
    assert budget.spend(131_072, 0.0) == 0
    assert budget.spend(16_384, 0.0) == 1
    assert budget.spend(0, 0.5) == 0.5
    assert budget.spend(0, 1.0) == 0


def test_a_long_pause() -> None:
    """A pause fills the bucket and no more."""
    budget = Budget(10, 100, 0.0)
    assert budget.spend(100, 1_000_000.0) == 0
    assert budget.spend(10, 1_000_000.0) == 1


@given(st.lists(st.integers(0, 4096), max_size=200))
def test_the_rate_holds(counts: list[int]) -> None:
    """Whoever waits as told sends no more than the bucket and the rate allow."""
    budget, now, sent = Budget(1000, 5000, 0.0), 0.0, 0
    for count in counts:
        now += budget.spend(count, now)
        sent += count
    assert sent <= 5000 + 1000 * now + 1e-6
