"""The registries of games: whatever is registered in one is in all."""

import re
from pathlib import Path

import pytest

from chwech_tui.model.game import GAMES as SHOWN
from chwech_tui.screens.menu import MENU_WIDTH
from games.kit.records import RecordFault
from games.registry import GAMES
from protocol.setup import Setup
from server.bots.registry import BOTS
from server.simulation.series import Series, play_game
from server.tables.position import first_position, replay

ROOT = Path(__file__).parents[2]

REGISTRIES = {"server/bots/registry.py", "chwech_tui/games/registry.py"}
"""The files that name games."""


def test_the_games_that_are_offered() -> None:
    """All of them are offered at tables; a game whose name is a default somewhere stays the first."""
    assert next(iter(GAMES)) == "chwech"


def test_every_game_has_its_bots_and_its_screens() -> None:
    """A game is whole wherever it is registered."""
    assert list(BOTS) == list(GAMES) == list(SHOWN)
    assert all(
        SHOWN[name].shows(first_position(game, Setup(name, game.players[0])).view(None)) for name, game in GAMES.items()
    )
    assert all(levels[:1] == ["steady"] and "random" in levels for levels in map(list, BOTS.values()))


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_explained_in_a_line(game: str) -> None:
    """With its full stop the sentence fits a line of the form of a new table, at the smallest terminal too."""
    for offer in GAMES[game].options:
        assert len(f"{offer.about}.") <= MENU_WIDTH, offer.name


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_of_one_game(game: str) -> None:
    """Another game does not take it for its own, neither as it is nor under its own name."""
    setup = Setup(game, GAMES[game].players[0])
    record = play_game(Series(setup, ("random",) * setup.players, "x"), 1).record.decode()
    for other in GAMES.keys() - {game}:
        for text in (record, record.replace(f'"game":"{game}"', f'"game":"{other}"')):
            with pytest.raises(RecordFault):
                list(replay(GAMES[other], text))


@pytest.mark.parametrize("package", ["protocol", "server", "chwech_tui"])
def test_no_other_file_names_the_second_game(package: str) -> None:
    """What knows no game cannot treat one of them in its own way; Chwech is the name of the program, too."""
    others = re.compile("|".join(f'"{game}"' for game in GAMES if game != "chwech"))
    for path in (ROOT / package).rglob("*.py"):
        place = path.relative_to(ROOT)
        if place.as_posix() not in REGISTRIES:
            assert not others.search(path.read_text("utf-8").lower()), place


@pytest.mark.no_cover
@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_game_takes_about_as_long_as_it_says(name: str) -> None:
    """At five seconds an action, as bots play it, it is within a factor of two."""
    game = GAMES[name]
    setup = Setup(name, game.players[0])
    series = Series(setup, ("steady",) * setup.players, "minutes")
    moments = sum(1 for number in (1, 2) for _ in replay(game, play_game(series, number).record.decode()))
    assert 0.5 < moments / 2 * 5 / 60 / game.minutes < 2


@pytest.mark.parametrize("name", GAMES)
def test_each_game_is_told_of_in_one_sentence(name: str) -> None:
    """Without its full stop, which the lists leave out; with it, it fits a line of the form of a new table."""
    about = GAMES[name].about
    assert 20 < len(about) < MENU_WIDTH
    assert not about.endswith(".")
