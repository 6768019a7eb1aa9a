"""What a seat was told, folded: the same deal as the one that is played, but for the hands of the others."""

import pytest

from games.chwech.bot import position
from games.chwech.kernel.compiling import cells
from games.chwech.kernel.layout import AHEAD, DONE, GONE, HANDS, HIGHEST, MOST_ACTIONS, PLACES, PLAYED, ROW, SEAT, SEATS
from games.chwech.kernel.play import actions, taker
from protocol.cards import Card
from protocol.setup import Setup
from tests.conformance.kernel import TABLES
from tests.games.chwech.deals import places_of, said, turns
from tests.games.chwech.test_features import described

CARDS = {*range(HANDS, HANDS + SEATS), *range(DONE, DONE + SEATS), *range(PLACES, PLACES + SEATS), GONE, HIGHEST}
"""The cells that name cards by their places; which of two equal cards lies where, nobody is told."""


def cards(setup: Setup, places: int) -> list[Card]:
    """Give the cards of a set of places."""
    return [card for place, card in enumerate(places_of(setup)) if places >> place & 1]


@pytest.mark.parametrize("setup", TABLES[1::3], ids=str)
def test_a_position_is_the_deal_that_is_played(setup: Setup) -> None:
    """Cell by cell, the cards by their faces; its actions are those of the seat, and its features are the same."""
    for turn in turns(setup, 9):
        if not turn.numbers:
            break
        (table, told), row = position(turn.seen), turn.row
        assert [told[cell] for cell in range(ROW) if cell not in CARDS] == [
            row[cell] for cell in range(ROW) if cell not in CARDS
        ]
        for cell in (HANDS + row[SEAT], GONE, *range(DONE, DONE + setup.players)):
            assert cards(setup, told[cell]) == cards(setup, row[cell])
        for cell in range(PLACES, PLACES + row[PLAYED]):
            assert places_of(setup)[told[cell]] is places_of(setup)[row[cell]]
        assert (taker(table, told), told[AHEAD]) == (taker(turn.table, row), row[AHEAD])
        found = cells(MOST_ACTIONS)
        assert [said(setup, number) for number in found[: actions(table, told, found)]] == turn.choices
        assert [sorted(one) for one in described(table, told)] == [sorted(one) for one in described(turn.table, row)]
