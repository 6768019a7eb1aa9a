"""``python -m lab.arena``: the same deals for every bot, errors that are honest, and contests that go on."""

import json
import signal
from pathlib import Path

import pytest

from games.registry import GAMES
from lab.arena.__main__ import main
from lab.arena.contest import Contest
from server.tables.position import replay

SHORT = ["--bots", "steady,random", "--players", "4", "--seed", "a"]


def result(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    """Play a contest and give its result for programs."""
    assert main([*SHORT, "--json", *more]) == 0
    read: dict[str, object] = json.loads(capsys.readouterr().out)
    return read


def test_it_tells_who_is_ahead_and_how_surely(capsys: pytest.CaptureFixture[str]) -> None:
    """Scores, first places, ratings, the lead of each over each other, and a range for the first."""
    assert main([*SHORT, "--deals", "12", "--duplicate"]) == 0
    said = capsys.readouterr().out
    assert [line.split()[0] for line in said.splitlines() if line.startswith(("steady", "random"))][:2] == [
        "steady",
        "random",
    ]
    assert "steady leads the others by +" in said
    assert "12 deals, each played 4 times" in said


def test_programs_read_the_lead_and_its_error(capsys: pytest.CaptureFixture[str]) -> None:
    """``diff`` is the first named against the mean of the rest; the same seed gives the same, also by two processes."""
    told = result(capsys, "--deals", "6", "--duplicate")
    assert told == result(capsys, "--deals", "6", "--duplicate", "--jobs", "2")
    assert told["bots"] == ["steady", "random", "random", "random"]
    assert isinstance(told["diff"], float)
    assert isinstance(told["se"], float)
    assert told["diff"] > told["se"] > 0
    assert told["leads"] == [{"of": "steady", "over": "random", "diff": told["diff"], "se": told["se"]}]


def test_without_turning_seats_each_deal_is_played_once(capsys: pytest.CaptureFixture[str]) -> None:
    """So the errors are larger for as many deals, but there are fewer games."""
    assert main([*SHORT, "--deals", "4"]) == 0
    assert capsys.readouterr().out.endswith("\n4 deals\n")


def test_every_game_can_be_contested(capsys: pytest.CaptureFixture[str]) -> None:
    """By the first deals of games, or by whole ones."""
    shared = ["--bots", "steady,random", "--seed", "a", "--players", "5", "twenty-five", "--deals", "3"]
    assert main(shared) == main([*shared, "--whole"]) == 0
    deal, game = capsys.readouterr().out.split("3 deals\n")[:2]
    scores = [max(float(line.split()[1]) for line in said.splitlines()[1:3]) for said in (deal, game)]
    assert scores[0] < 25 / 3 < scores[1]


def test_in_a_game_of_sides_the_first_bot_has_a_side(capsys: pytest.CaptureFixture[str]) -> None:
    """A deal is played as often as the bots can sit in another way."""
    assert main([*SHORT, "durak-teams", "--option", "losses=1", "--deals", "1", "--duplicate"]) == 0
    assert "1 deal, each played 2 times" in capsys.readouterr().out


def test_a_contest_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is kept is not played again; a line that was cut off is; and the seed comes from the file."""
    kept = tmp_path / "kept"
    whole = result(capsys, "--deals", "5")
    result(capsys, "--deals", "3", "--keep", str(kept))
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 4
    kept.write_bytes(b"".join(lines[:3]) + lines[3][:10])
    assert main(["--bots", "steady,random", "--players", "4", "--json", "--deals", "5", "--keep", str(kept)]) == 0
    assert json.loads(capsys.readouterr().out) == whole
    assert len(kept.read_bytes().splitlines()) == 6


def test_records_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One for each time that a deal was played; the hands are the same each time."""
    out = tmp_path / "records"
    assert main([*SHORT, "--deals", "1", "--duplicate", "--out", str(out)]) == 0
    records = out.read_text().splitlines()
    assert len(records) == 4
    assert all(list(replay(GAMES["chwech"], record)) for record in records)
    assert len({str(json.loads(record)["deals"][0]["hands"]) for record in records}) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bots", "steady"], "name two different ones at least"),
        (["--bots", "steady,clever"], "there is no bot 'clever', there are steady, strong, champion, easy, random"),
        (["--bots", "steady,random,steady,random,random"], "5 are named for players=4: leave some out"),
        (["--bots", "steady,random", "--deals", "0"], "--deals"),
        (["--bots", "steady,random", "--out", "/nowhere/at/all"], "'/nowhere/at/all': No such file or directory"),
        (["--bots", "steady,random", "--keep", "/nowhere/at/all"], "'/nowhere/at/all': No such file or directory"),
        (["--bots", "steady,random", "--keep", "a\0b"], "embedded null byte"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The line says what is wrong and what would be right."""
    assert main(["--players", "4", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no contest\n", "this is no file of a contest, or a damaged one"),
        (b"\xff\xfe\n", "this is no file of a contest, or a damaged one"),
        (b'{"setup":{},"bots":["steady"],"seed":"a"}\n', "another contest is kept there"),
    ],
)
def test_a_file_of_something_else_is_left_alone(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is played, and nothing in it is changed."""
    kept = tmp_path / "kept"
    kept.write_bytes(content)
    assert main([*SHORT, "--keep", str(kept)]) == 2
    assert said in capsys.readouterr().err
    assert kept.read_bytes() == content


def test_missing_deals_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that lacks a line in the middle cannot be gone on with."""
    kept = tmp_path / "kept"
    result(capsys, "--deals", "3", "--keep", str(kept))
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(lines[0] + lines[1] + lines[3])
    assert main([*SHORT, "--keep", str(kept)]) == 2
    assert "deals are missing there" in capsys.readouterr().err


def test_what_was_played_is_told_when_it_is_interrupted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit status says that it did not come to its end."""
    plays = "lab.arena.__main__.play_contest"

    def interrupted(contest: Contest, first: int, last: int, jobs: int):  # type: ignore[no-untyped-def]  # noqa: ANN202
        from lab.arena.contest import play_round

        for deal in range(first, last + 1):
            signal.raise_signal(signal.SIGINT)
            yield play_round(contest, deal)

    monkeypatch.setattr(plays, interrupted)
    assert main([*SHORT, "--deals", "50"]) == 130
    assert "1 deal" in capsys.readouterr().out
