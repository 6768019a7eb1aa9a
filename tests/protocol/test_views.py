"""What the views of all games have in common, which a screen relies on without knowing the game."""

import pytest

from protocol.dialects import DIALECTS
from protocol.vocabulary import View

COMMON = [name for name, value in vars(View).items() if isinstance(value, property)]


@pytest.mark.parametrize("name", COMMON)
def test_every_game_says_what_all_games_say(name: str) -> None:
    """A view of no game has none of it; the view of each game has it as a field or works it out."""
    with pytest.raises(NotImplementedError):
        getattr(View(), name)
    for dialect in DIALECTS:
        assert name in vars(dialect.view)
