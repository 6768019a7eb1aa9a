"""The registry of bots: a name is a level, alone or with a temper."""

import pytest

from protocol.game import Temper
from server.bots.registry import BOTS, SLOW, InvalidBot, read_bot


def test_a_level_is_a_name() -> None:
    """Alone it means the bot that leans neither way."""
    assert read_bot("chwech", "easy") == (BOTS["chwech"]["easy"], Temper.EVEN)


@pytest.mark.parametrize("temper", Temper)
def test_a_level_may_have_a_temper(temper: Temper) -> None:
    """It follows after a colon."""
    assert read_bot("forty-five", f"steady:{temper.value}") == (BOTS["forty-five"]["steady"], temper)


@pytest.mark.parametrize("name", ["", "clever", "steady:", "steady:mad", ":bold", "steady:bold:bold", "Steady"])
def test_any_other_name_is_refused(name: str) -> None:
    """Levels and tempers are known by their exact names."""
    with pytest.raises(InvalidBot):
        read_bot("chwech", name)


@pytest.mark.parametrize("game_and_level", SLOW)
def test_a_slow_bot_and_the_one_that_plays_if_it_is_late_are_bots_of_their_game(
    game_and_level: tuple[str, str],
) -> None:
    """Its fallback answers at once."""
    game, level = game_and_level
    assert {level, SLOW[game_and_level].fallback} <= BOTS[game].keys()
    assert (game, SLOW[game_and_level].fallback) not in SLOW
