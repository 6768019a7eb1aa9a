"""How often a side of the bot ``steady`` wins Twenty-Five and Forty-Five against sides of the bot ``random``."""

import pytest

from protocol.setup import OptionValue, Setup
from server.simulation.series import Series, play_game

GAMES = 1000
"""Games at each table."""


@pytest.mark.bench
@pytest.mark.parametrize(
    ("game", "players", "options", "sides", "bar"),
    [
        ("twenty-five", 4, {"partners": True}, 2, 0.74),
        ("twenty-five", 6, {"partners": True}, 2, 0.74),
        ("twenty-five", 5, {}, 5, 0.34),
        ("forty-five", 4, {"partners": True}, 2, 0.74),
        ("forty-five", 5, {}, 5, 0.34),
    ],
)
def test_steady_against_random(
    game: str, players: int, options: dict[str, OptionValue], sides: int, bar: float
) -> None:
    """The share of games won by the one steady side is printed with its standard error."""
    bots = tuple("steady" if seat % sides == 0 else "random" for seat in range(players))
    series = Series(Setup(game, players, options), bots, "strength")
    share = sum(0 in play_game(series, number).winners for number in range(1, GAMES + 1)) / GAMES
    error = (share * (1 - share) / GAMES) ** 0.5
    print(f"\n{game}, {players} players, {sides} sides: steady wins {share:.1%} ± {error:.1%} (bar {bar:.0%})")
    assert share >= bar
