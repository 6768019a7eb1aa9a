"""The commands ``history`` and ``rankings``, also while a server uses the files."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from chwech import main
from protocol.codec import Codec
from protocol.rating import Ladder
from protocol.setup import Setup
from protocol.table import TablePhase
from server.defaults import DATABASE_NAME
from server.simulation.series import Series, play_game
from server.storage.sqlite import open_store
from server.storage.store import Brief, FinishedGame
from server.tables.chairs import Chair
from server.tables.heading import Heading, Player
from server.tables.ratings import RatedGame, Side

RECORDS = [
    play_game(Series(Setup(players=4, options={"deals": 1}), ("random",) * 4, "kept"), number) for number in (1, 2)
]
HEADING = Heading(
    code="calm-river",
    opened_at=1_790_000_000.0,
    setup=Setup(players=4, options={"deals": 1}),
    phase=TablePhase.OVER,
    chairs=(
        Chair("Siân", account="a"),
        Chair("Nia", bot="steady"),
        Chair("Rhys", bot="steady"),
        Chair("Owain", bot="steady"),
    ),
    summary="",
    maker="a",
    totals=(9, 81, 9, 0),
)
CODEC = Codec()


def keep(data: Path, *entries: bytes) -> None:
    """File games in a data directory, each with what is known of it at a glance."""

    async def file() -> None:
        store = open_store(data)
        for number, entry in enumerate(entries, start=1):
            await store.append(f"{number}", 0, b"1", Brief(b"", live=False))
            game = FinishedGame(number, f"{number}", 1_790_000_000.0 + number, entry)
            await store.file(game, frozenset("a"), RECORDS[number - 1].record.decode())
        await store.close()

    asyncio.run(file())


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the usual data directory, with two games in it."""
    monkeypatch.setenv("CHWECH_DATA", str(tmp_path / "a b?"))
    keep(tmp_path / "a b?", CODEC.pack(HEADING), CODEC.pack(replace(HEADING, code="old-oak", totals=(1, 2, 3, 4))))
    return tmp_path / "a b?"


def test_games_are_listed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The newest first, each with its number, its end, its table and its result; whoever shares a place, shares it."""
    assert main(["history"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "No.  Ended (UTC)       Game    Table       Result",
        "  2  2026-09-21 14:13  Chwech  old-oak     1. Owain (bot) 4, 2. Rhys (bot) 3, 3. Nia (bot) 2, 4. Siân 1",
        "  1  2026-09-21 14:13  Chwech  calm-river  1. Nia (bot) 81, 2. Siân 9, 2. Rhys (bot) 9, 4. Owain (bot) 0",
    ]


def on_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make standard output a terminal of this width."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(width))


def test_a_terminal_gets_lines_that_fit(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The result takes several lines, and a player and their score stay together."""
    on_terminal(80, monkeypatch)
    assert main(["history"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "No.  Ended (UTC)       Game    Table       Result",
        "  2  2026-09-21 14:13  Chwech  old-oak     1. Owain (bot) 4, 2. Rhys (bot) 3,",
        "                                           3. Nia (bot) 2, 4. Siân 1",
    ]


def test_a_narrow_terminal_gets_a_sentence_for_each_game(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Columns would leave no room for the result."""
    on_terminal(40, monkeypatch)
    assert main(["history"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "2. 2026-09-21 14:13: Chwech, old-oak, 1.",
        "Owain (bot) 4, 2. Rhys (bot) 3, 3. Nia",
        "(bot) 2, 4. Siân 1.",
    ]


def test_a_record_is_printed_and_holds(data: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """What is printed is what was filed, and the verifier agrees with it."""
    for number in (1, 2):
        assert main(["history", str(number), "--data", str(data)]) == 0
        out = capsysbinary.readouterr().out
        assert out == RECORDS[number - 1].record + b"\n"
        (tmp_path / "game.jsonl").write_bytes(out)
        assert main(["verify", str(tmp_path / "game.jsonl")]) == 0
        assert capsysbinary.readouterr().out.startswith(b"1 game holds: ")


def test_what_is_not_there_is_said(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown game, a directory without games, and one with none yet each have a sentence and a status."""
    assert main(["history", "7"]) == 1
    assert capsys.readouterr().err == f"chwech history: there is no game 7 in {data}: chwech history lists them\n"
    for command in (["history", "7"], ["history"]):
        assert main([*command, "--data", str(tmp_path)]) == 2
        assert f"no games are kept in {tmp_path}: name the right directory with --data" in capsys.readouterr().err
    keep(tmp_path)
    assert main(["history", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "No finished games here yet.\n"


@pytest.mark.parametrize(
    ("own", "words"), [(0, "by a newer version of this program: install that"), (99, "start chwech once")]
)
def test_a_directory_of_another_version(
    data: Path, own: int, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that this program would read wrongly is not read, and what to do is said."""
    monkeypatch.setattr("server.storage.archive.SCHEMA_VERSION", own)
    assert main(["history"]) == 2
    assert words in capsys.readouterr().err


def test_damage_is_said(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record, an entry or a file that cannot be read is a sentence, and no traceback."""
    with closing(sqlite3.connect(data / DATABASE_NAME, isolation_level=None)) as connection:
        connection.execute("UPDATE games SET record = x'00', entry = x'c1' WHERE game = 1")
    assert main(["history", "1"]) == 2
    assert "cannot read" in capsys.readouterr().err
    assert main(["history"]) == 2
    assert "holds a game that cannot be read" in capsys.readouterr().err
    for path in data.glob(f"{DATABASE_NAME}*"):
        path.write_bytes(b"no database at all" * 1000)
    assert main(["history"]) == 2
    said = f"cannot use {data / DATABASE_NAME}: file is not a database; restore a copy"
    assert said in capsys.readouterr().err


LADDER = Ladder("chwech", "revised")


@pytest.fixture
def rated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
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


def test_rankings_are_listed(rated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each ruleset of the game, the best player first."""
    assert main(["rankings"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "Chwech, revised rules"
    assert [line.split()[1] for line in printed[2:4]] == ["strong", "steady"]
    assert any(line.startswith("?: provisional") for line in printed)
    assert "Chwech, original rules" in printed
    assert main(["rankings", "forty-five", "--data", str(rated)]) == 0
    assert capsys.readouterr().out == "Forty-Five\nNobody has played a rated game yet.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["orignal"], "chwech rankings: there are no rankings of 'orignal': did you mean original?\n"),
        (
            ["--data", "/nowhere"],
            "chwech rankings: no games are kept in /nowhere: name the right directory with --data\n",
        ),
    ],
)
def test_what_is_wrong_is_said(rated: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, with status 2, and nothing is made."""
    assert main(["rankings", *words]) == 2
    assert capsys.readouterr().err == said
