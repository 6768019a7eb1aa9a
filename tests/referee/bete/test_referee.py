"""The referee knows the rules of section 12, without the program."""

from __future__ import annotations

import pytest

from tests.referee.bete.deal import Deal
from tests.referee.bete.referee import BeteHouse
from tests.referee.bete.table import MENUS
from tests.referee.tables import Table
from tests.referee.telling import answers, tell


def table(players: int = 3, **options: bool | int | str) -> Table:
    """Lay a table."""
    return Table("bete", players, MENUS["bete"], options)


HANDS = ["KC QC JC 7D 7S", "KD 8D 8S 9S 10S", "7C 8C AD AS AH"]


def deal(table: Table, hands: list[str] | None = None, takers: list[int] | None = None) -> Deal:
    """Deal with clubs for trumps, in which seat 2 deals and seat 0 speaks first."""
    told = Deal(table, 2, [hand.split() for hand in hands or HANDS], "9C")
    told.takers = takers or []
    return told


def test_each_says_once_whether_to_play() -> None:
    """Source: section 12: in turn from eldest; alone one has the pool, or where agreed plays against all for it."""
    assert answers(deal(table()).story()) == {0: {"in", "-"}}
    alone = deal(table())
    assert tell(alone.story(), "0 -, 1 in, 2 -") is None
    assert (alone.sweeper, alone.end) == (1, "alone")
    assert alone.payments(6) == ([-1 + 2, 6 - 1 - 1, -1 - 1], 0)
    assert answers(deal(table(alone="play")).story(), "0 -, 1 in, 2 -") == {0: {"KC", "QC", "JC", "7D", "7S"}}
    assert answers(deal(table()).story(), "0 -, 1 in, 2 in") == {1: {"KD", "8D", "8S", "9S", "10S"}}


@pytest.mark.parametrize(
    ("hand", "cards", "allowed"),
    [
        ("KD 8D 8S", "AD", "KD 8D"),
        ("7C KC 8S", "AD", "7C KC"),
        ("7C KC 8S", "AD 8C", "KC"),
        ("7C 10C 8S", "AD JC", "7C 10C"),
        ("8S 9H", "AD", "8S 9H"),
        ("7C KC 8S", "QC", "7C KC"),
    ],
)
def test_following(hand: str, cards: str, allowed: str) -> None:
    """Source: section 12, following: suit, else a trump that overtrumps if able, else anything."""
    told = deal(table(), [hand, "", ""])
    assert told.playable(0, cards.split()) == allowed.split()


def test_heading() -> None:
    """Source: section 12, the option: a card that follows beats the trick if it can; the Ace is below the Jack."""
    told = deal(table(head=True), ["KD JD 8D", "", ""])
    assert told.playable(0, ["AD"]) == ["KD", "JD"]
    assert told.playable(0, ["AD", "7C"]) == ["KD", "JD", "8D"]


@pytest.mark.parametrize(
    ("takers", "sweeper", "end"),
    [
        ([0, 1, 1, 0, 0], 0, "most"),
        ([1, 1, 1, 1, 1], 1, "all"),
        ([1, 1, 0, 0, 2], 1, "first_two"),
        ([1, 0, 1, 0, 2], None, "carried"),
        ([1, 1, 2, 2, 2], None, "carried"),
    ],
)
def test_who_has_the_pool(takers: list[int], sweeper: int | None, end: str) -> None:
    """Source: section 12; the last of them is somebody who has passed, in play against one alone."""
    told = deal(table(), takers=takers)
    told.active = [0, 1] if takers[-3:] == [2, 2, 2] else [0, 1, 2]
    told.find_sweeper()
    assert (told.sweeper, told.end) == (sweeper, end)


def test_what_is_paid() -> None:
    """Source: section 12: who does not win the pool pays as much; all five bring as much again; the King a chip."""
    told = deal(table(), takers=[1, 1, 1, 0, 0])
    told.active, told.king = [0, 1], None
    told.find_sweeper()
    assert told.payments(8) == ([-9, 7, -1], 8)
    for pays, chips in (("pool", 8), ("chip", 1)):
        told = deal(table(all_tricks=pays), takers=[1] * 5)
        told.active = [0, 1]
        told.find_sweeper()
        assert told.payments(8) == ([-9 - chips + 2, 7 + chips - 1, -1 - 1], 8)


def test_what_is_left_at_the_end_is_shared() -> None:
    """A pool that nobody has won goes back to all, as far as it goes round."""
    house = BeteHouse(table(deals=1))
    hands = [hand.split() for hand in ["QC JC 7D 7S 7H", "KD 8D 8S 9S 10S", "7C 8C AD AS AH"]]
    house.pool = 2
    outcome = tell(house.play({"dealer": 2, "hands": hands, "turned": "9C"}), "0 -, 1 -, 2 -")
    assert outcome == {"won": [0, 0, 0], "scores": [-1, -1, -1], "end": "passed", "pool": 5}
    assert house.totals == [0, 0, 0]


def test_the_direction() -> None:
    """Source: section 12: to the left, or to the right."""
    assert deal(table()).order == [0, 1, 2]
    assert deal(table(direction="right")).order == [1, 0, 2]
