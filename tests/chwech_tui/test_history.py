"""The list of finished games: a line for each, whatever was played, and the statistics of each game."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import cells, measure
from chwech_tui.drawing.sheet import draw_record
from chwech_tui.model.game import GameResult
from chwech_tui.model.ink import plain
from chwech_tui.screens.history import game_words, statistics_words
from chwech_tui.screens.menu import MENU_WIDTH
from protocol.archive import GameEntry, Statistics
from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, _, speaking
from protocol.setup import Setup
from protocol.vocabulary import Seat

FOUR = GameEntry(7, "calm-river", 1_790_000_000.0, Setup("chwech", 4), ("Ann", "Ben", "Cat", "Dan"), (9, 40, 8, 40))
"""A game of four, each alone."""

SIDES = replace(FOUR, setup=Setup("forty-five", 4), totals=(45, 25, 45, 25), sides=(0, 1, 0, 1))
"""A game of two sides."""


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (replace(FOUR, seat=Seat(0)), "Chwech      calm-river             9  place 3 of 4"),
        (
            replace(FOUR, seat=Seat(0), hinted=(Seat(0), Seat(1))),
            "Chwech      calm-river             9  place 3 of 4 (hints)",
        ),
        (replace(FOUR, seat=Seat(0), hinted=(Seat(1),)), "Chwech      calm-river             9  place 3 of 4"),
        (FOUR, "Chwech      calm-river            40  won by Ben and Dan"),
        (replace(SIDES, seat=Seat(3)), "Forty-Five  calm-river            25  place 2 of 2"),
        (replace(FOUR, table="mountain-river-oak"), "Chwech      mountain-river-oak    40  won by Ben and Dan"),
        (replace(FOUR, table="mountain-river-oaks"), "Chwech      mountain-river-oa…    40  won by Ben and Dan"),
        (SIDES, "Forty-Five  calm-river            45  won by Ann and Cat"),
        (replace(FOUR, setup=Setup("whist", 4)), "whist       calm-river            40  won by Ben and Dan"),
    ],
)
def test_a_game_in_one_line(entry: GameEntry, words: str) -> None:
    """The game, its table, and one's own place, or who won; partners have one place; hints of one's own are told."""
    assert game_words(entry).partition("  ")[2] == words


def test_a_long_title_takes_room_from_the_table() -> None:
    """It is read whole, and in a list all lines leave it that room."""
    teams = replace(FOUR, setup=Setup("durak-teams", 4), table="calm-river-oakwood", seat=Seat(0))
    assert game_words(teams, 14).partition("  ")[2] == "Durak in teams calm-river-oak…     9  place 3 of 4"
    assert game_words(FOUR, 14).partition("  ")[2] == "Chwech         calm-river         40  won by Ben and Dan"
    assert len(game_words(teams, 30)) == len(game_words(teams))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_line_fits_the_list(language: str) -> None:
    """The hints stand last, and are not cut."""
    long = replace(FOUR, setup=Setup("twenty-five", 4), table="calm-river-oakwood", seat=Seat(0), hinted=(Seat(0),))
    with speaking(language, catalogue):
        assert cells(game_words(replace(long, totals=(-120, 40, 8, 40)))) <= MENU_WIDTH - 2


def test_statistics_are_those_of_one_game() -> None:
    """Points of different games do not add up; what else is counted has the game's own name."""
    played = Statistics(1, "Ann", 2, 1, 16, 400, 3, "chwech", "exact multiples of nine", 3)
    assert statistics_words(played) == "Chwech: 2 games played, 1 won; 25.0 points a deal; exact multiples of nine: 3"
    assert statistics_words(Statistics(1, "Ann", 1)) == "1 game played, 0 won; no deals yet"


def test_partners_stand_below_each_other_in_a_result() -> None:
    """The place and the score of a side are told once."""
    result = GameResult("two sides of two", SIDES.names, SIDES.totals, (("45", "25", "45", "25"),))
    lines = [plain(line).rstrip() for line in draw_record(SIDES, result, "chwech history 7", 76)]
    assert [line.split() for line in lines[3:7]] == [
        ["1", "Ann", "45", "45"],
        ["Cat"],
        ["2", "Ben", "25", "25"],
        ["Dan"],
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_noted_below_a_long_game_is_not_cut(language: str) -> None:
    """On the narrowest terminal the note of the game, and that earlier deals are not shown, go on in another line."""
    game = replace(FOUR, totals=(24, 24, 24, 24))
    with speaking(language, catalogue):
        note = _("* won a multiple of nine cards, or none: the cards played count ninefold.")
        result = GameResult("", game.names, game.totals, (("1",) * 4,) * 24, note)
        drawn = draw_record(game, result, "chwech history 7", 76)
        hidden = _("The deals before number {number} are not shown.", number=17)
    assert f"{note} {hidden}" in " ".join(" ".join(map(plain, drawn)).split())
    assert all(measure(line) <= 76 for line in drawn)
