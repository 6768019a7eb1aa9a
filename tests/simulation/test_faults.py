"""Mistakes planted in the server on purpose: if the simulation did not find them it would prove nothing."""

import pytest

from tests.simulation.faults import FAULTS
from tests.simulation.seed import fault_of

ENOUGH = 500
"""Seeds within which each of them has to be found: the rarest comes to light in one world of eighty."""


@pytest.mark.no_cover
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some world comes to grief by it."""
    FAULTS[fault](monkeypatch)
    assert any(fault_of(seed) for seed in range(ENOUGH))
