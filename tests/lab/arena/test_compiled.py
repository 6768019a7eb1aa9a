"""A command that gains by compiled functions starts once more with them."""

import os
import sys
from importlib.machinery import ModuleSpec

import pytest

from games.chwech.kernel.compiling import ASKED
from lab.arena import compiled
from lab.arena.compiled import start_again_compiled

Call = tuple[str, list[str], dict[str, str]]


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    """Give what would have been started; numba seems to be there."""
    calls: list[Call] = []
    monkeypatch.delenv(ASKED, raising=False)
    monkeypatch.setattr(compiled, "find_spec", lambda name: ModuleSpec(name, None))
    monkeypatch.setattr(os, "execve", lambda path, argv, environment: calls.append((path, argv, environment)))
    monkeypatch.setattr(sys, "orig_argv", ["python", "-m", "lab.arena"])
    return calls


def test_a_champion_has_the_command_start_again(starts: list[Call]) -> None:
    """The same command with the same options, asking for compiled functions."""
    start_again_compiled(["champion:bold", "steady"])
    ((path, argv, environment),) = starts
    assert (path, argv[1:]) == (sys.executable, ["-m", "lab.arena"])
    assert environment[ASKED] == "1"


def test_nothing_starts_again_without_need(starts: list[Call], monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for other bots, not a second time, not without numba."""
    start_again_compiled(["strong", "steady"])
    monkeypatch.setenv(ASKED, "1")
    start_again_compiled(["champion"])
    monkeypatch.delenv(ASKED)
    monkeypatch.setattr(compiled, "find_spec", lambda _: None)
    start_again_compiled(["champion"])
    assert starts == []
