"""The flat rules: every deal goes as by the rules, and what a row keeps for speed agrees with the rest of it."""

import pytest

from games.chwech.kernel import compiling
from games.chwech.kernel.layout import DEADLOCK, ENDED, HANDS, OUT, RUNNING, SEAT, WON
from games.chwech.kernel.play import score_of
from games.chwech.rules import HAND
from games.kit.asking import Ask
from protocol.cards import Card
from protocol.setup import Setup
from tests.conformance.kernel import THIRDS
from tests.games.chwech.deals import places_of, said, turns


def name(setup: Setup) -> str:
    """Give a table a name."""
    return "-".join(map(str, (setup.players, *setup.options.values())))


def faces(setup: Setup, places: int) -> list[Card]:
    """Give the cards of a set of places."""
    return [card for place, card in enumerate(places_of(setup)) if places >> place & 1]


@pytest.mark.parametrize("setup", THIRDS, ids=name)
def test_a_deal_goes_as_by_the_rules(setup: Setup) -> None:
    """Each turn is the same seat's, with the same hand and the same actions in the same order; so is the end."""
    for seed in range(2):
        taken = 0
        for turn in turns(setup, seed):
            taken, row, run = taken + 1, turn.row, turn.run
            if isinstance(run.asks, Ask):
                assert (row[ENDED], row[SEAT]) == (RUNNING, run.asks.seat)
                assert [faces(setup, row[HANDS + seat]) for seat in range(setup.players)] == run.table.hands
                assert [row[WON + seat] for seat in range(setup.players)] == run.table.won
                assert [said(setup, number) for number in turn.numbers] == turn.choices
        sheet = run.match.sheets[0]
        assert [score_of(row, seat) for seat in range(setup.players)] == [*sheet.points]
        assert row[ENDED] == (OUT if 0 in sheet.left else DEADLOCK)
        assert taken > HAND


def test_a_set_is_counted_alike_both_ways() -> None:
    """The count that is compiled is that of Python's own."""
    assert all(compiling._count(places) == places.bit_count() for places in (0, 1, 2**62, 2**63 - 1, 0b10110))
