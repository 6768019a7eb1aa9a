"""What is compiled where numba is there and asked for, and what the functions take otherwise."""

import importlib
import sys
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace

import pytest

from games.chwech.kernel import compiling


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], ModuleType]]:
    """Give a way to load the module once more; afterwards it is as before."""
    yield lambda: importlib.reload(compiling)
    monkeypatch.undo()
    importlib.reload(compiling)


def njit(**options: object) -> Callable[[Callable[..., object]], tuple[str, object]]:
    """Do as numba's decorator does, and remember with what."""
    return lambda function: (getattr(function, "__name__", ""), tuple(sorted(options)))


def test_functions_are_compiled_where_that_is_asked_for(
    fresh: Callable[[], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the variable set and numba there each kind of function is compiled in its way, and numbers are arrays."""
    monkeypatch.setitem(sys.modules, "numba", SimpleNamespace(njit=njit))
    monkeypatch.setenv(compiling.ASKED, "1")
    module = fresh()
    assert module.COMPILED
    assert module.compiled(len) == ("len", ("cache", "nogil"))
    assert module.compiled_loosely(len) == ("len", ("cache", "fastmath", "nogil"))
    assert module.inlined(len) == ("len", ("cache", "inline"))
    assert module.whole_numbers(range(3)).tolist() == [0, 1, 2]
    assert module.cells(2).tolist() == [0, 0]


@pytest.mark.parametrize(("asked", "numba"), [("1", None), ("", SimpleNamespace(njit=njit))])
def test_functions_stay_as_they_are_otherwise(
    fresh: Callable[[], ModuleType], monkeypatch: pytest.MonkeyPatch, asked: str, numba: object
) -> None:
    """Without numba, or without being asked, nothing is compiled, and numbers are lists."""
    monkeypatch.setitem(sys.modules, "numba", numba)
    monkeypatch.setenv(compiling.ASKED, asked)
    module = fresh()
    assert not module.COMPILED
    assert module.compiled(len) is module.compiled_loosely(len) is module.inlined(len) is len
    assert (module.whole_numbers(range(3)), module.cells(2)) == ([0, 1, 2], [0, 0])


def test_a_set_is_counted_alike_both_ways() -> None:
    """The count that is compiled is that of Python's own."""
    assert all(compiling._count(places) == places.bit_count() for places in (0, 1, 2**62, 2**63 - 1, 0b10110))
