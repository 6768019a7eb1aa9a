"""What is said of connections: everything that happens, and no flood."""

import logging

import pytest

from server.fronts.peers import LOGGED, ConnectionLog


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
