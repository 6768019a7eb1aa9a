"""How often something may be done."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.host import limits
from server.host.limits import Rate, TokenBucket, TokenBuckets


def test_a_bucket_fills_by_time() -> None:
    """What was taken comes back at the rate, and no more than the bucket holds."""
    bucket = TokenBucket(Rate(2.0, 3.0), 100.0)
    assert [bucket.take(1.0, 100.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0, 100.6) for _ in range(2)] == [True, False]
    assert [bucket.take(1.0, 999.0) for _ in range(4)] == [True, True, True, False]


def test_each_has_a_bucket_of_their_own() -> None:
    """What one takes is not taken from another."""
    many = TokenBuckets(Rate(1.0, 1.0))
    assert [many.take(whose, 1.0, 0.0) for whose in ("a", "a", "b", "a", "b")] == [True, False, True, False, False]
    assert many.take("a", 1.0, 1.0)


def test_what_was_taken_is_given_back() -> None:
    """Only its owner has it, and a bucket that was forgotten needs nothing."""
    many = TokenBuckets(Rate(1.0, 1.0))
    assert many.take("a", 1.0, 0.0)
    many.give("a", 1.0)
    many.give("b", 1.0)
    assert [many.take(whose, 1.0, 0.0) for whose in ("a", "a", "b", "b")] == [True, False, True, False]


def test_tokens_may_be_owed() -> None:
    """With a credit more is taken than is there, and time pays it back first."""
    bucket = TokenBucket(Rate(1.0, 2.0), 0.0)
    assert [bucket.take(1.0, 0.0, credit=2.0) for _ in range(5)] == [True] * 4 + [False]
    assert not bucket.take(1.0, 2.9)
    assert bucket.take(1.0, 3.0)


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one longest away is forgotten first, however often it came before."""
    monkeypatch.setattr(limits, "REMEMBERED", 2)
    many = TokenBuckets(Rate(1.0, 1.0))
    for whose in ("a", "a", "b", "a", "c"):
        many.take(whose, 1.0, 0.0)
    assert not many.take("a", 1.0, 0.0)
    assert many.take("b", 1.0, 0.0)


def test_a_burst() -> None:
    """A burst as large as the bucket costs no waiting; what goes beyond does."""
    budget = TokenBucket(Rate(16_384, 131_072), 0.0)
    assert budget.spend(131_072, 0.0) == 0
    assert budget.spend(16_384, 0.0) == 1
    assert budget.spend(0, 0.5) == 0.5
    assert budget.spend(0, 1.0) == 0


def test_a_long_pause() -> None:
    """A pause fills the bucket and no more."""
    budget = TokenBucket(Rate(10, 100), 0.0)
    assert budget.spend(100, 1_000_000.0) == 0
    assert budget.spend(10, 1_000_000.0) == 1


@given(st.lists(st.integers(0, 4096), max_size=200))
def test_the_rate_holds(counts: list[int]) -> None:
    """Whoever waits as told sends no more than the bucket and the rate allow."""
    budget, now, sent = TokenBucket(Rate(1000, 5000), 0.0), 0.0, 0
    for count in counts:
        now += budget.spend(count, now)
        sent += count
    assert sent <= 5000 + 1000 * now + 1e-6
