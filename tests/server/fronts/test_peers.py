"""Peers: their addresses, who was here recently, and the log of connections."""

import logging
from typing import Final

import pytest

from server.fronts.peers import (
    ADDRESSES,
    LATELY,
    LOGGED,
    PEOPLE_OF_ONE,
    ConnectionLog,
    RecentVisitors,
)
from server.host.limits import Rate

ROOMY: Final = Rate(1e6, 1e6)  # Arrivals without a limit.


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


def test_a_flood_of_lines(caplog: pytest.LogCaptureFixture) -> None:
    """Too many lines are left out, and how many is said with the next one."""
    now = 0.0
    caplog.set_level(logging.INFO)
    journal = ConnectionLog(clock=lambda: now)
    for number in range(1000):
        journal.warning("attack %d", number)
    assert len(caplog.messages) == LOGGED.at_once
    now = 1.0
    journal.info("peace")
    assert caplog.messages[-2:] == ["900 lines about connections were left out", "peace"]


def test_refused_connections(caplog: pytest.LogCaptureFixture) -> None:
    """Of refused connections a line is written once a minute, with how many more there were."""
    now = 0.0
    caplog.set_level(logging.WARNING)
    journal = ConnectionLog(clock=lambda: now)
    for number in range(3):
        journal.refusal(f"10.0.0.{number}", "full")
    now = 61.0
    journal.refusal("10.0.0.9", "full")
    assert caplog.messages == [
        "a connection from 10.0.0.0 is refused: full",
        "a connection from 10.0.0.9 is refused: full; 2 more were refused since the last such line",
    ]


def test_a_mistake_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    """A mistake comes with where it was made, and with nothing that a terminal would obey."""
    ConnectionLog().fault(ValueError("five\x1b]0;title\x07"), "connection %d", 7)
    assert caplog.records[0].levelno == logging.ERROR
    assert caplog.messages == ["connection 7\nValueError: five]0;title"]
