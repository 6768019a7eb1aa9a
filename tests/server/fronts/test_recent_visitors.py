"""Who was here lately is known again: for a while, not too often, and only so many."""

from typing import Final

from server.fronts.peers import ADDRESSES, LATELY, PEOPLE_OF_ONE, RETURNS, RecentVisitors
from server.host.limits import Rate

ROOMY: Final = Rate(1e6, 1e6)
"""Arrivals without a limit."""


def test_who_comes_back_is_known() -> None:
    """The first time nobody is; then they are, at the same address, for as long as they are here and a while longer."""
    regulars = RecentVisitors(ROOMY)
    assert not regulars.enter("a", "ann", 0.0)
    assert not regulars.enter("b", "ann", 0.0)
    assert not regulars.enter("a", "ben", 0.0)
    assert regulars.enter("a", "ann", 5 * LATELY)
    for _ in range(2):
        regulars.leave("a", "ann", 5 * LATELY)
    assert regulars.enter("a", "ann", 6 * LATELY)
    regulars.leave("a", "ann", 6 * LATELY)
    assert not regulars.enter("a", "ann", 7 * LATELY + 1)


def test_people_of_an_address_are_counted() -> None:
    """Those who are here or were here lately count, and others do not."""
    regulars = RecentVisitors(ROOMY)
    for who in ("ann", "ben"):
        regulars.enter("a", who, 0.0)
    regulars.leave("a", "ben", 0.0)
    assert (regulars.count("a", LATELY), regulars.count("b", LATELY)) == (2, 0)
    assert regulars.count("a", LATELY + 1) == 1


def test_nobody_comes_back_too_often() -> None:
    """So many times in a burst, then as time passes."""
    regulars = RecentVisitors(ROOMY)
    assert [regulars.enter("a", "ann", 0.0) for _ in range(7)] == [False, *[True] * int(RETURNS.at_once), False, False]
    assert regulars.enter("a", "ann", 15.1)
    assert not regulars.enter("a", "ann", 15.2)


def test_only_so_many_are_remembered() -> None:
    """Of one address, and addresses; the one longest away is forgotten first, and nobody who is connected."""
    regulars = RecentVisitors(ROOMY)
    for number in range(PEOPLE_OF_ONE + 1):
        regulars.enter("a", f"person {number}", 0.0)
        if number:
            regulars.leave("a", f"person {number}", float(number))
    assert regulars.count("a", 0.0) == PEOPLE_OF_ONE
    assert regulars.enter("a", "person 0", 0.0)
    assert not regulars.enter("a", "person 1", 0.0)
    assert regulars.enter("a", f"person {PEOPLE_OF_ONE}", 0.0)
    for number in range(ADDRESSES):
        regulars.enter(f"address {number}", "ann", 0.0)
    assert not regulars.count("a", 0.0)
    regulars.leave("a", "ann", 0.0)


def test_a_return_is_no_arrival() -> None:
    """Who returns gives back the arrival that was counted; of those known, so many may arrive in advance."""
    regulars = RecentVisitors(Rate(1e-9, 2.0))
    for _ in range(int(RETURNS.at_once) + 1):
        assert regulars.arrive("a", 0.0)
        regulars.enter("a", "ann", 0.0)
    assert regulars.arrive("a", 0.0)
    assert not regulars.arrive("a", 0.0)
    assert regulars.arrive("a", 0.0, credit=1.0)
