"""Forty worlds in which everything goes wrong that can: the laws of the server hold in each.

More of them: ``python -m tests.simulation``.
"""

from functools import cache

import pytest

from tests.simulation.__main__ import main
from tests.simulation.laws import facts_of
from tests.simulation.seed import prove, run
from tests.simulation.simulation import game_of

SEEDS = 40  # Worlds in one run of the tests.
BLOCK = 10  # Worlds in one test.


@cache
def proven(seed: int) -> set[str]:
    """Hold the world of a seed against the laws, once for all tests of a worker; give which kinds of facts it has."""
    return facts_of(prove(seed))


@pytest.mark.no_cover
@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_the_laws_of_the_server(first: int) -> None:
    """Whatever fails and whenever, what was accepted is done once, everyone is told rightly, and the game goes on."""
    for seed in range(first, first + BLOCK):
        proven(seed)


@pytest.mark.no_cover
@pytest.mark.parametrize("games", [("lots",), ("twenty-five", "forty-five")], ids=str)
def test_the_simulation_shows_what_it_is_about(games: tuple[str, ...]) -> None:
    """Someone is late, someone is away, people pause, talk and whisper; else nothing would be proven about it."""
    missing = {"TimedOut", "StoodIn", "Paused", "Said", "Whispered"}
    for seed in filter(lambda seed: game_of(seed) in games, range(3 * SEEDS)):
        missing -= proven(seed)
        if not missing:
            return
    raise AssertionError(f"in {3 * SEEDS} worlds nothing of this has happened: {missing}")


def test_a_seed_repeats_everything() -> None:
    """The same seed gives the same log, byte for byte."""
    first, second = run(7), run(7)
    assert first.disk.records(first.code) == second.disk.records(second.code)


@pytest.mark.no_cover
def test_the_command_runs_worlds(capsys: pytest.CaptureFixture[str]) -> None:
    """At its smallest ``make soak`` runs two worlds in one process of their own."""
    assert main(["--seeds", "2", "--jobs", "1"]) == 0
    assert "2 worlds, 0 to 1" in capsys.readouterr().out
