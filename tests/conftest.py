"""Coverage is measured once in each process; else tests that are marked ``no_cover`` would be measured all the same."""

import os

import pytest
from coverage import Coverage


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Let no worker measure itself as other children do: pytest-cov measures it."""
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """End what has begun to measure a worker too early: there pytest-cov begins twice, and would pause only once."""
    while hasattr(session.config, "workerinput") and (early := Coverage.current()) is not None:
        early.stop()
