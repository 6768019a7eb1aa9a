"""Errands: which unfinished game is gone on with, and which commands others are told."""

import pytest

from chwech_tui.errand import (
    Join,
    PlayNow,
    TableOrder,
    Watch,
    command,
    key_command,
    new_game_command,
    record_command,
    unfinished,
)
from protocol.setup import Setup
from protocol.tableview import TableEntry, TablePhase
from protocol.vocabulary import Seat

SIX = Setup("chwech", 6)


def entry(code: str, setup: Setup, phase: TablePhase = TablePhase.PLAYING, *, yours: bool = True) -> TableEntry:
    """Give a line of the list of tables."""
    return TableEntry(code, setup, phase, (), "", yours)


def test_the_newest_game_of_the_same_kind_is_gone_on_with() -> None:
    """Only one's own, unfinished, with the same players and options, wherever the first dealer sat."""
    tables = (
        entry("a", Setup("chwech", 5)),
        entry("b", Setup("chwech", 6, {"ruleset": "original"})),
        entry("c", SIX, TablePhase.OVER),
        entry("d", SIX, yours=False),
        entry("e", Setup("chwech", 6, {}, first_dealer=Seat(3))),
        entry("f", SIX),
    )
    found = unfinished(tables, TableOrder(SIX))
    assert found is not None
    assert found.table == "e"
    assert unfinished(tables[:4], TableOrder(SIX)) is None


@pytest.mark.parametrize(
    ("setup", "data", "words"),
    [
        (SIX, "", ""),
        (Setup("chwech", 5), "", " --players 5"),
        (Setup("twenty-five", 6), "/my games", " twenty-five --data '/my games'"),
        (
            Setup("chwech", 4, {"ruleset": "original", "review_won": True, "deals": 3}),
            "",
            " --players 4 --option ruleset=original --option review_won=true --option deals=3",
        ),
    ],
)
def test_a_new_game_of_the_same_kind_has_a_command(setup: Setup, data: str, words: str) -> None:
    """It names whatever is not as usual."""
    told = new_game_command(PlayNow(TableOrder(setup), data=data), 6)
    assert told == f"chwech play --new{words}"


@pytest.mark.parametrize(
    ("errand", "come", "ask"),
    [
        (Join("cards.example"), "chwech join cards.example quiet-nine", "ssh -t chwech@cards.example"),
        (
            Watch("cards.example:22", "x"),
            "chwech join cards.example:22 quiet-nine",
            "ssh -t ssh://chwech@cards.example:22",
        ),
        (Join("tcp://cards.example:1"), "chwech join tcp://cards.example:1 quiet-nine", "ssh -t chwech@cards.example"),
        (Join("h", "", "ssh -t chwech@h -p 1 {code}"), "ssh -t chwech@h -p 1 quiet-nine", "ssh -t chwech@h -p 1"),
    ],
)
def test_others_are_told_a_command_that_they_can_type(errand: Join | Watch, come: str, ask: str) -> None:
    """The command leads to the same server, in the way that was come."""
    assert command(errand, "quiet-nine") == come
    assert key_command(errand, "code") == f"{ask} keys join code"
    assert record_command(errand, "17") == f"{ask.replace(' -t', '', 1)} history 17 > game.jsonl"
