"""How often something may be done."""

import pytest

from server.host import buckets
from server.host.bucket import Bucket
from server.host.buckets import Buckets


def test_a_bucket_fills_by_time() -> None:
    """What was taken comes back at the rate, and no more than the bucket holds."""
    bucket = Bucket(2.0, 3.0, 100.0)
    assert [bucket.take(1.0, 100.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0, 100.6) for _ in range(2)] == [True, False]
    assert [bucket.take(1.0, 999.0) for _ in range(4)] == [True, True, True, False]


def test_each_has_a_bucket_of_their_own() -> None:
    """What one takes is not taken from another."""
    many = Buckets(1.0, 1.0)
    assert [many.take(whose, 1.0, 0.0) for whose in ("a", "a", "b", "a", "b")] == [True, False, True, False, False]
    assert many.take("a", 1.0, 1.0)


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one longest away is forgotten first, however often it came before."""
    monkeypatch.setattr(buckets, "REMEMBERED", 2)
    many = Buckets(1.0, 1.0)
    for whose in ("a", "a", "b", "a", "c"):
        many.take(whose, 1.0, 0.0)
    assert not many.take("a", 1.0, 0.0)
    assert many.take("b", 1.0, 0.0)
