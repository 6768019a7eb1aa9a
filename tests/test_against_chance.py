"""The measurements of the bots run: their smallest, with the rows that they print."""

import pytest

from games.registry import GAMES
from tests.bench import against_chance, bots
from tests.bench.against_chance import TABLES, Result, Table, row, rows


def test_every_other_game_is_measured() -> None:
    """There is a table of each game but Chwech, which is measured elsewhere, none of a size that it does not have."""
    assert {table.game for table in TABLES} == {*GAMES} - {"chwech"}
    assert all(table.players in GAMES[table.game].players for table in TABLES)


def test_a_side_is_measured_against_the_other() -> None:
    """Partners are bots of one level, and sides change from game to game; alone, so do the seats."""
    sides, alone = Table("roque", 4, 10, sides=2), Table("bete", 3, 10, "strong")
    assert [sides.seated(number) for number in (1, 2)] == [
        ("random", "steady", "random", "steady"),
        ("steady", "random", "steady", "random"),
    ]
    assert [alone.seated(number).index("strong") for number in (1, 2, 3)] == [1, 2, 0]
    assert [sides.par, alone.par] == [1 / 2, 1 / 3]
    assert sides._replace(others="easy").seated(2) == ("steady", "easy", "steady", "easy")


def test_a_row_tells_how_far_above_par() -> None:
    """From par, 25 %, to all games 80 % of the way is 85 %."""
    told = row(Table("bete", 4, 200, "strong"), 200, Result(0.85, 0.025, 0.0223))
    assert told == "| `bete` | 4 | `strong` | 200 | 25% | 85.0% ± 2.5% | 80% | 22.3 ms |"


@pytest.mark.no_cover
def test_the_measurement_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game is played at each table asked for."""
    monkeypatch.setattr(against_chance, "TABLES", (Table("roque", 4, 10, sides=2), Table("bete", 3, 10)))
    (line,) = rows(0.01, "roque")
    assert line.startswith("| `roque` | 4 | `steady` | 1 | 50% | ")


@pytest.mark.no_cover
def test_the_measurement_of_bots_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Two deals of a bar are played and told, and a bar out of reach is missed."""
    near, far = bots.BARS[0]._replace(lead=-99), bots.BARS[0]._replace(lead=99)
    monkeypatch.setattr(bots, "BARS", (near, far))
    monkeypatch.setattr(bots, "JOBS", 1)
    monkeypatch.setattr(bots, "first_in_games", lambda _: 1.0)
    assert bots.main(0.001) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "held" in lines[1]
    assert "MISSED" in lines[2]
