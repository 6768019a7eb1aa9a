"""The command ``rankings``: who plays best on this machine, also while a server uses its files."""

import asyncio
import sys
from pathlib import Path

import pytest

from server.__main__ import main
from server.storage.sqlite import open_store
from server.storage.store import Brief, FinishedGame
from server.tables.heading import Player
from server.tables.ladder import Ladder
from server.tables.ratings import RatedGame, Side

LADDER = Ladder("chwech", "revised")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the usual data directory, with one rated game in it."""
    monkeypatch.setenv("CHWECH_DATA", str(tmp_path / "a b?"))

    async def keep() -> None:
        store = open_store(tmp_path / "a b?")
        await store.append("1", 0, b"1", Brief(b"", live=False))
        await store.file(FinishedGame(1, "1", 1.0, b""), frozenset(), "")
        sides = tuple(Side((Player("", level),), place) for place, level in ((1, "strong"), (2, "steady")))
        assert await store.rate(1, RatedGame(LADDER, sides))
        await store.close()

    asyncio.run(keep())
    return tmp_path / "a b?"


def test_rankings_are_listed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each ruleset of the game, the best player first."""
    assert main(["rankings"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "chwech, ruleset=revised"
    assert [line.split()[1] for line in printed[2:4]] == ["strong", "steady"]
    assert printed[-1].startswith("?: provisional")
    assert "chwech, ruleset=original" in printed
    assert main(["rankings", "forty-five", "--data", str(data)]) == 0
    assert capsys.readouterr().out == "forty-five\nNobody has played a rated game yet.\n"


def test_a_narrow_terminal_has_all_words(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is too long for it goes on in the next line."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["rankings", "revised"]) == 0
    assert all(len(line) <= 40 for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["orignal"], "chwech rankings: there is no 'orignal' here: did you mean original?\n"),
        (
            ["--data", "/nowhere"],
            "chwech rankings: no games are kept in /nowhere: name the right directory with --data\n",
        ),
    ],
)
def test_what_is_wrong_is_said(data: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, with status 2, and nothing is made."""
    assert main(["rankings", *words]) == 2
    assert capsys.readouterr().err == said
