"""Pages of text: which rankings are meant, and the games."""

import pytest

from games.registry import GAMES
from protocol.rankings import Ladder, rulesets
from protocol.setup import GameOffer
from server.fronts.page import (
    InvalidRankings,
    games_lines,
    meant_ladders,
    players_words,
)

KNOWN = {name: rulesets(game.options) for name, game in GAMES.items()}


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("", [("chwech", "revised"), ("chwech", "original")]),
        ("chwech", [("chwech", "revised"), ("chwech", "original")]),
        ("original", [("chwech", "original")]),
        ("Chwech Revised", [("chwech", "revised")]),
        ("forty-five", [("forty-five", "")]),
    ],
)
def test_what_is_meant(words: str, meant: list[tuple[str, str]]) -> None:
    """A game by all its rulesets, a ruleset of a game, or one of the first game."""
    assert meant_ladders(words.split(), KNOWN) == tuple(Ladder(*one) for one in meant)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("orignal", "there is no 'orignal' here: did you mean original?"),
        ("zzz", f"there is no 'zzz' here: there are {', '.join(GAMES)}, revised, original"),
        ("chwech zzz", "there is no 'zzz' here: there are revised, original"),
        ("chwech revised now", "'now' is one word too many: write rankings [GAME] [RULESET]"),
        ("forty-five revised", "'revised' is one word too many: write rankings [GAME] [RULESET]"),
    ],
)
def test_what_means_no_rankings(words: str, said: str) -> None:
    """The sentence says what would be right."""
    with pytest.raises(InvalidRankings) as problem:
        meant_ladders(words.split(), KNOWN)
    assert str(problem.value) == said


@pytest.mark.parametrize(
    ("players", "words"), [((5, 3, 4), "3-5"), ((4, 6), "4, 6"), ((2,), "2"), ((7, 4, 5, 2), "2, 4-5, 7"), ((), "")]
)
def test_numbers_of_players_are_ranges(players: tuple[int, ...], words: str) -> None:
    """In order, whichever is the usual one."""
    assert players_words(players) == words


def test_each_game_has_a_line() -> None:
    """A long sentence wraps; a server may say nothing of a game, and what it says is cleaned."""
    offers = (GameOffer("one", (2, 3), (), (), "short", 12), GameOffer("another\x1b", (4,), (), ()))
    assert games_lines(offers, 40) == [
        "game     players  minutes  about",
        "one          2-3       12  short",
        "another        4",
    ]
