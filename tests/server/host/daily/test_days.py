"""Days by UTC."""

from server.host.daily.desk import GRACE_SECONDS, day_of, ends_at, is_over, moved, public_seed
from tests.server.host.daily.player import DAY, HOUR, NOON, TOMORROW


def test_a_day_is_that_of_utc() -> None:
    """It begins and ends at midnight by UTC, whatever the machine thinks."""
    assert [day_of(NOON + hours * HOUR) for hours in (-12.01, -12, 0, 11.99, 12)] == [
        "2026-11-20", DAY, DAY, DAY, TOMORROW,
    ]  # fmt: skip
    assert ends_at(DAY) == NOON + 12 * HOUR


def test_days_are_counted_over_months() -> None:
    """The day after the last of a month is the first of the next one."""
    assert [moved("2026-12-31", 1), moved("2026-03-01", -1)] == ["2027-01-01", "2026-02-28"]


def test_a_day_is_over_some_time_after_midnight() -> None:
    """Whoever still plays at midnight has time to finish."""
    assert not is_over(DAY, ends_at(DAY) + GRACE_SECONDS - 1)
    assert is_over(DAY, ends_at(DAY) + GRACE_SECONDS)


def test_public_seeds_differ_by_day() -> None:
    """Alone, every day has a seed of its own, the same for everybody."""
    assert public_seed(DAY) == public_seed(DAY)
    assert len({public_seed(DAY), public_seed(TOMORROW)}) == 2
