"""Mistakes planted in the server on purpose: if the simulation did not find them it would prove nothing."""

import pytest

from tests.simulation.faults import FAULTS
from tests.simulation.seed import fault_of

ENOUGH = 500  # Seeds within which each of them has to be found: the rarest comes to light in one world of eighty.
FIRST = {"a clock of then": 53}  # The first world that finds a rare one, which is tried first.


@pytest.mark.no_cover
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some world breaks a law by it, and does not merely come to a standstill, as by a mistake planted wrongly."""
    FAULTS[fault](monkeypatch)
    seeds = sorted(range(ENOUGH), key=lambda seed: seed != FIRST.get(fault, 0))
    found = next(filter(None, map(fault_of, seeds)), "")
    assert found.startswith("AssertionError: ")
