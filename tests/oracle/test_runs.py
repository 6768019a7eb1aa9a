"""The rules of the games as generators, held against the recorded games."""

import msgspec
import pytest
from msgspec.structs import replace

from games.registry import GAMES
from tests.oracle.reader import recorded
from tests.oracle.runs import differences

EVERY = 12  # Of so many recorded games one is played in each run, and all in a long one.
LONG = 300_000  # The bytes from which on a game is left to the long run: a few last a thousand moments and more.


@pytest.mark.parametrize("name", GAMES)
def test_a_run_is_as_it_was_recorded(name: str) -> None:
    """Who is asked, what is legal, shown and told, and what is written at the end, is as it was."""
    for game in list(recorded(name))[::EVERY]:
        assert len(memoryview(game.steps)) > LONG or not differences(game)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_run_is_as_it_was_recorded(name: str) -> None:
    """The same of every recorded game."""
    for game in recorded(name):
        assert not differences(game)


@pytest.mark.parametrize("name", GAMES)
def test_every_table_is_recorded(name: str) -> None:
    """There are fifty games of each kind, with each value of each option for each number of players."""
    games, options = list(recorded(name)), GAMES[name].options
    assert len(games) >= 50
    shown = {
        (game.players, option.name, game.options.get(option.name, option.values[0]))
        for game in games
        for option in options
    }
    for option in options:
        for players in option.players or GAMES[name].players:
            assert {(players, option.name, value) for value in option.values} <= shown


def test_a_difference_is_found() -> None:
    """A game of which one moment was recorded otherwise is told apart, and the moment is named."""
    game = next(recorded("bete"))
    steps = msgspec.msgpack.decode(game.steps)
    steps[2]["late"] = {0: "QH"}
    found = differences(replace(game, steps=msgspec.Raw(msgspec.msgpack.encode(steps))))
    assert found.startswith("moment 2: late")
