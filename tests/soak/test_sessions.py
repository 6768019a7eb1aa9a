"""The soak of sessions in small: two people at terminals for a moment, and what would be called growth or a fault."""

from pathlib import Path

import pytest

from tests.soak.sessions import is_fault, sit, slope


@pytest.mark.no_cover
async def test_people_play_at_terminals(tmp_path: Path) -> None:
    """They come, press keys and go; nothing is unhandled, and the server is looked at."""
    outcome = await sit(tmp_path, sessions=2, seconds=3.0, samples=3)
    assert outcome.visits >= 2
    assert outcome.keys > 0
    assert (outcome.faults, outcome.cut) == ([], 0)
    assert all(sample.memory > 20 and sample.files > 20 for sample in outcome.samples)


def test_growth_is_told_from_noise() -> None:
    """A steady rise is beyond the bar; a figure that goes up and down is not, nor is one that falls."""
    hours = [number / 60 for number in range(60)]
    rising = slope([(hour, 100 + 1.5 * hour) for hour in hours])
    assert (round(rising.per_hour, 6), rising.within(1.0)) == (1.5, False)
    assert slope([(hour, 100 + number % 2) for number, hour in enumerate(hours)]).within(1.0)
    assert slope([(hour, 100 - 5 * hour) for hour in hours]).within(1.0)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Task exception was never retrieved", True),
        ("Traceback (most recent call last):", True),
        ('{"level":"error","text":"table calm-river is damaged"}', True),
        ('{"level":"info","text":"visitor 3 has come"}', False),
        ('{"level":"warning","message":"front 1 was ended by SIGKILL: it is started again now"}', True),
        ("chwech serve: listening on SSH at 127.0.0.1:2222", False),
    ],
)
def test_what_counts_as_a_fault(line: str, fault: bool) -> None:
    """Errors of the log and whatever nobody has handled."""
    assert is_fault(line) is fault
