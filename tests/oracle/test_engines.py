"""The engines of the games, held against the recorded games: every question, hand, sheet, record and card told."""

import msgspec
import pytest
from msgspec.structs import replace

from protocol.setup import OptionOffer, OptionValue
from server.rules.kit_game import KitGame
from server.rules.registry import GAMES
from tests.oracle.engine import differences
from tests.oracle.reader import Recorded, recorded

EVERY = 12
"""Of so many recorded games one is played in each run, and all in a long one."""


ENGINES = [name for name, game in GAMES.items() if not isinstance(game, KitGame)]
"""The games that are not of the kit."""


@pytest.mark.parametrize("name", ENGINES)
def test_a_game_is_decided_as_it_was_recorded(name: str) -> None:
    """Who is asked, what is legal, shown and told, and what is written at the end, is as it was."""
    for game in list(recorded(name))[::EVERY]:
        assert not differences(game)


@pytest.mark.long
@pytest.mark.parametrize("name", ENGINES)
def test_every_game_is_decided_as_it_was_recorded(name: str) -> None:
    """The same of every recorded game."""
    for game in recorded(name):
        assert not differences(game)


@pytest.mark.parametrize("name", GAMES)
def test_every_table_is_recorded(name: str) -> None:
    """There are fifty games of each kind, with each value of each option for each number of players."""
    games = list(recorded(name))
    assert len(games) >= 50
    shown = {(game.players, offer.name, _value(game, offer)) for game in games for offer in GAMES[name].options}
    for offer in GAMES[name].options:
        for players in offer.players or GAMES[name].players:
            assert {(players, offer.name, value) for value in offer.values} <= shown


def _value(game: Recorded, offer: OptionOffer) -> OptionValue:
    return game.options.get(offer.name, next(iter(offer.values), 0))


def test_a_difference_is_found() -> None:
    """A game of which one moment was recorded otherwise is told apart, and the moment is named."""
    game = next(recorded(ENGINES[0]))
    steps = msgspec.msgpack.decode(game.steps)
    steps[2]["late"] = {0: "QH"}
    assert differences(replace(game, steps=msgspec.Raw(msgspec.msgpack.encode(steps)))) == "moment 2: late"
