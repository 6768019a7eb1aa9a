"""The command ``verify`` with the line of a deal of the day."""

import pytest
from msgspec.structs import replace

from games.kit.deck import commitment
from protocol.catalogues import catalogue
from protocol.daily import DailyResult, result_line
from protocol.language import speaking
from server.__main__ import main
from server.host.daily_code import code_of, play_day, public_seed, result_of
from server.rules.registry import GAMES
from tests.server.host.daily.player import DAY, STEADY

SECRET = bytes(range(32))


def a_result(seed: bytes) -> DailyResult:
    """Play a game, and give its result with the code."""
    game = GAMES["chwech"]
    steps = list(play_day(game, STEADY, seed.hex(), lambda _state, legal, played: legal[played % len(legal)]))
    code = code_of(game, STEADY, seed, DAY, [event for event, _state in steps])
    return replace(result_of(game, steps[-1][1], DAY), code=code)


ALONE = a_result(public_seed(DAY))
SERVED = a_result(SECRET)


def test_a_line_alone_proves_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """Its game is played again; quoted or not, in any language and with any signs."""
    with speaking("cy", catalogue):
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
        "Its deals are those of everybody who played alone on 2026-11-21.",
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


@pytest.mark.parametrize("line", ["Chwech", "Chwech 412", "Chwech 412 · 21 Nov", "Chwech " + "z" * 1000])
def test_a_line_without_a_code(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused in a sentence."""
    assert main(["verify", line]) == 1
    assert capsys.readouterr().err.startswith("The line does not hold: ")


@pytest.mark.parametrize("seed", ["", "abc", "xyz", "00" * 31])
def test_what_is_no_seed(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A seed of another length, or no hex, is refused."""
    assert main(["verify", result_line(ALONE), "--seed", seed]) == 2
    assert "64 hex digits" in capsys.readouterr().err
