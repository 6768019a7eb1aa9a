"""Pages of text: rankings, tournaments, the status, and rules."""

import pytest

from protocol.rankings import Ladder, RankedPlayer, Rankings, rulesets
from protocol.rating import Rating
from protocol.setup import GameOffer
from server.fronts.page import (
    InvalidRankings,
    games_lines,
    meant_ladders,
    players_words,
    rankings_lines,
)
from server.rules.registry import GAMES

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


def test_bots_are_marked() -> None:
    """Those of the house are named by their level, and those that people bring have the mark of their account."""
    rating = Rating(1500, 96, 7)
    players = (
        RankedPlayer(rating, "Ada (bot)", place=1),
        RankedPlayer(rating, bot="steady", place=2),
        RankedPlayer(Rating(1500, 8, 7, provisional=True), "Owain", own=True),
    )
    assert rankings_lines([Rankings(1, "chwech", "original", players)]) == [
        "chwech, ruleset=original",
        "Place  Player            Rating  Games",
        "    1  Ada (bot)    1500  ±  96      7",
        "    2  steady bot   1500  ±  96      7",
        "    –  Owain (you)  1500? ±   8      7",
        "",
        "?: provisional, after few games. ± is how sure a rating is.",
    ]


def test_nobody_is_ranked_yet() -> None:
    """It is said of each game, and signs that do not occur are not explained."""
    empty = [Rankings(1, "chwech", "revised"), Rankings(1, "forty-five", "")]
    assert rankings_lines(empty) == [
        "chwech, ruleset=revised",
        "Nobody has played a rated game yet.",
        "",
        "forty-five",
        "Nobody has played a rated game yet.",
    ]


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
