"""The rules of the games as generators, held against the recorded games."""

import pytest

from games.registry import GAMES
from tests.oracle.reader import recorded
from tests.oracle.runs import differences

EVERY = 12
"""Of so many recorded games one is played in each run, and all in a long one."""


@pytest.mark.parametrize("name", GAMES)
def test_a_run_is_as_it_was_recorded(name: str) -> None:
    """Who is asked, what is legal, shown and told, and what is written at the end, is as it was."""
    for game in list(recorded(name))[::EVERY]:
        assert not differences(game)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_run_is_as_it_was_recorded(name: str) -> None:
    """The same of every recorded game."""
    for game in recorded(name):
        assert not differences(game)
