"""Errands: which unfinished game is gone on with."""

from chwech_tui.errand import Order, unfinished
from protocol.messages import TableEntry, TablePhase
from protocol.setup import Setup


def entry(code: str, setup: Setup, phase: TablePhase = TablePhase.PLAYING, *, yours: bool = True) -> TableEntry:
    """Give a line of the list of tables."""
    return TableEntry(code, setup, phase, (), "", yours)


def test_the_newest_game_of_the_same_kind_is_gone_on_with() -> None:
    """Only one's own, unfinished, with the same players and options, wherever the first dealer sat."""
    tables = (
        entry("a", Setup("chwech", 5)),
        entry("b", Setup("chwech", 6, {"ruleset": "original"})),
        entry("c", Setup(), TablePhase.OVER),
        entry("d", Setup(), yours=False),
        entry("e", Setup("chwech", 6, {}, first_dealer=Setup().first_dealer)),
        entry("f", Setup()),
    )
    found = unfinished(tables, Order())
    assert found is not None
    assert found.table == "e"
    assert unfinished(tables[:4], Order()) is None
