"""The kernel: deals that it plays by chance are deals of the rules, turn by turn, at every table."""

import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from games.chwech.kernel.compiling import compiler
from games.chwech.rules import HAND
from lab.deals_by_chance import chance, compiled, count, inlined, make_room, play_fast
from protocol.setup import Setup
from tests.conformance.kernel import TABLES, THIRDS, hold


@pytest.mark.parametrize("setup", THIRDS, ids=lambda on: "-".join(map(str, (on.players, *on.options.values()))))
def test_a_deal_by_chance_is_a_deal_of_the_rules(setup: Setup) -> None:
    """Each turn has as many actions, and whoever takes them by number wins and keeps as many cards."""
    assert hold(setup, 1 + TABLES.index(setup), 2) > 2 * HAND


@pytest.mark.parametrize("places", [0, 1, 5, (1 << 54) - 1, (1 << 63) - 1, 1 << 62])
def test_places_are_counted(places: int) -> None:
    """Up to the largest pack."""
    assert count(places) == places.bit_count()


def test_numbers_by_chance_are_spread() -> None:
    """Each of seven comes up about as often; the same seed gives the same."""
    state, again = make_room(1, 5).state, make_room(1, 5).state
    numbers = [chance(state, 7) for _ in range(7000)]
    assert numbers[:50] == [chance(again, 7) for _ in range(50)]
    assert all(850 < numbers.count(number) < 1150 for number in range(7))


def test_sums_are_those_of_the_deals() -> None:
    """Scores, multiples of nine, cards left and wins add up over the games, and the same seed gives the same."""
    setup = Setup("chwech", 4, {"deals": 3})
    played = play_fast(setup, 3, 20)
    assert played == play_fast(setup, 3, 20) != play_fast(setup, 4, 20)
    assert played.deals == 60
    assert sum(played.wins) == pytest.approx(20)
    assert all(0 < score <= 60 * 81 for score in played.scores)
    assert all(0 < exact < 60 and 0 < left < 60 * HAND for exact, left in played.counts)
    assert 0 <= played.noted < 60


def test_numba_compiles_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its compiler is asked for code that is kept; without it functions stay as they are."""
    asked: list[dict[str, object]] = []

    def njit(**options: object) -> Callable[[Callable[[str], str]], Callable[[str], str]]:
        asked.append(options)
        return lambda function: lambda text: f"compiled {function(text)}"

    monkeypatch.setitem(sys.modules, "numba", None)
    assert compiler() is None
    monkeypatch.setattr("lab.deals_by_chance._COMPILER", None)
    assert (compiled(str.upper), inlined(str.upper)) == (str.upper, str.upper)
    monkeypatch.setitem(sys.modules, "numba", SimpleNamespace(njit=njit))
    assert compiler() is njit
    monkeypatch.setattr("lab.deals_by_chance._COMPILER", njit)
    assert compiled(str.upper)("code") == inlined(str.upper)("code") == "compiled CODE"
    assert asked == [{"cache": True}, {"cache": True, "inline": "always"}]
