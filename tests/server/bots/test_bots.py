"""The bots of Chwech: ``steady`` far better than ``random``."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chwech.steady import lean_of, prospect
from games.kit.tricks import PASS
from lab.arena.contest import Contest, play_contest
from lab.arena.standings import Standings
from protocol.game import Temper
from protocol.setup import Setup
from server.simulation.series import Series, play_game
from tests.conformance.setups import tables
from tests.games.chwech.deals import turns


@pytest.mark.no_cover
@settings(max_examples=30, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)), seed=st.integers(0, 2**32))
def test_chances_are_chances(data: st.DataObject, players: int, seed: int) -> None:
    """A play takes the trick with a chance from 0 to 1, and the trick holds at least the cards on the table."""
    for turn in turns(data.draw(tables(players)), seed):
        if not turn.numbers:
            break
        seen = turn.seen
        for guess in [prospect(seen.table, seen.seat, choice) for choice in seen.choices if choice != PASS]:
            assert 0 <= guess[0] <= 1
            assert len(seen.table.trick) + 1 <= guess[1] <= players


def lead(first: str, other: str) -> float:
    """Give by how many points a deal one bot leads the other over 300 deals, three against three."""
    series = Series(Setup(players=6, options={"deals": 20}), (first, other) * 3, "strength")
    games = [play_game(series, number) for number in range(1, 16)]
    totals = [sum(game.totals[-1][seat] for game in games) / 300 for seat in range(6)]
    return (sum(totals[::2]) - sum(totals[1::2])) / 3


@pytest.mark.no_cover
def test_steady_beats_random_by_far() -> None:
    """Over 300 deals, three against three, ``steady`` scores 17 points a deal more at the least."""
    assert lead("steady", "random") > 17


@pytest.mark.no_cover
@pytest.mark.long
def test_easy_is_between_them() -> None:
    """It is well above ``random`` and well below ``steady``."""
    assert 7 < lead("easy", "random") < 14
    assert lead("steady", "easy") > 7


@pytest.mark.no_cover
@pytest.mark.long
def test_a_temper_shows() -> None:
    """Bold bots end less often on a multiple of nine than even ones, careful ones more often."""
    exact = {name: nines(name) for name in ("steady:bold", "steady", "steady:careful")}
    assert exact["steady:bold"] + 0.05 < exact["steady"] < exact["steady:careful"] - 0.03


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_careful_bots_lean_less_where_few_play(players: int) -> None:
    """So that their temper costs about half a point a deal at most; the others lean alike at every table."""
    careful = lean_of(Temper.CAREFUL, players)
    assert careful == {4: -1.0, 5: -1.2}.get(players, -2.5)
    assert (lean_of(Temper.BOLD, players), lean_of(Temper.EVEN, players)) == (2.0, 0.0)


def nines(name: str) -> float:
    """Give the share of 400 deals in which a bot of this name among ``steady`` ones ends on a multiple of nine."""
    series = Series(Setup(players=6, options={"deals": 20}), (name, *["steady"] * 5), "temper")
    return sum(play_game(series, number).counts[0][0] for number in range(1, 21)) / 400


@pytest.mark.no_cover
def test_strong_beats_steady_by_far() -> None:
    """Over 16 duplicate deals one among five is ahead by 5 points a deal at the least; its card says nearly 10."""
    contest = Contest(Setup("chwech", 6, {"deals": 1}), ("strong", *["steady"] * 5), "strength")
    standings = Standings(contest)
    for played in play_contest(contest, 1, 16, 1):
        standings.add(played)
    assert standings.lead.mean > 5
