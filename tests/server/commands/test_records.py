"""The commands ``verify``, also for the line of a deal of the day, and ``review``."""

import gzip
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from chwech import main
from games.chwech import review as reviewing
from games.kit.deck import commitment
from games.kit.records import LONGEST
from games.kit.review import Pace
from games.registry import GAMES
from protocol.archive import ReviewPart, SeatReview, TurnReview
from protocol.daily import DailyResult, result_line
from protocol.language import speaking
from protocol.message import Seat
from protocol.setup import Setup
from protocol.text import text_width
from server.commands.records import deal_lines, game_lines
from server.host.daily_code import code_of, play_day, public_seed, result_of
from server.simulation.series import Series, play_game
from tests.games.chwech.any_net import SMALL, any_net
from tests.server.host.daily.player import DAY, STEADY

ROOT = Path(__file__).parents[3]
GOOD = play_game(Series(Setup(players=4, options={"deals": 1}), ("random",) * 4, "verify"), 1).record
WRONG = GOOD.replace(b'"complete":true', b'"complete":false')


def write(path: Path, *lines: bytes) -> Path:
    """Write a file of lines."""
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def test_what_was_checked_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """When all files hold they are counted; blank lines and line ends of other systems are no fault."""
    file = write(tmp_path / "good", GOOD, b"", GOOD + b"\r", GOOD)
    assert main(["verify", str(file), str(write(tmp_path / "one", GOOD))]) == 0
    assert capsys.readouterr() == ("4 games hold: 4 deals played again, 4 seeds checked against commitments\n", "")
    assert main(["verify", str(tmp_path / "one")]) == 0
    assert capsys.readouterr() == ("1 game holds: 1 deal played again, 1 seed checked against commitments\n", "")


@pytest.mark.parametrize("command", ["verify", "review"])
@pytest.mark.parametrize(
    ("content", "status", "words"),
    [
        (b"", 1, "there is no record in it"),
        (b" \n\n", 1, "there is no record in it"),
        (b"\xef\xbb\xbf", 1, "there is no record in it"),
        (gzip.compress(bytes(range(256)) * 9), 2, "it is no text: records are lines of JSON in UTF-8"),
        ("{}\n{}\n".encode("utf-16"), 2, "it is no text: records are lines of JSON in UTF-8"),
    ],
)
def test_a_file_that_holds_no_records_is_refused_in_one_line(
    content: bytes, status: int, words: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing was checked, which is no success, and the line says what the file is."""
    file = tmp_path / "file"
    file.write_bytes(content)
    assert main([command, str(file)]) == status
    assert capsys.readouterr() == ("", f"chwech {command}: {file}: {words}\n")


@pytest.mark.parametrize(
    ("device", "words"),
    [("/dev/full", b"chwech: the output cannot be written: No space left on device\n"), ("closed", b"")],
)
def test_an_output_that_fails_is_not_blamed_on_the_file(device: str, words: bytes, tmp_path: Path) -> None:
    """A full disk is told as such, and a reader that has gone ends it; no file counts as unreadable."""
    file = write(tmp_path / "bad", *[WRONG] * 3)
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") if device == "closed" else open(device, "wb") as out:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-P", "-m", "chwech", "verify", str(file)],
            stdout=out,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
            timeout=60,
        )
    assert done.returncode == 1
    assert done.stderr == words


def test_each_fault_is_one_line_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file, the line and where it can be the deal and the action are named."""
    out_of_turn = GOOD.replace(b'"actions":[[', b'"actions":[[9,"-"],[', 1)
    file = write(tmp_path / "bad", GOOD, WRONG, out_of_turn, b"\x1b[2J{")
    assert main(["verify", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{file}:2: complete: false is said, and the rules give true"
    assert lines[1].startswith(f"{file}:3: deal 1, action 1: ")
    assert lines[2].startswith(f"{file}:4: this is no JSON object of a game")
    assert len(lines) == 3
    assert "\x1b" not in "".join(lines)


@pytest.mark.no_cover
def test_the_game_is_read_from_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file may hold games of all kinds; one that nobody knows is a fault of its line."""
    players = {name: min(game.players) for name, game in GAMES.items()}
    lines = [
        play_game(Series(Setup(name, number), ("random",) * number, "verify"), 1).record
        for name, number in players.items()
    ]
    assert main(["verify", str(write(tmp_path / "good", *lines))]) == 0
    assert capsys.readouterr().out.startswith(f"{len(GAMES)} games hold: ")
    file = write(tmp_path / "bad", lines[-1].replace(b'"game":"', b'"game":"x'), b"{}", b"[]")
    assert main(["verify", str(file)]) == 1
    first, second, third = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{file}:1: game: there is no game 'x{[*GAMES][-1]}', there are chwech, ")
    assert second == f"{file}:2: Object missing required field `format`"
    assert third == f"{file}:3: Expected `object`, got `array`"


def test_a_file_that_cannot_be_read_does_not_hide_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Missing files, folders and impossible names are told on standard error, with status 2; the rest is checked."""
    file = write(tmp_path / "bad", WRONG)
    assert main(["verify", str(tmp_path), "missing", "nul\0", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out.count("\n") == 1
    assert said.err.count("chwech verify: ") == said.err.count("\n") == 3


def test_an_endless_line_costs_bounded_memory(tmp_path: Path) -> None:
    """Of a line of 300 MB only the beginning is held, and the lines after it are checked."""
    file = tmp_path / "pipe"
    os.mkfifo(file)
    limit = 256 << 20
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "chwech", "verify", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),  # noqa: PLW1509 - no threads here
    )
    with file.open("wb") as stream:
        for _ in range(300):
            stream.write(b"[" * LONGEST)
        stream.write(b"\n" + WRONG + b"\n")
    out, err = process.communicate(timeout=60)
    assert err == b""
    assert [line.split(b": ", 1)[0] for line in out.splitlines()] == [f"{file}:{n}".encode() for n in (1, 2)]
    assert b"a record has at most" in out
    assert process.returncode == 1


def test_records_of_version_1_stay_readable(capsys: pytest.CaptureFixture[str]) -> None:
    """Records as they were written once, of every number of players and both rulesets, are read and still hold."""
    golden = ROOT / "tests" / "golden" / "records-v1.jsonl"
    assert len(golden.read_bytes().splitlines()) == 4
    assert main(["verify", str(golden)]) == 0
    assert capsys.readouterr().out.startswith("4 games hold: ")


REVIEWED = play_game(Series(Setup(players=4, options={"deals": 1}), ("random",) * 4, "review"), 1).record
FIVES = play_game(Series(Setup("twenty-five", 4), ("random",) * 4, "review"), 1).record

DEAL = ReviewPart(
    0,
    3,
    (SeatReview(72, -3.5, 15.5, 1.2), SeatReview(48, 3.5, -15.5, 0.9)),
    (
        TurnReview(1, 1, Seat(0), "AH", 2.0, "2C", 1.0, 0.5),
        TurnReview(2, 1, Seat(1), "-", -9.0, "7C", -5.8, 0.8, mistake=True),
        TurnReview(3, 2, Seat(0), "KH", -1.0, "-", 3.25, 0.4, mistake=True),
        TurnReview(4, 2, Seat(1), "-", -7.0),
        TurnReview(5, 3, Seat(1), "5D", 0.0, "JK=C", 0.9, 0.8),
    ),
    (3, 2, 5),
)
NAMES = ("Megan", "Rhys")


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have reviews made with a small net and few tries."""
    monkeypatch.setattr(reviewing, "net", any_net)
    monkeypatch.setattr(reviewing, "BUDGETS", dict.fromkeys(Pace, SMALL))


def written(path: Path, *lines: bytes) -> str:
    """Write a file of lines, and return its name."""
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return str(path)


def test_a_deal_is_its_seats_and_its_turning_points() -> None:
    """Score, luck and skill of each seat; then what was given away, the surest first; with --all every choice."""
    seats_and_points = [
        "Deal 3",
        "  Megan 72: luck −3.5, skill +15.5 (±1.2).",
        "  Rhys 48: luck +3.5, skill −15.5 (±0.9).",
        "  trick 2: Megan played K♥; a pass would have been 4.2 better (±0.4)",
        "  trick 1: Rhys passed; 7♣ would have been 3.2 better (±0.8)",
        "  trick 3: Rhys played 5♦; Joker=♣ would have been 0.9 better (±0.8)",
    ]
    assert [*deal_lines(DEAL, NAMES)] == seats_and_points
    assert [*deal_lines(DEAL, NAMES, every_choice=True)] == [
        *seats_and_points,
        "  trick 1: Megan, A♥: worth +2.0; 2♣ instead: +1.0 (±0.5)",
        "  trick 1: Rhys, pass: worth −9.0; 7♣ instead: −5.8 (±0.8)",
        "  trick 2: Megan, K♥: worth −1.0; a pass instead: +3.2 (±0.4)",
        "  trick 3: Rhys, 5♦: worth +0.0; Joker=♣ instead: +0.9 (±0.8)",
    ]


def test_the_game_adds_up_its_deals() -> None:
    """Scores, luck and skill are sums, errors add up as squares, and mistakes are counted."""
    lines = [*game_lines([DEAL, DEAL], NAMES)]
    assert lines[:3] == [
        "The game",
        "  Megan 144: luck −7.0, skill +31.0 (±1.7). 2 mistakes.",
        "  Rhys 96: luck +7.0, skill −31.0 (±1.3). 2 mistakes.",
    ]


@pytest.mark.usefixtures("net")
def test_a_file_of_games_is_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each game has its deals and its sum, within 80 columns; blank lines count for nothing."""
    assert main(["review", written(tmp_path / "games", REVIEWED, b"", REVIEWED), "--all", "--quick"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (lines.count("Deal 1"), lines.count("The game")) == (2, 2)
    assert max(map(text_width, lines)) <= 80


@pytest.mark.usefixtures("net")
def test_the_same_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line of JSON a game has every value, the turning points as numbers of turns."""
    assert main(["review", written(tmp_path / "game", REVIEWED), "--json", "--seat", "1"]) == 0
    game = json.loads(capsys.readouterr().out)
    assert (game["players"], game["names"]) == (4, ["random"] * 4)
    (deal,) = game["deals"]
    assert [seat["score"] for seat in deal["seats"]] == json.loads(REVIEWED)["totals"]
    assert abs(sum(seat["luck"] + seat["skill"] for seat in deal["seats"])) < 0.5
    by_turn = {one["turn"]: one for one in deal["turns"]}
    points = [by_turn[turn] for turn in deal["turning_points"]]
    assert all(point["seat"] == 1 and point["other_worth"] > point["worth"] for point in points)


@pytest.mark.usefixtures("net")
def test_what_cannot_be_reviewed_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Damaged lines and other games are named with their line, and the rest is still reviewed."""
    file = written(tmp_path / "games", b"{", FIVES, REVIEWED.replace(b'"dealer":', b'"dealer":9'), REVIEWED)
    assert main(["review", file, "--json"]) == 1
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 1
    faults = said.err.splitlines()
    assert faults[0].startswith(f"chwech review: {file}:1: this is no JSON object of a game")
    assert faults[1] == f"chwech review: {file}:2: there is no review of 'twenty-five', only of chwech"
    assert faults[2].startswith(f"chwech review: {file}:3: deal 1: dealer")


SECRET = bytes(range(32))


def a_result(seed: bytes) -> DailyResult:
    """Play a game, and give its result with the code."""
    game = GAMES["chwech"]
    steps = list(play_day(game, STEADY, seed.hex(), lambda _state, legal, played: legal[played % len(legal)]))
    code = code_of(game, STEADY, seed, DAY, [event for event, _state in steps])
    return replace(result_of(steps[-1][1], DAY), code=code)


ALONE = a_result(public_seed(DAY))
SERVED = a_result(SECRET)


def test_a_line_alone_proves_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """Its game is played again; quoted or not, in any language and with any signs."""
    with speaking("cy"):
        welsh = result_line(ALONE)
    for line in (
        result_line(ALONE),
        result_line(ALONE, ascii_only=True),
        welsh,
        result_line(replace(ALONE, hinted=True)),
    ):
        assert main(["verify", line]) == 0
        assert main(["verify", *line.split()]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == [
        "The line holds: its game was played again from its code, to the same end.",
        "Its deals are those of everyone who played alone on 2026-11-21.",
    ]


@pytest.mark.parametrize(
    "other",
    [
        replace(ALONE, score=999),
        replace(ALONE, place=1),
        replace(ALONE, exact=6),
        replace(ALONE, marks=(9,) * 6),
        replace(ALONE, day="2026-11-20"),
    ],
)
def test_a_line_that_says_too_much(other: DailyResult, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is changed in a line, the right one is told."""
    assert main(["verify", result_line(other)]) == 1
    assert result_line(ALONE) in capsys.readouterr().err


def test_a_line_of_a_server_needs_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """Before the seed is revealed nothing can be said; then it is checked, and the seal is told."""
    line = result_line(SERVED)
    assert main(["verify", line]) == 1
    assert "add --seed with what that revealed" in capsys.readouterr().err
    assert main(["verify", line, "--seed", bytes(32).hex()]) == 1
    assert "belongs neither" in capsys.readouterr().err
    assert main(["verify", "--seed", bytes(32).hex(), "--seed", SECRET.hex(), line]) == 0
    assert commitment(SECRET) in capsys.readouterr().out
