"""``python -m lab.positions``: positions are legal, levels are judged by them, and ends of deals are solved."""

from pathlib import Path

import pytest
from msgspec import Raw, json

from games.kit.records import decoded, run_at, up_to
from games.registry import GAMES
from lab.positions.__main__ import main
from lab.positions.library import InvalidPosition, games, problems
from lab.positions.maker import Search, find, written
from protocol.setup import Setup
from server.simulation.series import Series, play_game

HEAD = "players = 5\n\n"


def test_every_position_can_be_reached_and_has_a_reason() -> None:
    """The right answers are some of those that are legal, and the reason is a sentence."""
    for game in games():
        for problem in problems(game):
            assert problem.position.reason.endswith("."), f"{game} {problem.number}"


def test_a_level_is_asked_and_what_it_misses_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for the level, then one with the reason for each position that it gets wrong."""
    assert main(["twenty-five", "--first", "3", "--seeds", "1", "--level", "random"]) == 0
    head, *rest = capsys.readouterr().out.splitlines()
    assert "of 3" in head
    assert len(rest) == 3 - int(head.split()[2])


def test_what_is_found_can_be_put_into_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    """It is read again as it was; in the last tricks and before them alike."""
    for late in (True, False):
        found = next(find(Search("spoil-five", 3, worlds=12, late=late), "a"))
        told = f"players = 3\n{written(found)}"
        [problem] = problems("spoil-five", told)
        assert problem.right == set(found.position.right.split(", "))
        with pytest.raises(InvalidPosition, match="right or wrong must be some of"):
            [*problems("spoil-five", told.replace("right = ", "wrong = '2C'\nright = "))]
    assert main(["spoil-five", "--players", "3", "--find", "1", "--worlds", "4"]) == 0
    assert capsys.readouterr().out.startswith("# ")


def test_a_complaint_becomes_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a game of several deals as well, with the seat that was asked; what it played is the wrong answer."""
    for game, players in (("twenty-five", 3), ("roque", 4), ("bete", 3)):
        record = play_game(Series(Setup(game, players), ("easy",) * players, "a"), 1).record.decode()
        deals = decoded(record.encode()).deals
        number = min(2, len(deals))
        runs = [run_at(record, number, place, GAMES) for place in range(len(deals[number - 1].actions))]
        place = max(place for place, run in enumerate(runs) if run and len(run.legal(next(iter(run.asks.asked)))) > 1)
        run, (seat, choice) = runs[place], deals[number - 1].actions[place]
        assert run is not None
        told = {"record": Raw(up_to(run)), "seat": seat, "choice": choice, "bot": "easy:even", "by": "Ann"}
        file = tmp_path / game
        file.write_bytes(json.encode(told))
        assert main(["--complaints", str(file)]) == 0
        head, _line, written = capsys.readouterr().out.partition("\n")
        assert head.startswith(f"# easy:even played {choice}, which Ann found stupid; it held ")
        [problem] = problems(game, f"players = {players}\n{written}")
        assert (problem.seat, problem.position.wrong) == (seat, choice)
        assert problem.run.table.hands == run.table.hands


@pytest.mark.parametrize(
    "game",
    [
        "twenty-five",
        "bete",
        *(pytest.param(one, marks=pytest.mark.long) for one in ("auction-forty-fives", "roque", "roque-three")),
    ],
)
def test_levels_give_away_points_in_the_last_tricks(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same choices for all levels, against what the solver finds best with all cards seen."""
    table = ["--players", str(min(GAMES[game].players))]
    assert main([game, *table, "--given-away", "2", "--level", "random", "--level", "easy"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert "2 deals" in head
    assert all(float(line.split()[3]) >= 0 for line in lines)
