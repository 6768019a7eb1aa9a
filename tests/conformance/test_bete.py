"""The laws of the interface and those of the rules, kept by Bête at every table."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.bete.events import DealEnded, DealSheet, Ending, GameEnded
from protocol.bete.order import HEIGHTS
from protocol.cards import Rank
from protocol.setup import Setup
from server.rules.bete.variant import PLAYERS, Variant, read_variant
from tests.conformance.bete import BeteSubject, tables
from tests.conformance.kit import Laws, Step, games


@pytest.mark.no_cover  # examples cover every line
@pytest.mark.parametrize("players", sorted(PLAYERS))
@settings(max_examples=games(12), deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_table_keeps_the_laws(players: int, data: st.DataObject, seed: int) -> None:
    """A random game at any table keeps every law of the interface, and the laws below."""
    setup = data.draw(tables(players))
    steps = Laws(BeteSubject()).check(setup, Random(seed))
    check_game(read_variant(setup), steps)


def test_a_whole_game_is_bounded() -> None:
    """Twenty deals in which everybody always loses make large numbers, and no others."""
    setup = Setup("bete", 5, {"deals": 20})
    check_game(read_variant(setup), Laws(BeteSubject()).check(setup, Random(3)))


def check_game(variant: Variant, steps: Sequence[Step]) -> None:
    """Check that there are as many deals as agreed, and that no chip is made or lost."""
    sheets = [step.event.sheet for step in steps if isinstance(step.event, DealEnded)]
    last = steps[-1].event
    assert isinstance(last, GameEnded)
    assert len(sheets) == variant.deals
    carried = 0
    for number, sheet in enumerate(sheets, start=1):
        assert sheet.pool == carried + variant.players
        carried = sheet.carried
        if number < variant.deals:
            assert sum(sheet.totals) + carried == 0
        check_payments(variant, sheet)
    assert -variant.players < sum(last.totals) <= 0
    assert last.winners == tuple(seat for seat, total in enumerate(last.totals) if total == max(last.totals))


def check_payments(variant: Variant, sheet: DealSheet) -> None:
    """Check who has won the pool, and what each has paid for it."""
    king = {seat: (variant.players - 1 if seat == sheet.king else -1) * (sheet.king is not None) for seat in range(5)}
    again = sheet.pool if variant.all_tricks.value == "pool" else 1
    again *= sheet.ending is Ending.ALL
    losers = set(sheet.active) - {sheet.sweeper}
    for seat, points in enumerate(sheet.points):
        won = (sheet.pool + again * len(losers)) * (seat == sheet.sweeper)
        assert points == won - 1 + king[seat] - (sheet.pool + again) * (seat in losers)
    assert sheet.sweeper is None or sheet.sweeper in sheet.active
    assert (sheet.sweeper is None) == (sheet.ending in {Ending.PASSED, Ending.CARRIED})


def test_the_king_is_the_highest() -> None:
    """Source: section 12: K Q J A 10 9 8 7."""
    assert sorted(HEIGHTS, key=HEIGHTS.__getitem__)[-4:] == [Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING]
