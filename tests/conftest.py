"""What takes long in all tests: coverage is measured where the bars need it, and the garbage collector walks little.

Measured code takes several times as long. So a test is measured if it stands beside a part that is, and in this process
alone: ``make test`` measures the parts that their own tests cover whole, and ``make coverage`` measures all. Never
measured are tests of everything together, nor properties, whose examples may differ each time, nor tests marked
``no_cover``, whose lines others run.

Children that tests start have the usual signals, also where whoever runs the tests has silenced some.
"""

import gc
import os
import signal
from collections.abc import Callable, Generator
from threading import Event

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
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


@pytest.fixture(autouse=True)
def _own_language() -> Generator[None]:
    """Forget in which language a command of a test has begun to speak."""
    # What is imported before coverage is measured would not count.
    from protocol import language

    # A program never falls silent again, so nothing else can undo it.
    before = language._reader.set(None)  # type: ignore[arg-type]
    yield
    language._reader.reset(before)


_unfrozen = Event()  # Set once a test has taken all objects into collections again.

MIRRORS = tuple(
    f"tests/{part}" for part in ("protocol/", "games/", "server/", "chwech_tui/", "lab/", "test_command.py")
)
"""What mirrors the source; everything else in this folder plays many games or starts processes."""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """End what has begun to measure a worker too early: there pytest-cov begins twice, and would pause only once."""
    while hasattr(session.config, "workerinput") and (early := Coverage.current()) is not None:
        early.stop()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Let one worker alone measure what is run when the files are loaded: all of them load the same."""
    worker = getattr(session.config, "workerinput", {"workerid": "gw0"})["workerid"]
    idle = Coverage.current() if worker != "gw0" else None
    if idle is not None:
        idle.stop()
    found = yield
    if idle is not None:
        idle.start()
    return found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Measure no test that stands elsewhere than what is measured, or draws its examples."""
    parts = [part for part in config.getoption("cov_source", []) if isinstance(part, str)]
    places = tuple(f"tests/{part}/" for part in parts) or MIRRORS
    for item in items:
        drawn = isinstance(item, pytest.Function) and getattr(item.function, "is_hypothesis_test", False)
        if drawn or not item.nodeid.startswith(places):
            item.add_marker(pytest.mark.no_cover)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Make what such a test is given without measuring it: pytest-cov leaves out the test alone."""
    return (yield from _unmeasured(item))


def pytest_collection_finish() -> None:
    """Let collections pass over some 500,000 objects of the loaded tests: tests of memory ask for many of them."""
    gc.unfreeze = _unfreeze
    _freeze()


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Unmake it so too, and pass over objects again after a file in which a server has given its memory back."""
    yield from _unmeasured(item)
    if nextitem is not None and nextitem.path != item.path and _unfrozen.is_set():
        _freeze()


def _unmeasured(item: pytest.Item) -> Generator[None]:
    """Measure nothing meanwhile if the test is not measured."""
    paused = Coverage.current() if item.get_closest_marker("no_cover") else None
    if paused is not None:
        paused.stop()
    try:
        yield
    finally:
        if paused is not None:
            paused.start()


def _freeze() -> None:
    """Exclude all present objects from collections."""
    gc.collect()
    gc.freeze()
    _unfrozen.clear()


def _unfreeze(real: Callable[[], None] = gc.unfreeze) -> None:
    """Take all objects into collections again, and note it: to count those that are excluded walks all of them."""
    real()
    _unfrozen.set()
