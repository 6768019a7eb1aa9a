"""What takes long in all tests: coverage is measured where the bars need it, and the garbage collector walks little.

Measured code takes several times as long. So the tests beside each part measure it, in this process: no child that a
test starts is measured, nor are tests of everything together, nor tests marked ``no_cover``, whose lines others run.

Children that tests start have the usual signals, also where whoever runs the tests has silenced some.
The profile ``soak`` of Hypothesis is for ``make soak``: with it the laws of the games are tried much longer.
"""

import gc
import os
import signal
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("tests"))
settings.load_profile("tests")

# A shell's background job or `nohup` ignores some signals, and so would every child.
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if number is signal.SIGINT else signal.SIG_DFL)

# The tests read English, whatever is spoken where they run.
for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
    if os.environ.get(variable, "").startswith("cy"):
        os.environ[variable] = "C.UTF-8"

# They read what a server says as people do, though not at a terminal.
os.environ["CHWECH_LOG"] = "text"

HERE = Path(__file__).parent

MEASURED = ("protocol", "server", "chwech_tui", "test_command.py")
"""What mirrors the source; everything else in this folder plays many games or starts processes."""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """End what has begun to measure a worker too early: there pytest-cov begins twice, and would pause only once."""
    while hasattr(session.config, "workerinput") and (early := Coverage.current()) is not None:
        early.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure no test that does not belong to one part of the source."""
    for item in items:
        if item.path.relative_to(HERE).parts[0] not in MEASURED:
            item.add_marker(pytest.mark.no_cover)


def pytest_collection_finish() -> None:
    """Let collections pass over some 500,000 objects of the loaded tests: tests of memory ask for many of them."""
    _freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Do so again after a file in which a server has given its memory back; to ask that takes milliseconds."""
    if nextitem is not None and nextitem.path != item.path and gc.get_freeze_count() == 0:
        _freeze()


def _freeze() -> None:
    """Exclude all present objects from collections."""
    gc.collect()
    gc.freeze()
