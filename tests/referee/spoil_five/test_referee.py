"""The referee knows the rules of section 9, without the program; those of section 8 are tested beside Twenty-Five."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.spoil_five.deal import Deal
from tests.referee.spoil_five.referee import SpoilFiveHouse
from tests.referee.spoil_five.table import MENUS
from tests.referee.tables import Table
from tests.referee.telling import tell

REST = ["2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H", "8H 9H 10H JH QH", "8D 9D 10D JD QD"]
STRONG = "5C JC AH AC KC"


def house(players: int = 3, **options: bool | int | str) -> SpoilFiveHouse:
    """Lay a table."""
    return SpoilFiveHouse(Table("spoil-five", players, MENUS["spoil-five"], options))


def told(house: SpoilFiveHouse, first: str, actions: str) -> Any:  # noqa: ANN401 - a question or an outcome
    """Play a deal with clubs for trumps, in which seat 0 leads and the others have nothing."""
    hands = [each.split() for each in [first, *REST[: house.table.players - 1]]]
    return tell(house.play({"dealer": house.table.players - 1, "hands": hands, "turned": ["9C"]}), actions)


THREE = "0 5C, 1 2D, 2 2H, 0 JC, 1 3D, 2 3H, 0 AH, 1 4D, 2 4H"


def test_the_first_three_tricks_give_a_choice() -> None:
    """Source: section 9, jink."""
    assert told(house(), STRONG, THREE).answers == {0: {"sweep", "jink"}}


def test_three_tricks_take_the_pool() -> None:
    """Source: section 9: it holds a chip from each."""
    assert told(house(), STRONG, f"{THREE}, 0 sweep") == {"won": [3, 0, 0], "scores": [2, -1, -1], "end": "swept"}


def test_a_jink_brings_a_chip_more_from_each() -> None:
    """Source: section 9: all five tricks."""
    rest = ", 0 jink, 0 AC, 1 6D, 2 6H, 0 KC, 1 7D, 2 7H"
    assert told(house(), STRONG, THREE + rest) == {"won": [5, 0, 0], "scores": [4, -2, -2], "end": "jinked"}


def test_a_jink_that_fails_spoils() -> None:
    """Source: section 9: the deal stops at once, and the pool is carried over with a chip more from each."""
    game = house()
    hands = [["5C", "JC", "AH", "3D", "3S"], REST[0].split(), REST[1].split()]
    hands[1][1] = "QS"
    lost = "0 5C, 1 2D, 2 2H, 0 JC, 1 QS, 2 3H, 0 AH, 1 4D, 2 4H, 0 jink, 0 3D, 1 6D, 2 6H"
    outcome = tell(game.play({"dealer": 2, "hands": hands, "turned": ["9C"]}), lost)
    assert outcome == {"won": [3, 1, 0], "scores": [-1, -1, -1], "end": "spoilt"}
    assert (game.pool, game.due()) == (3, 1)


def test_two_tricks_may_be_enough() -> None:
    """Source: section 9, the rule of Peel for five or more."""
    two = "0 5C, 1 2D, 2 2H, 3 8H, 4 8D, 0 JC, 1 3D, 2 3H, 3 9H, 4 9D"
    assert told(house(5, two_tricks=True), STRONG, two).answers == {0: {"sweep", "jink"}}


def test_who_did_not_rob_cannot_take_the_pool() -> None:
    """Source: section 9, forfeit; the deal is played on."""
    game = house(must_rob=True)
    assert 0 in told(game, STRONG, THREE).answers
    assert "jink" not in told(house(must_rob=True), STRONG, THREE).answers[0]
    robbed = THREE.replace("0 5C", "0 rob KC, 0 5C")
    assert told(house(must_rob=True), STRONG, robbed).answers == {0: {"sweep", "jink"}}


@pytest.mark.parametrize(("chips", "due", "end"), [(0, 1, "shared"), (1, 1, "spoilt"), (1, 2, "shared")])
def test_a_pool_goes_back_where_somebody_cannot_add(chips: int, due: int, end: str) -> None:
    """Source: section 9, session length: until someone is out of chips."""
    game = house(top_up=due)
    game.chips, game.pool = [chips, 20, 20], 6
    assert game.settle(Deal(game.table, 2, [[], [], []], "9C")) == end
    assert game.chips[0] == chips + (2 if end == "shared" else 0)
