"""Pages of text: the games."""

import pytest

from protocol.setup import GameOffer
from server.fronts.page import (
    games_lines,
    players_words,
)


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
