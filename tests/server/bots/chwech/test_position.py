"""What a seat was told, folded: the same deal as the one that is played, but for the hands of the others."""

import pytest

from games.chwech.kernel.play import AHEAD, DONE, GONE, HANDS, HIGHEST, PLACES, PLAYED, ROW, SEAT, SEATS, taker
from games.chwech.kernel.tables import places_of
from protocol.cards import Card
from protocol.setup import Setup
from server.bots.bot import Sight
from server.bots.chwech.position import Memory, Position
from server.rules.chwech.deal import InDeal
from tests.conformance.kernel import TABLES
from tests.games.chwech.deals import GAME, Turn, read, turns
from tests.server.bots.chwech.test_features import described

CARDS = {*range(HANDS, HANDS + SEATS), *range(DONE, DONE + SEATS), *range(PLACES, PLACES + SEATS), GONE, HIGHEST}
"""The cells that name cards by their places; which of two equal cards lies where, nobody is told."""


def cards(setup: Setup, places: int) -> list[Card]:
    """Give the cards of a set of places."""
    return [card for place, card in enumerate(places_of(setup)) if places >> place & 1]


def sight(setup: Setup, turn: Turn) -> Sight:
    """Give what the seat to act is shown."""
    assert isinstance(turn.state, InDeal)
    assert turn.state.turn is not None
    return Sight(setup, GAME.view(turn.state, turn.state.turn), turn.told(turn.state.turn))


@pytest.mark.parametrize("setup", TABLES[1::3], ids=str)
def test_a_position_is_the_deal_that_is_played(setup: Setup) -> None:
    """Cell by cell, the cards by their faces; its actions are those of the seat, and its features are the same."""
    memory = Memory()
    for turn in turns(setup, 9):
        if not isinstance(turn.state, InDeal):
            break
        seen, row = memory.position(sight(setup, turn)), turn.row
        assert [seen.row[cell] for cell in range(ROW) if cell not in CARDS] == [
            row[cell] for cell in range(ROW) if cell not in CARDS
        ]
        for cell in (HANDS + row[SEAT], GONE, *range(DONE, DONE + setup.players)):
            assert cards(setup, seen.row[cell]) == cards(setup, row[cell])
        for cell in range(PLACES, PLACES + row[PLAYED]):
            assert places_of(setup)[seen.row[cell]] is places_of(setup)[row[cell]]
        assert (taker(seen.table, seen.row), seen.row[AHEAD]) == (taker(turn.table, row), row[AHEAD])
        assert [read(setup, seen.number(action)) for action in turn.state.choices] == [*turn.state.choices]
        assert [sorted(one) for one in described(seen.table, seen.row)] == [
            sorted(one) for one in described(turn.table, row)
        ]


def test_each_event_is_followed_once() -> None:
    """A seat that is shown more of the same deal goes on from where it was; another deal is another position."""
    setup, memory = Setup("chwech", 6), Memory()
    kept: dict[int, Position] = {}
    for seed in range(2):
        kept.clear()
        for turn in turns(setup, seed):
            if not isinstance(turn.state, InDeal):
                break
            shown = sight(setup, turn)
            seen = memory.position(shown)
            assert kept.setdefault(turn.row[SEAT], seen) is seen
            assert (seen.seen, seen.dealt) == (len(shown.told), shown.told[0])
        assert len({id(one) for one in kept.values()}) == 6


def test_a_seat_that_is_shown_less_begins_again() -> None:
    """As when it is asked about an earlier moment: what it has followed since does not count."""
    setup, memory = Setup("chwech", 4), Memory()
    shown = [sight(setup, turn) for turn in turns(setup, 7) if turn.numbers and turn.row[SEAT] == 0]
    rows = [[*memory.position(one).row] for one in shown]
    assert len(rows) > 3
    assert [[*memory.position(one).row] for one in reversed(shown)] == rows[::-1]
