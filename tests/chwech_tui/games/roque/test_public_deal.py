"""The public part of a deal of Roque, as numbers and sentences."""

import pytest

from chwech_tui.games.registry import GAMES
from chwech_tui.games.roque.deal import RoqueDeal
from tests.chwech_tui.games.roque.views import AUCTION, BURIED, at
from tests.server.rules.roque.position import GAMES as RULES
from tests.server.rules.roque.position import THREE, begun, play

NAMES = ("Megan", "Owain", "Rhys", "Nia")


def deal(moves: str, game: str = "roque") -> RoqueDeal:
    """Give the public part of a deal."""
    shown = GAMES[game].public_deal(at(moves, None, game))
    assert isinstance(shown, RoqueDeal)
    return shown


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("", "Deal 1, to 505, dealt by Owain. Megan bids or passes."),
        ("bid 85", "Deal 1, to 505, dealt by Owain. Megan has bid 85. Nia bids or passes."),
        (AUCTION, "Deal 1, to 505, dealt by Owain. Megan has bid 85. Megan lays cards aside."),
        (f"{BURIED}, 3C", "Deal 1, to 505, dealt by Owain. Megan has bid 85. Clubs are trump. Nia follows."),
        ("-, -, -, -", "Deal 2, to 505, comes next, dealt by Megan."),
    ],
)
def test_the_state_in_words(moves: str, words: str) -> None:
    """What a script or plain mode tells."""
    assert deal(moves).sentence(NAMES) == words


def test_the_numbers_of_a_seat() -> None:
    """With a side where there are sides."""
    shown = deal(f"{BURIED}, 3C, AC, 4S, 5D, 10H")
    assert shown.titles == ("Side", "Cards", "Bid", "Tricks", "Took", "Total")
    assert shown.numbers(0) == ("A", "11", "85", "0", "0", "0")
    assert shown.numbers(3) == ("B", "10", "-", "1", "20", "0")
    assert len(deal("", THREE).titles) == 5
    last, now = shown.tricks(NAMES)
    assert (last.taker, now.taker) == ("taken by Nia", "so far to Nia")
    assert last.turns[1] == "Nia AC"


def test_the_end_names_who_has_won() -> None:
    """With their total, which may be below zero."""
    state, _ = play(begun({}, most_deals=1), "-, -, -, -")
    shown = GAMES["roque"].public_deal(RULES["roque"].view(state, None))
    assert shown.sentence(NAMES) == "The game is over. With 0: Megan, Owain, Rhys, Nia."
