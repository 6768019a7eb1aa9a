"""The command ``review``: tables and sentences within 80 columns, or one object a game for programs."""

import json
from pathlib import Path

import pytest

from games.chwech import review as reviewing
from games.kit.review import DealReview, Decision, Pace, Review, Share
from protocol.message import Seat
from protocol.setup import Setup
from protocol.text import text_width
from server.__main__ import main
from server.commands.records import deal_lines, decision_lines, game_lines, seat_names
from server.simulation.series import Series, play_game
from tests.games.chwech.any_net import SMALL, any_net

GOOD = play_game(Series(Setup(players=4, options={"deals": 1}), ("random",) * 4, "review"), 1).record
FIVES = play_game(Series(Setup("twenty-five", 4), ("random",) * 4, "review"), 1).record

DEAL = DealReview(
    3,
    (Share(72, 12.0, -3.5, 1.2), Share(48, -12.0, 3.5, 0.9)),
    (
        Decision(1, 1, Seat(0), "AH", 2.0, "2C", 1.0, 0.5),
        Decision(2, 1, Seat(1), "-", -9.0, "7C", -5.8, 0.8),
        Decision(3, 2, Seat(0), "KH", -1.0, "-", 3.25, 0.4),
        Decision(4, 2, Seat(1), "-", -7.0),
        Decision(5, 3, Seat(1), "5D", 0.0, "JK=C", 0.9, 0.8),
    ),
)
NAMES = ("Megan", "Rhys")


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have reviews made with a small net and few tries."""
    monkeypatch.setattr(reviewing, "net", any_net)
    monkeypatch.setattr(reviewing, "BUDGETS", dict.fromkeys(Pace, SMALL))


def write(path: Path, *lines: bytes) -> str:
    """Write a file of lines, and return its name."""
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return str(path)


def test_a_deal_is_a_table_and_its_turning_points() -> None:
    """Score, lead, luck and skill by player; then what was given away, in sentences, the surest first."""
    assert [*deal_lines(DEAL, NAMES, None)] == [
        "Deal 3",
        "  Player  Score  Over mean  Luck  Skill    ±",
        "  Megan      72      +12.0  −3.5  +15.5  1.2",
        "  Rhys       48      −12.0  +3.5  −15.5  0.9",
        "  trick 2: Megan played KH; to pass was worth 4.2 more (±0.4)",
        "  trick 1: Rhys passed; 7C was worth 3.2 more (±0.8)",
        "  trick 3: Rhys played 5D; JK=C was worth 0.9 more (±0.8)",
    ]


def test_the_turning_points_of_one_seat() -> None:
    """They can be those of one seat alone; where there are none, it says so."""
    assert [*deal_lines(DEAL, NAMES, 0)][4:] == ["  trick 2: Megan played KH; to pass was worth 4.2 more (±0.4)"]
    calm = DealReview(1, DEAL.shares, DEAL.decisions[:1])
    assert [*deal_lines(calm, NAMES, None)][4:] == ["  no turning points: nothing else was clearly better"]


def test_every_choice_is_a_row() -> None:
    """With --all the choices stand in a table; a turn without a choice is left out."""
    assert [*decision_lines(DEAL, NAMES)] == [
        "  Trick  Player  Choice  Worth  Best other  Worth  Swing  ±",
        "      1  Megan   AH       +2.0  2C           +1.0   +0.0  0.5",
        "      1  Rhys    pass     −9.0  7C           −5.8   +3.2  0.8",
        "      2  Megan   KH       −1.0  pass         +3.2   +4.2  0.4",
        "      3  Rhys    5D       +0.0  JK=C         +0.9   +0.9  0.8",
    ]


def test_the_game_adds_up_its_deals() -> None:
    """Scores, luck and skill are sums, errors add up as squares, and mistakes are counted."""
    lines = [*game_lines(Review(NAMES, 2, (DEAL, DEAL)), NAMES)]
    assert lines[:4] == [
        "The game",
        "  Player  Score  Over mean  Luck  Skill    ±  Mistakes",
        "  Megan     144      +24.0  −7.0  +31.0  1.7         2",
        "  Rhys       96      −24.0  +7.0  −31.0  1.3         2",
    ]
    assert all(text_width(line) <= 80 for line in lines)


def test_seats_without_names_are_numbered() -> None:
    """A record that names nobody has its seats counted from 0, as it counts them itself."""
    assert seat_names((), 2) == ("seat 0", "seat 1")


def test_names_that_several_have_are_told_apart() -> None:
    """As in the records of ``simulate``, where bots are called by their level."""
    told = seat_names(("steady", "Megan", "steady"), 3)
    assert told == ("steady (seat 0)", "Megan", "steady (seat 2)")


@pytest.mark.usefixtures("net")
def test_a_file_of_games_is_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each game has its deals and its sum, within 80 columns; blank lines count for nothing."""
    assert main(["review", write(tmp_path / "games", GOOD, b"", GOOD), "--all", "--quick"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (lines.count("Deal 1"), lines.count("The game")) == (2, 2)
    assert max(map(text_width, lines)) <= 80


@pytest.mark.usefixtures("net")
def test_the_same_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line of JSON a game has every value, the turning points as numbers of turns."""
    assert main(["review", write(tmp_path / "game", GOOD), "--json", "--seat", "1"]) == 0
    game = json.loads(capsys.readouterr().out)
    assert (game["players"], game["names"]) == (4, ["random"] * 4)
    (deal,) = game["deals"]
    assert [seat["score"] for seat in deal["seats"]] == json.loads(GOOD)["totals"]
    assert all(round(seat["luck"] + seat["skill"], 1) == seat["lead"] for seat in deal["seats"])
    by_turn = {one["turn"]: one for one in deal["decisions"]}
    assert all(by_turn[turn]["seat"] == 1 and by_turn[turn]["swing"] > 0 for turn in deal["turning_points"])


@pytest.mark.usefixtures("net")
def test_what_cannot_be_reviewed_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Damaged lines and other games are named with their line, and the rest is still reviewed."""
    file = write(tmp_path / "games", b"{", FIVES, GOOD.replace(b'"dealer":', b'"dealer":9'), GOOD)
    assert main(["review", file, "--json"]) == 1
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 1
    faults = said.err.splitlines()
    assert faults[0].startswith(f"chwech review: {file}:1: this is no JSON object of a game")
    assert faults[1] == f"chwech review: {file}:2: there is no review of 'twenty-five', only of chwech"
    assert faults[2].startswith(f"chwech review: {file}:3: deal 1: dealer")


@pytest.mark.usefixtures("net")
def test_a_seat_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Seats are counted from 0, as in records."""
    assert main(["review", write(tmp_path / "game", GOOD), "--seat", "4"]) == 1
    assert capsys.readouterr().err.endswith("--seat: there is no seat 4, they are 0 to 3\n")
    assert main(["review", str(tmp_path / "game"), "--seat", "first"]) == 2
    assert "--seat: 'first' is no whole number from 0 to 99" in capsys.readouterr().err


def test_without_the_net_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where numpy or the weights are missing there is no review, and the reason is told."""
    monkeypatch.setattr(reviewing, "net", lambda: None)
    assert main(["review", write(tmp_path / "game", GOOD)]) == 1
    assert "a review needs numpy and the weights of the bot strong" in capsys.readouterr().err


@pytest.mark.usefixtures("net")
def test_one_deal_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --deal only that one is reviewed; one that the game has not had is refused."""
    two = play_game(Series(Setup(players=4, options={"deals": 2}), ("random",) * 4, "review"), 1).record
    file = write(tmp_path / "game", two)
    assert main(["review", file, "--json", "--deal", "2"]) == 0
    assert [deal["number"] for deal in json.loads(capsys.readouterr().out)["deals"]] == [2]
    assert main(["review", file, "--deal", "3"]) == 1
    assert capsys.readouterr().err.endswith("--deal: there is no deal 3 in this game\n")
