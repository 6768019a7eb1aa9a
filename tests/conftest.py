"""What takes long, and where: coverage is measured once in each process, and not at all in tests marked ``no_cover``.

Children that tests start have the usual signals, also where whoever runs the tests has silenced some.

Measured code takes several times as long: a test that plays many games is marked so where others run all its lines.
The profile ``soak`` of Hypothesis is for ``make soak``: with it the laws of the games are tried much longer.
"""

import gc
import os
import signal

import pytest
from coverage import Coverage
from hypothesis import settings

settings.register_profile("soak")

# A shell's background job or `nohup` ignores some signals, and so would every child.
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if number is signal.SIGINT else signal.SIG_DFL)

HOW = "COVERAGE_PROCESS_CONFIG"
"""What tells a child process to measure itself, and how."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Let no worker measure itself as other children do: pytest-cov measures it."""
    os.environ.pop(HOW, None)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """End what has begun to measure a worker too early: there pytest-cov begins twice, and would pause only once."""
    while hasattr(session.config, "workerinput") and (early := Coverage.current()) is not None:
        early.stop()


@pytest.fixture(autouse=True)
def _unmeasured_children(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the children of a test that is not measured go unmeasured too."""
    if request.node.get_closest_marker("no_cover") is not None:
        monkeypatch.delenv(HOW, raising=False)


def pytest_collection_finish() -> None:
    """Let collections pass over some 500,000 objects of the loaded tests: tests of memory ask for many of them."""
    _freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Do so again after a test in which a server has given its memory back."""
    if gc.get_freeze_count() == 0:
        _freeze()


def _freeze() -> None:
    """Exclude all present objects from collections."""
    gc.collect()
    gc.freeze()
