"""How a table is run, in words."""

import pytest

from chwech_tui.describe import CLOCKS, arrangement_words, clock_sign, clock_words, taken
from protocol.setup import Arrangement, Clock, Delay, Setup
from protocol.tableview import TableEntry, TablePhase
from server.tables.clock import check_clock


def test_every_clock_to_choose_from_is_one_that_a_server_takes() -> None:
    """None of them is refused."""
    for clock in CLOCKS:
        check_clock(clock)


@pytest.mark.parametrize(
    ("clock", "words", "sign"),
    [
        (Clock(), "no clock", ""),
        (Clock(60, 600), "60 s a move and 10 min in all", "60 s"),
        (Clock(86_400), "1 day a move", "1 day"),
        (Clock(14 * 86_400), "14 days a move", "14 days"),
        (Clock(300), "5 min a move", "5 min"),
    ],
)
def test_a_clock_is_said(clock: Clock, words: str, sign: str) -> None:
    """In a sentence, and in a column."""
    assert (clock_words(clock), clock_sign(clock)) == (words, sign)


def test_how_a_table_is_run_is_said() -> None:
    """Who may watch and when they are told, who keeps a seat, who finds the table."""
    assert arrangement_words(Arrangement()) == ("no clock; people may watch; bots give up their seats to people")
    closed = Arrangement(listed=False, watching=False, takeover=False)
    assert arrangement_words(closed) == "by code only; no clock; nobody may watch; bots keep their seats"
    assert arrangement_words(Arrangement(foreign_bots=False)).endswith("; no bots of others")
    assert "a trick later" in arrangement_words(Arrangement(delay=Delay.TRICK))


def test_seats_that_are_taken_are_counted() -> None:
    """People and bots."""
    assert taken(TableEntry("a", Setup(), TablePhase.PLAYING, ("Nia", "", "steady"), "deal 1 of 6")) == 2
