"""What a finished duplicate game tells of each hand."""

from functools import cache

import pytest
from msgspec.structs import replace

from chwech_tui.model.board import Board
from chwech_tui.model.review import hand_sets, sets_of, sums
from protocol.setup import Setup
from protocol.tableview import TablePhase
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import KIND, chwech

GAME = Setup(players=4, options={"duplicate": True})


def played(setup: Setup) -> Board:
    """Give a game that is over."""
    return Stage(setup).board(lambda now: now.table is not None and now.table.phase is TablePhase.OVER)


@cache
def over() -> Board:
    """Give the duplicate game when it is over."""
    return played(GAME)


def test_every_seat_is_compared_with_every_hand() -> None:
    """There are two sets of four hands; what is above the mean for one is below for the others."""
    sets = sets_of(over())
    assert [len(hands) for hands in sets] == [4, 4]
    for hands in sets:
        assert {len(hand.cards) for hand in hands} == {9}
        assert all(sum(hand.margins) == pytest.approx(0) for hand in hands)


def test_the_sums_are_what_the_totals_say() -> None:
    """All margins of a seat together are its total less the mean of all totals."""
    game = chwech(over().game)
    totals = game.sheets[-1].totals
    by_set = [sums(hands) for hands in sets_of(over())]
    mean = sum(totals) / 4
    assert [sum(column) for column in zip(*by_set, strict=True)] == pytest.approx([total - mean for total in totals])


def test_other_games_have_no_sets() -> None:
    """Before the end, in a game with hands of its own for each deal, and without a game there is nothing to compare."""
    assert sets_of(Board()) == ()
    assert sets_of(Stage(GAME).board(lambda now: now.game is not None and bool(now.game.sheets))) == ()
    assert sets_of(played(Setup(players=4, options={"deals": 1}))) == ()


def test_a_server_that_tells_otherwise_gets_no_sets() -> None:
    """Where a hand is missing at a seat, nothing is compared and nothing breaks."""
    game = chwech(over().game)
    deal = game.hands[0]
    broken = replace(game, hands=(replace(deal, dealt=(deal.dealt[0],) * 4), *game.hands[1:]))
    assert hand_sets(broken, lambda page: KIND.points(broken, page)) == ()
