"""What takes long in all tests: coverage is measured where the bars need it, and the garbage collector walks little.

Measured code takes several times as long. So the tests beside each part measure it, in this process: no child that a
test starts is measured, nor are tests of everything together, nor properties, whose examples may differ each time, nor
tests marked ``no_cover`` and files named here, whose lines others run. What must be covered whole is measured in every
case of a test, all else in the first one.

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

MEASURED = ("protocol", "games", "server", "chwech_tui", "lab", "test_command.py")
"""What mirrors the source; everything else in this folder plays many games or starts processes."""


WHOLE = ("protocol/", "games/", "server/tables/")
"""What is covered whole, or by a case for each game, so that each case of a test may be needed."""

UNMEASURED = (
    "games/test_words.py",
    "chwech_tui/test_bot_session.py",
    "chwech_tui/drawing/test_line.py",
    "chwech_tui/drawing/test_plan.py",
    "chwech_tui/drawing/test_rows.py",
    "chwech_tui/games/test_several.py",
    "chwech_tui/screens/test_cursor.py",
    "chwech_tui/screens/test_direct.py",
    "chwech_tui/screens/test_pace.py",
    "chwech_tui/screens/test_settings.py",
    "chwech_tui/screens/test_surface.py",
    "chwech_tui/test_app.py",
    "chwech_tui/test_ascii.py",
    "chwech_tui/test_deleting.py",
    "chwech_tui/test_hand_screens.py",
    "chwech_tui/test_language.py",
    "chwech_tui/test_look.py",
    "chwech_tui/test_menus.py",
    "lab/research/test_numbering.py",
    "lab/research/test_state.py",
    "protocol/test_golden_frames.py",
    "games/chwech/test_features.py",
    "games/chwech/test_position.py",
    "games/chwech/test_trick.py",
    "server/fronts/ssh/test_attacks_audit.py",
    "server/fronts/test_freed.py",
    "server/host/daily/test_secrecy.py",
    "server/host/test_freed.py",
    "server/host/test_playing.py",
    "server/host/test_repeats.py",
    "server/host/test_replays.py",
    "server/host/test_watching.py",
    "server/host/test_workers.py",
    "games/chwech/test_play.py",
    "server/storage/test_damage.py",
    "server/tournaments/test_pairing.py",
)
"""Files of long tests: what they run, and what takes long about it, is run by the files beside them too."""


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure no test whose lines others run."""
    begun: set[str] = set()
    for item in items:
        place, test = item.nodeid.partition("::")[0].removeprefix("tests/"), item.nodeid.partition("[")[0]
        again = test in begun and not place.startswith(WHOLE)
        drawn = isinstance(item, pytest.Function) and getattr(item.function, "is_hypothesis_test", False)
        if place.partition("/")[0] not in MEASURED or place in UNMEASURED or again or drawn:
            item.add_marker(pytest.mark.no_cover)
        begun.add(test)


def pytest_collection_finish() -> None:
    """Let collections pass over some 500,000 objects of the loaded tests: tests of memory ask for many of them."""
    gc.unfreeze = _unfreeze
    _freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Do so again after a file in which a server has given its memory back."""
    if nextitem is not None and nextitem.path != item.path and _unfrozen.is_set():
        _freeze()


def _freeze() -> None:
    """Exclude all present objects from collections."""
    gc.collect()
    gc.freeze()
    _unfrozen.clear()


def _unfreeze(real: Callable[[], None] = gc.unfreeze) -> None:
    """Take all objects into collections again, and note it: to count those that are excluded walks all of them."""
    real()
    _unfrozen.set()
